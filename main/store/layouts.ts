import { layoutSchema, type Layout } from '../../preload/contract/layouts.ts';
import { resourceNames, type ResourceName } from '../../preload/contract/resources.ts';
import type { UserStore } from './store.ts';

export const layoutKind = 'layout';

export async function readLayouts(
  user: Pick<UserStore, 'listDocuments'>,
): Promise<{ resource: ResourceName; layout: Layout }[]> {
  return (await user.listDocuments(layoutKind)).flatMap(({ id, value }) => {
    const resource = resourceNames.find((name) => name === id);
    const layout = layoutSchema.safeParse(value);
    return resource !== undefined && layout.success ? [{ resource, layout: layout.data }] : [];
  });
}
