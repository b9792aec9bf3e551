import type { LinkTarget } from '../../preload/contract/locations/link.ts';

export type DialogName = 'palette' | 'connect' | 'shortcuts' | 'openLink' | 'support';

/** The dialog that stands over the window, if one does. */
export class Dialogs {
  current = $state<DialogName | null>(null);
  /** A link to another connection than the one shown: a dialog asks the user what to do. */
  foreignLink = $state.raw<LinkTarget | null>(null);

  open(name: DialogName): void {
    this.current = name;
  }

  close(): void {
    this.current = null;
    this.foreignLink = null;
  }
}
