import { z } from 'zod';
import { resource } from '../calls/call.ts';
import { querySchema } from '../query.ts';

/** The timeseries of a resource: what is asked, and how it is drawn. */
export const timeseriesLocationSchema = z
  .strictObject({
    view: z.literal('timeseries'),
    resource: resource.optional(),
    query: querySchema.optional(),
    /** How it is drawn, by the name of the choice. */
    options: z
      .record(z.string().max(100), z.union([z.string().max(200), z.number(), z.boolean()]))
      .optional(),
  })
  .readonly();

export type TimeseriesLocation = z.infer<typeof timeseriesLocationSchema>;
