import { z } from 'zod';
import { resource } from '../call.ts';
import { changeKinds, comparedWithSchema } from '../history.ts';

/** What has changed in the cached records of a resource. */
export const changesLocationSchema = z
  .strictObject({
    view: z.literal('changes'),
    resource,
    /** Left out for the last visit. */
    since: comparedWithSchema.optional(),
    /** The assets of each class together. */
    by: z.literal('class').optional(),
    /** Left out for all kinds. */
    kind: z.enum(changeKinds).optional(),
    /** Left out for dollars before other units. */
    order: z.enum(['amount', 'percent']).optional(),
    page: z.int().min(1).optional(),
  })
  .readonly();
