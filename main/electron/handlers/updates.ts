import type { updateCalls } from '../../../preload/contract/updates.ts';
import type { HandlersOf } from '../../platform/callHandlers.ts';
import type { HandlerContext } from './context.ts';

/** New versions of the app. */
export function updateHandlers({ run: { updates } }: HandlerContext): HandlersOf<typeof updateCalls> {
  return {
    getUpdateState: () => updates.state,
    checkForUpdate: () => updates.check(),
    downloadUpdate: () => updates.download(),
    installUpdate: () => updates.install(),
  };
}
