import type { Layout } from '../../../preload/contract/layouts.ts';
import { resources, type ResourceName } from '../../../preload/contract/resources.ts';

/** The catalogue's columns; the one that names a record stays in sight. */
export function defaultLayout(resource: ResourceName): Layout {
  const { defaultColumns, titleField } = resources[resource];
  return {
    columns: [...defaultColumns],
    pinned: defaultColumns[0] === titleField ? 1 : 0,
    widths: {},
    figures: 'compact',
  };
}
