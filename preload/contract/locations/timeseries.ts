import { z } from 'zod';
import { resource } from '../call.ts';
import { querySchema } from '../querySchema.ts';

const name = z.string().min(1).max(200);
const day = z.number().min(-1_000_000).max(1_000_000);

/** Absent members use the view's defaults. */
const timeseriesOptionsSchema = z.strictObject({
  kind: z.string().max(20).optional(),
  logarithmic: z.boolean().optional(),
  /** `index`, `change`, `average` or `year`. */
  transform: z.string().max(20).optional(),
  /** Points of the moving average. */
  window: z.int().min(2).max(1000).optional(),
  /** Series drawn in a stack; absent: those that make up most of it. */
  top: z.int().min(1).max(100).optional(),
  /** A second measure with its own axis. */
  second: name.optional(),
  /** Visible days since 1970 UTC. */
  view: z.tuple([day, day]).optional(),
  hidden: z.array(z.string().max(200)).max(1000).optional(),
  annotations: z
    .array(z.strictObject({ day: z.int(), text: z.string().min(1).max(200) }))
    .max(50)
    .optional(),
  table: z.boolean().optional(),
});
export type TimeseriesOptions = z.infer<typeof timeseriesOptionsSchema>;

export const timeseriesLocationSchema = z
  .strictObject({
    view: z.literal('timeseries'),
    resource: resource.optional(),
    query: querySchema.optional(),
    options: timeseriesOptionsSchema.optional(),
  })
  .readonly();
