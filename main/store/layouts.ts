import { layoutSchema, type Layout } from '../../preload/contract/layouts.ts';
import { resourceNames, type ResourceName } from '../../preload/contract/resources.ts';
import type { UserStore } from './store.ts';

/** Layouts are user documents, one per resource. */
export const layoutKind = 'layout';

/** Reads the layouts of grids. An unreadable layout counts as absent. */
export async function readLayouts(
  user: Pick<UserStore, 'listDocuments'>,
): Promise<{ resource: ResourceName; layout: Layout }[]> {
  return (await user.listDocuments(layoutKind)).flatMap(({ id, value }) => {
    const resource = resourceNames.find((name) => name === id);
    const layout = layoutSchema.safeParse(value);
    return resource !== undefined && layout.success ? [{ resource, layout: layout.data }] : [];
  });
}
