import { z } from 'zod';
import { call, connectionId, resource, ticket } from './call.ts';
import { resolvedQuerySchema } from './movingDates.ts';

const totals = {
  resource,
  query: resolvedQuerySchema,
  /** The field whose values make the groups. */
  groupBy: z.string().min(1).max(200),
  /** The figure that is summed up. */
  measure: z.string().min(1).max(200),
};
const totalsSchema = z.strictObject(totals);
export type TotalsRequest = z.infer<typeof totalsSchema>;

/** Sums by the values of a field, the largest first. */
export interface RecordTotals {
  readonly groups: readonly {
    /** Null for the records without a value. */
    readonly value: string | number | null;
    readonly records: number;
    /** Of the figure; null where none of the records has it. */
    readonly sum: number | null;
    readonly largest: number | null;
  }[];
  /** Groups in all, of which `groups` has at most 1000. */
  readonly groupCount: number;
  /** Cached records in all groups, and the sum of their figures. */
  readonly recordCount: number;
  readonly sum: number | null;
}

export const totalsCalls = {
  /** Sums up the cached records that a query matches; sends no request. */
  totalRecords: call({ connectionId, ...totals, ticket: ticket.optional() }).returns<RecordTotals>(),
} as const;
