import type { layoutCalls } from '../../../preload/contract/layouts.ts';
import type { HandlersOf } from '../../platform/callHandlers.ts';
import { layoutKind, readLayouts } from '../../store/layouts.ts';
import type { HandlerContext } from './context.ts';

/** How the user has arranged the grids. */
export function layoutHandlers({ services }: HandlerContext): HandlersOf<typeof layoutCalls> {
  const { user } = services.store;
  return {
    listLayouts: () => readLayouts(user),
    async saveLayout({ resource, layout }) {
      await user.changeDocuments([{ kind: layoutKind, id: resource, value: layout ?? undefined }]);
    },
  };
}
