import type { backgroundCalls } from '../../../preload/contract/calls/background.ts';
import type { Background } from '../background/background.ts';
import type { HandlersOf } from '../ipc.ts';

/** The app behind its window. */
export function backgroundHandlers(background: () => Background): HandlersOf<typeof backgroundCalls> {
  return {
    getBackground: () => Promise.resolve(background().state),
    tellNetwork({ savesData }) {
      background().tellNetwork(savesData);
      return Promise.resolve(undefined);
    },
  };
}
