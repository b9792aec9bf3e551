import { z } from 'zod';
import { resource } from '../call.ts';
import { querySchema } from '../querySchema.ts';

/** How aggregates are drawn. What is left out is as the view opens. */
const aggregatesOptionsSchema = z.strictObject({
  /** `row`, `column`, `doughnut` or `treemap`. */
  kind: z.string().max(20).optional(),
  /** Groups beyond these are drawn as one. */
  top: z.int().min(1).max(100).optional(),
});
export type AggregatesOptions = z.infer<typeof aggregatesOptionsSchema>;

/** The aggregates of a resource: the query, and how the answer is drawn. */
export const aggregatesLocationSchema = z
  .strictObject({
    view: z.literal('aggregates'),
    resource: resource.optional(),
    query: querySchema.optional(),
    options: aggregatesOptionsSchema.optional(),
  })
  .readonly();
