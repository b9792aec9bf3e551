import { z } from 'zod';
import { call, connectionId, resource } from './call.ts';

/** What the cache holds of a resource. Times are milliseconds since 1970 UTC. */
export const holdingSchema = z.object({
  resource,
  records: z.number().int(),
  /** When the oldest and the newest of the records were fetched; null where there are none. */
  oldestAt: z.number().nullable(),
  newestAt: z.number().nullable(),
  /** Since when every record of the resource is here, as a finished sync has found; null where others may exist. */
  completeAsOf: z.number().nullable(),
});

export type Holding = z.infer<typeof holdingSchema>;

export const overviewCalls = {
  /** What the cache of a connection holds, by resource. Sends no request. */
  listHoldings: call(z.strictObject({ connectionId }), z.array(holdingSchema)),
} as const;
