import type { backgroundCalls } from '../../../preload/contract/background.ts';
import type { Background } from '../background/background.ts';
import type { HandlersOf } from '../../platform/callHandlers.ts';

/** The app behind its window. */
export function backgroundHandlers(background: () => Background): HandlersOf<typeof backgroundCalls> {
  return {
    getBackground: () => background().state,
    tellNetwork({ savesData }) {
      background().tellNetwork(savesData);
    },
  };
}
