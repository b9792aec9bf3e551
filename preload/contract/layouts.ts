import { z } from 'zod';
import { call, resource } from './call.ts';
import { narrowestColumnPx, widestColumnPx } from './limits.ts';
import type { ResourceName } from './resources/names.ts';

const fieldName = z.string().min(1).max(200);

/** CSS pixels, where the user has set them. */
export const columnWidthsSchema = z.record(fieldName, z.int().min(narrowestColumnPx).max(widestColumnPx));

/** The grid of a resource on all connections. A field that is no longer sent keeps its place. */
export const layoutSchema = z.strictObject({
  /** Pinned columns first. */
  columns: z.array(fieldName).min(1, 'must have a column').max(2000, 'must have 2,000 columns at most'),
  pinned: z.int().min(0).max(2000),
  widths: columnWidthsSchema,
  /** `compact`: `$1.23B`. `full`: `$1,234,567,890.12`. */
  figures: z.enum(['compact', 'full']),
});

export type Layout = z.infer<typeof layoutSchema>;

export const layoutCalls = {
  listLayouts: call().returns<{ resource: ResourceName; layout: Layout }[]>(),
  /** Null deletes the layout. */
  saveLayout: call({ resource, layout: layoutSchema.nullable() }).returns<undefined>(),
} as const;
