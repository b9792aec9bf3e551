import { z } from 'zod';
import { call, connectionId, resource, ticket } from './call.ts';
import type { Completeness } from './completeness.ts';
import { resolvedQuerySchema } from './querySchema.ts';
import type { NumberFigures } from './numberFigures.ts';
import type { Twins } from './twins.ts';

const summary = {
  resource,
  query: resolvedQuerySchema,
  /** The columns, whose cells count as one set of values. */
  fields: z.array(z.string().min(1).max(200)).min(1).max(400),
  /** Rows of the query in its order, from 0, `end` not included; all of them where it is left out. */
  rows: z
    .strictObject({ start: z.int().min(0), end: z.int().min(1) })
    .refine(({ start, end }) => end > start, 'The end must be above the start.')
    .optional(),
};
const summarySchema = z.strictObject(summary);
export type SummaryRequest = z.infer<typeof summarySchema>;

/** Values from `from` up to, but not including, `to`; without a bound where it is null. */
export interface Bin {
  readonly from: number | null;
  readonly to: number | null;
  readonly count: number;
}

/** How the values of columns are distributed. Days and times are milliseconds since 1970 UTC, booleans 0 and 1. */
export interface ColumnSummary extends Completeness {
  /** Records, and cells of them without a value. */
  readonly rows: number;
  readonly empty: number;
  /** Values: one for each other cell, of a list one for each element. */
  readonly count: number;
  /** Null for nested records, of which only the empty ones are counted. */
  readonly distinct: number | null;
  readonly smallest: string | number | null;
  readonly largest: string | number | null;
  /** Null where values are no numbers, days or times. */
  readonly figures: NumberFigures | null;
  readonly histogram: { readonly linear: readonly Bin[]; readonly logarithmic: readonly Bin[] | null } | null;
  /** At most 20, the most frequent first, equally frequent ones by value. */
  readonly frequent: readonly { readonly value: string | number; readonly count: number }[];
  /** True where numbers have more digits than can be computed with. */
  readonly approximate: boolean;
  /** Transfers that came twice and count once, of all records of a query; left out where there are none. */
  readonly twins?: Twins;
}

export const columnSummaryCalls = {
  /** Summarizes columns of the cached records that a query matches; sends no request. */
  summarizeColumns: call({
    connectionId,
    ...summary,
    ticket: ticket.optional(),
  }).returns<ColumnSummary>(),
} as const;
