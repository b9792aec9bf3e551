import type { Connection } from '../../preload/contract/connections.ts';
import type { Location } from '../../preload/contract/locations/location.ts';

export type DialogName = 'palette' | 'connect' | 'shortcuts' | 'openLink' | 'support';

/** The dialog that stands over the window, if one does. */
export class Dialogs {
  current = $state<DialogName | null>(null);
  /** Where a link leads on another connection than the one shown: a dialog asks before it switches. */
  switching = $state.raw<{ readonly connection: Connection; readonly location: Location } | null>(null);

  open(name: DialogName): void {
    this.current = name;
  }

  close(): void {
    this.current = null;
    this.switching = null;
  }
}
