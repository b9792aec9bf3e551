import { z } from 'zod';
import { resource } from '../call.ts';
import { querySchema } from '../querySchema.ts';

/** Absent members use the view's defaults. */
const aggregatesOptionsSchema = z.strictObject({
  kind: z.string().max(20).optional(),
  /** Groups to draw; the rest becomes one. */
  top: z.int().min(1).max(100).optional(),
});
export type AggregatesOptions = z.infer<typeof aggregatesOptionsSchema>;

export const aggregatesLocationSchema = z
  .strictObject({
    view: z.literal('aggregates'),
    resource: resource.optional(),
    query: querySchema.optional(),
    options: aggregatesOptionsSchema.optional(),
  })
  .readonly();
