import { z } from 'zod';
import { recordId, resource } from '../call.ts';
import { filterSchema, sortSchema } from '../querySchema.ts';
import { totalsDefinitionSchema } from '../totals.ts';

/** The records of one resource, by a query. */
export const browseLocationSchema = z
  .strictObject({
    view: z.literal('browse'),
    resource,
    /** Words looked for in the searchable fields; empty for none. */
    search: z.string().max(500),
    /** Further filters, all of which must hold. */
    filters: z.array(filterSchema).max(200).readonly(),
    /** Left out for the order in which the resource opens. */
    sort: sortSchema.optional(),
    /** The record in the panel, if one is open. */
    recordId: recordId.optional(),
    /** The totals beside or over the table, if they are shown. */
    totals: totalsDefinitionSchema.optional(),
    /** The columns of a saved view or template, in place of the user's own while the place is shown. */
    columns: z.array(z.string().min(1).max(200)).min(1).max(500).readonly().optional(),
    /** How many of these stay in sight at the left, where the user has chosen. */
    pinned: z.int().min(0).max(500).optional(),
    /** The field whose summary stands beside the table, if one does. */
    summary: z.string().min(1).max(200).optional(),
    /** True while the query builder is open. */
    queryOpen: z.boolean().optional(),
    /** The first row on screen, from 0. */
    row: z.int().min(0).optional(),
  })
  .readonly();

export type BrowseLocation = z.infer<typeof browseLocationSchema>;
