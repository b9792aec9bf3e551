import { z } from 'zod';
import { call, connectionId, resource, ticket } from './call.ts';
import { maxTotalsLevels, maxTotalsMeasures } from './limits.ts';
import { resolvedQuerySchema } from './querySchema.ts';
import { periods } from './periods.ts';
import type { Provenance } from './provenance.ts';
import type { Twins } from './twins.ts';

const fieldName = z.string().min(1).max(200);

const levelSchema = z.strictObject({ field: fieldName, period: z.enum(periods).optional() }).readonly();
export type TotalsLevel = z.infer<typeof levelSchema>;

export const fieldMeasures = ['sum', 'mean', 'min', 'max', 'median'] as const;
export type FieldMeasure = (typeof fieldMeasures)[number];

const measureSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('count') }).readonly(),
  z.strictObject({ kind: z.enum(fieldMeasures), field: fieldName }).readonly(),
  z.strictObject({ kind: z.literal('weighted'), field: fieldName, weight: fieldName }).readonly(),
  /** `share` of the parent in percent, `rank` among siblings from 1; of records without a field. */
  z.strictObject({ kind: z.enum(['share', 'rank']), field: fieldName.optional() }).readonly(),
]);
export type TotalsMeasure = z.infer<typeof measureSchema>;

const measures = z
  .array(measureSchema)
  .min(1, 'must have a figure')
  .max(maxTotalsMeasures, `must not have more than ${maxTotalsMeasures.toString()} figures`)
  .readonly();
const axes = {
  /** Outermost first. */
  rows: z
    .array(levelSchema)
    .min(1, 'must have a level')
    .max(maxTotalsLevels, `must not have more than ${maxTotalsLevels.toString()} levels`)
    .readonly(),
  columns: levelSchema.optional(),
  /**
   * `measure` is an index; null sorts groups by their own order. Absent: periods by time, other groups by the
   * first field measure, descending. Also decides which groups are kept if there are too many.
   */
  sort: z
    .strictObject({
      measure: z
        .int()
        .min(0)
        .max(maxTotalsMeasures - 1)
        .nullable(),
      direction: z.enum(['asc', 'desc']),
      column: z.union([z.string(), z.number(), z.null()]).optional(),
    })
    .readonly()
    .optional(),
};

export const totalsDefinitionSchema = z
  .strictObject({
    ...axes,
    /** Absent: count, sum and share of the headline value. */
    measures: measures.optional(),
    wide: z.boolean().optional(),
    /** Index of the measure in the chart; absent: a table. */
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

export function fieldsOfMeasure(measure: TotalsMeasure): string[] {
  if (measure.kind === 'weighted') return [measure.field, measure.weight];
  return 'field' in measure && measure.field !== undefined ? [measure.field] : [];
}

export function fieldsOfTotals({
  rows,
  columns,
  measures,
}: Omit<TotalsRequest, 'resource' | 'query'>): string[] {
  const levels = columns === undefined ? rows : [...rows, columns];
  return [...levels.map(({ field }) => field), ...measures.flatMap(fieldsOfMeasure)];
}

/** Booleans are 0 or 1, periods their start in milliseconds since 1970 UTC; null: no value. */
export type GroupValue = string | number | null;

export interface TotalsRow {
  /** 0: all records; 1: the first level. */
  readonly depth: number;
  readonly value: GroupValue;
  /** Number of groups combined in this row; 0 for a group. */
  readonly others: number;
  /** One figure per measure: in all, per column, in other columns. Null: no numbers; may be infinite. */
  readonly figures: readonly (number | null)[];
}

export interface RecordTotals {
  /** Parents precede their groups. */
  readonly rows: readonly TotalsRow[];
  /** At most 200 column groups, and how many were left out. */
  readonly columns: readonly GroupValue[];
  readonly otherColumns: number;
  readonly groupCount: number;
  readonly recordCount: number;
  /** True if numbers exceed a double's precision. */
  readonly approximate: boolean;
  readonly twins?: Twins;
}

export interface TotalsAnswer extends RecordTotals {
  readonly provenance: Provenance;
}

export const totalsCalls = {
  /** Reads cached records only. */
  totalRecords: call({ connectionId, ...totals, ticket: ticket.optional() }).returns<TotalsAnswer>(),
} as const;
