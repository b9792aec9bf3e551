import { z } from 'zod';
import { provenanceSchema } from './provenance.ts';

/**
 * Answers of the aggregate endpoints, as they cross the bridge. Rule: data service interface, "Aggregate endpoints"; their
 * shapes are not shown there and read tolerantly.
 */

/** The figure that was summed up. `unit` is the service's own word: `dollar`, `percent`, `count`, `token`. */
export const measureSchema = z.object({
  id: z.union([z.string(), z.number()]).nullable(),
  slug: z.string(),
  name: z.string(),
  unit: z.string(),
});
export type Measure = z.infer<typeof measureSchema>;

/** What the members without the key that is grouped by stand under: a group of their own, without an id. */
export const unknownGroup = 'Unknown';

/** What was summed up together. `color` is the service's `#rrggbb`; null where it gives none. */
export const seriesGroupSchema = z.object({
  id: z.union([z.string(), z.number()]).nullable(),
  type: z.string(),
  name: z.string(),
  color: z.string().nullable(),
});
export type SeriesGroup = z.infer<typeof seriesGroupSchema>;

const paginationSchema = z.object({
  page: z.number().int(),
  perPage: z.number().int(),
  pageCount: z.number().int(),
  /** Groups or series, never points. */
  resultCount: z.number().int(),
});

/** One value for each group. */
export const aggregateAnswerSchema = z.object({
  results: z.array(
    z.object({ measure: measureSchema, group: seriesGroupSchema, value: z.number().nullable() }),
  ),
  pagination: paginationSchema,
  provenance: provenanceSchema,
});
export type AggregateAnswer = z.infer<typeof aggregateAnswerSchema>;

/**
 * Series over one list of days. Typed arrays, since an answer holds up to some 400,000 points: as lists they would take
 * seconds to cross.
 */
export const timeseriesAnswerSchema = z.object({
  /** Days since 1970 UTC, rising: the first day of each period that any series has. */
  days: z.custom<Int32Array>((value) => value instanceof Int32Array),
  series: z.array(
    z.object({
      measure: measureSchema,
      group: seriesGroupSchema,
      /** As many as there are days; NaN where the series has no value. */
      values: z.custom<Float64Array>((value) => value instanceof Float64Array),
    }),
  ),
  pagination: paginationSchema,
  provenance: provenanceSchema,
});
export type TimeseriesAnswer = z.infer<typeof timeseriesAnswerSchema>;
export type Series = TimeseriesAnswer['series'][number];
