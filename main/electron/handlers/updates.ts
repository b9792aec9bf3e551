import type { updateCalls } from '../../../preload/contract/calls/updates.ts';
import type { HandlersOf } from '../ipc.ts';
import type { HandlerContext } from './context.ts';

/** New versions of the app. */
export function updateHandlers({ run: { updates } }: HandlerContext): HandlersOf<typeof updateCalls> {
  return {
    getUpdateState: () => Promise.resolve(updates.state),
    checkForUpdate: () => updates.check(),
    downloadUpdate: () => updates.download(),
    installUpdate: () => updates.install(),
  };
}
