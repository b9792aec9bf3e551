import { z } from 'zod';
import { resource } from '../calls/call.ts';
import { querySchema } from '../query.ts';

/** The aggregates of a resource: what is asked, and how it is drawn. */
export const aggregatesLocationSchema = z
  .strictObject({
    view: z.literal('aggregates'),
    resource: resource.optional(),
    query: querySchema.optional(),
    /** How it is drawn, by the name of the choice. */
    options: z
      .record(z.string().max(100), z.union([z.string().max(200), z.number(), z.boolean()]))
      .optional(),
  })
  .readonly();

export type AggregatesLocation = z.infer<typeof aggregatesLocationSchema>;
