import type { startMarkCalls } from '../../../preload/contract/startMarks.ts';
import type { StartMarks } from '../../platform/system/startMarks.ts';
import type { HandlersOf } from '../../platform/callHandlers.ts';

/** What the window tells of its start. */
export function startMarkHandlers(marks: StartMarks): HandlersOf<typeof startMarkCalls> {
  return {
    tellStartMarks({ marks: told }) {
      for (const { phase, at } of told) marks.reach(phase, at);
    },
  };
}
