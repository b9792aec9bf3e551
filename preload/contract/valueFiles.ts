import { z } from 'zod';

/** Files of values to match: wallets, or one value of a field on each line. */
export const valueFilesSchema = z.strictObject({
  wallets: z.string().min(1).max(4000).optional(),
  in: z
    .array(z.strictObject({ field: z.string().min(1).max(200), file: z.string().min(1).max(4000) }))
    .max(100)
    .default([]),
});
export type ValueFiles = z.infer<typeof valueFilesSchema>;
