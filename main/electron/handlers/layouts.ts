import type { layoutCalls } from '../../../preload/contract/layouts.ts';
import { layoutSchema } from '../../../preload/contract/layouts.ts';
import { resourceNames } from '../../../preload/contract/resources.ts';
import type { HandlersOf } from '../../platform/callHandlers.ts';
import type { HandlerContext } from './context.ts';

/** Layouts are user documents, one for each resource. */
const kind = 'layout';

/** How the user has arranged the grids. A layout that can no longer be read is as if there were none. */
export function layoutHandlers({ services }: HandlerContext): HandlersOf<typeof layoutCalls> {
  const { user } = services.store;
  return {
    async listLayouts() {
      const documents = await user.listDocuments(kind);
      return documents.flatMap(({ id, value }) => {
        const resource = resourceNames.find((name) => name === id);
        const layout = layoutSchema.safeParse(value);
        return resource !== undefined && layout.success ? [{ resource, layout: layout.data }] : [];
      });
    },
    async saveLayout({ resource, layout }) {
      await user.changeDocuments([{ kind, id: resource, value: layout ?? undefined }]);
    },
  };
}
