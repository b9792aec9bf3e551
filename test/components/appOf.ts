import type { Bridge } from '../../renderer/bridge.ts';
import { AppState, type Register } from '../../renderer/shell/app.svelte.ts';
import type { Views } from '../../renderer/shell/view.ts';

/** The app of a window with these views and features alone. */
export function appOf(
  bridge: Bridge,
  views: Partial<Views> = {},
  registers: readonly Register[] = [],
): AppState {
  return new AppState(bridge, views as Views, registers);
}
