import { z } from 'zod';

/** Files with values that the records must have: wallets of transactions, a value a line of a field. */
export const valueFilesSchema = z.strictObject({
  /** Transactions from or to these. */
  wallets: z.string().min(1).max(4000).optional(),
  in: z
    .array(z.strictObject({ field: z.string().min(1).max(200), file: z.string().min(1).max(4000) }))
    .max(100)
    .default([]),
});
export type ValueFiles = z.infer<typeof valueFilesSchema>;
