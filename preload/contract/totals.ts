import { z } from 'zod';
import { call, connectionId, resource, ticket } from './call.ts';
import { maxTotalsLevels, maxTotalsMeasures } from './limits.ts';
import { resolvedQuerySchema } from './querySchema.ts';
import { periods } from './periods.ts';
import type { Provenance } from './provenance.ts';
import type { Twins } from './twins.ts';

const fieldName = z.string().min(1).max(200);

/** What makes the groups of a level: the values of a field, those of a day or time by period. */
const levelSchema = z.strictObject({ field: fieldName, period: z.enum(periods).optional() }).readonly();
export type TotalsLevel = z.infer<typeof levelSchema>;

/** Figures of the numbers of one field. */
export const fieldMeasures = ['sum', 'mean', 'min', 'max', 'median'] as const;
export type FieldMeasure = (typeof fieldMeasures)[number];

const measureSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('count') }).readonly(),
  z.strictObject({ kind: z.enum(fieldMeasures), field: fieldName }).readonly(),
  /** The mean of a field, of which each value counts as much as the weight of its record says. */
  z.strictObject({ kind: z.literal('weighted'), field: fieldName, weight: fieldName }).readonly(),
  /** Of the group that a group is part of, in percent; and the place of its sum among the groups beside it, from 1. Of records without a field. */
  z.strictObject({ kind: z.enum(['share', 'rank']), field: fieldName.optional() }).readonly(),
]);
export type TotalsMeasure = z.infer<typeof measureSchema>;

const measures = z
  .array(measureSchema)
  .min(1, 'must have a figure')
  .max(maxTotalsMeasures, `must not have more than ${maxTotalsMeasures.toString()} figures`)
  .readonly();
const axes = {
  /** From the outermost in. */
  rows: z
    .array(levelSchema)
    .min(1, 'must have a level')
    .max(maxTotalsLevels, `must not have more than ${maxTotalsLevels.toString()} levels`)
    .readonly(),
  /** What has a column for each of its groups, if anything. */
  columns: levelSchema.optional(),
  /**
   * The figure, by its place among the measures, by which groups stand and are chosen where they are too many; null for their own
   * order. Where it is left out periods stand in their own order, other groups by the first figure of a field, largest first.
   */
  sort: z
    .strictObject({
      measure: z
        .int()
        .min(0)
        .max(maxTotalsMeasures - 1)
        .nullable(),
      direction: z.enum(['asc', 'desc']),
      /** The group of the second axis whose figures count; left out for those of all. */
      column: z.union([z.string(), z.number(), z.null()]).optional(),
    })
    .readonly()
    .optional(),
};

/** The totals beside or over a table, as a place has them. */
export const totalsDefinitionSchema = z
  .strictObject({
    ...axes,
    /** Left out for the count, the sum and the share of the resource's main figure. */
    measures: measures.optional(),
    /** True where they cover the table. */
    wide: z.boolean().optional(),
    /** The figure that is drawn, by its place among the measures; left out for the table. */
    chart: z
      .int()
      .min(0)
      .max(maxTotalsMeasures - 1)
      .optional(),
  })
  .readonly();
export type TotalsDefinition = z.infer<typeof totalsDefinitionSchema>;

const totals = { resource, query: resolvedQuerySchema, ...axes, measures };
const totalsSchema = z.strictObject(totals);
export type TotalsRequest = z.infer<typeof totalsSchema>;

/** A text, a number, a boolean as 0 or 1, the start of a period in milliseconds since 1970 UTC; null for records without a value. */
export type GroupValue = string | number | null;

export interface TotalsRow {
  /** 0 for all records, 1 for a group of the first level. */
  readonly depth: number;
  readonly value: GroupValue;
  /** How many groups the row stands for that have none of their own; 0 for a group. */
  readonly others: number;
  /**
   * The figures of all columns together, then those of each column, those of the others last where there are some. Each has one
   * for each measure: null where no record has a number, infinite where it is larger than every number.
   */
  readonly figures: readonly (number | null)[];
}

/** Figures of records by groups. */
export interface RecordTotals {
  /** All records, then every group before the groups within it. */
  readonly rows: readonly TotalsRow[];
  /** The groups of the second axis that have a column, at most 200, and how many have none. */
  readonly columns: readonly GroupValue[];
  readonly otherColumns: number;
  /** Groups of the first level in all. */
  readonly groupCount: number;
  /** Cached records in all groups. */
  readonly recordCount: number;
  /** True where numbers have more digits than can be computed with. */
  readonly approximate: boolean;
  /** Transfers that came twice and count once; left out where there are none. */
  readonly twins?: Twins;
}

/** The same, with what the figures were read from. */
export interface TotalsAnswer extends RecordTotals {
  readonly provenance: Provenance;
}

export const totalsCalls = {
  /** Sums up the cached records that a query matches; sends no request. */
  totalRecords: call({ connectionId, ...totals, ticket: ticket.optional() }).returns<TotalsAnswer>(),
} as const;
