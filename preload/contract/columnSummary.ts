import { z } from 'zod';
import { call, connectionId, resource, ticket } from './call.ts';
import type { Completeness } from './completeness.ts';
import { resolvedQuerySchema } from './querySchema.ts';
import type { NumberFigures } from './numberFigures.ts';
import type { Twins } from './twins.ts';

const summary = {
  resource,
  query: resolvedQuerySchema,
  fields: z.array(z.string().min(1).max(200)).min(1).max(400),
  /** Row range of the query, from 0, `end` excluded; absent: all rows. */
  rows: z
    .strictObject({ start: z.int().min(0), end: z.int().min(1) })
    .refine(({ start, end }) => end > start, 'The end must be above the start.')
    .optional(),
};
const summarySchema = z.strictObject(summary);
export type SummaryRequest = z.infer<typeof summarySchema>;

/** Values with `from` ≤ value < `to`; null is unbounded. */
export interface Bin {
  readonly from: number | null;
  readonly to: number | null;
  readonly count: number;
}

/** Distribution of values. Dates are milliseconds since 1970 UTC, booleans 0 and 1. */
export interface ColumnSummary extends Completeness {
  readonly rows: number;
  readonly empty: number;
  /** A list counts once for each element. */
  readonly count: number;
  /** Null for nested records. */
  readonly distinct: number | null;
  readonly smallest: string | number | null;
  readonly largest: string | number | null;
  /** Null unless values are numbers or dates. */
  readonly figures: NumberFigures | null;
  readonly histogram: { readonly linear: readonly Bin[]; readonly logarithmic: readonly Bin[] | null } | null;
  /** At most 20, most frequent first, then by value. */
  readonly frequent: readonly { readonly value: string | number; readonly count: number }[];
  /** True if numbers exceed a double's precision. */
  readonly approximate: boolean;
  readonly twins?: Twins;
}

export const columnSummaryCalls = {
  /** Reads cached records only. */
  summarizeColumns: call({
    connectionId,
    ...summary,
    ticket: ticket.optional(),
  }).returns<ColumnSummary>(),
} as const;
