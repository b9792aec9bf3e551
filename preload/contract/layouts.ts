import { z } from 'zod';
import { call, resource } from './call.ts';
import { narrowestColumnPx, widestColumnPx } from './limits.ts';
import type { ResourceName } from './resources/names.ts';

const fieldName = z.string().min(1).max(200);

/** Widths of columns in CSS pixels, where the user has set one. */
export const columnWidthsSchema = z.record(fieldName, z.int().min(narrowestColumnPx).max(widestColumnPx));

/**
 * How the user has arranged the grid of a resource, on whichever connection. Columns are named by field; a field that no
 * longer comes stays, so that it is back in its place when it does.
 */
export const layoutSchema = z.strictObject({
  /** The columns shown, in order, the pinned ones first. */
  columns: z.array(fieldName).min(1, 'must have a column').max(2000, 'must have 2,000 columns at most'),
  /** How many of them stay in sight at the left. */
  pinned: z.int().min(0).max(2000),
  widths: columnWidthsSchema,
  /** `compact`: `$1.23B`. `full`: `$1,234,567,890.12`. */
  figures: z.enum(['compact', 'full']),
});

export type Layout = z.infer<typeof layoutSchema>;

/** How the user has arranged the grids. Resources that the user has not touched have no layout. */
export const layoutCalls = {
  listLayouts: call().returns<{ resource: ResourceName; layout: Layout }[]>(),
  /** Keeps a layout, or forgets it where it is null. */
  saveLayout: call({ resource, layout: layoutSchema.nullable() }).returns<undefined>(),
} as const;
