import { z } from 'zod';
import { resource } from '../call.ts';
import { querySchema } from '../querySchema.ts';

const name = z.string().min(1).max(200);
const day = z.number().min(-1_000_000).max(1_000_000);

/** How timeseries are drawn. What is left out is as the view opens. */
const timeseriesOptionsSchema = z.strictObject({
  /** `line`, `area`, `stacked`, `share` or `bar`. */
  kind: z.string().max(20).optional(),
  logarithmic: z.boolean().optional(),
  /** What is made of the values: `index`, `change`, `average` or `year`. */
  transform: z.string().max(20).optional(),
  /** Points that a moving average takes. */
  window: z.int().min(2).max(1000).optional(),
  /** So many series of a stack are drawn by themselves; without it as many as tell most of the whole. */
  top: z.int().min(1).max(100).optional(),
  /** A second measure, on an axis of its own. */
  second: name.optional(),
  /** What is in view, in days since 1970 UTC. */
  view: z.tuple([day, day]).optional(),
  /** Ids of series that are not drawn. */
  hidden: z.array(z.string().max(200)).max(1000).optional(),
  annotations: z
    .array(z.strictObject({ day: z.int(), text: z.string().min(1).max(200) }))
    .max(50)
    .optional(),
  /** True while the figures are shown as a table. */
  table: z.boolean().optional(),
});
export type TimeseriesOptions = z.infer<typeof timeseriesOptionsSchema>;

/** The timeseries of a resource: what is asked, and how it is drawn. */
export const timeseriesLocationSchema = z
  .strictObject({
    view: z.literal('timeseries'),
    resource: resource.optional(),
    query: querySchema.optional(),
    options: timeseriesOptionsSchema.optional(),
  })
  .readonly();
