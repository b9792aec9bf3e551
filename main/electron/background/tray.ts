import { Menu, Tray, type MenuItemConstructorOptions, nativeImage, type NativeImage } from 'electron';
import { drawPicture, type TrayStatus } from '../../platform/system/drawPicture.ts';

/** What the tray shows. */
export interface TrayState {
  readonly status: TrayStatus;
  /** A sentence on what is watched. */
  readonly tooltip: string;
  readonly unread: number;
  readonly paused: boolean;
  readonly networkIsMetered: boolean;
  readonly canCheck: boolean;
}

export interface TrayActions {
  open(): void;
  openFeed(): void;
  checkNow(): void;
  setPaused(paused: boolean): void;
  setMetered(metered: boolean): void;
  quit(): void;
}

/** The app's icon in the tray, or the menu bar on macOS. */
export function createTrayIcon(actions: TrayActions) {
  let tray: Tray | null = null;
  let shown = '';
  return {
    show(state: TrayState) {
      const key = JSON.stringify(state);
      if (tray !== null && key === shown) return;
      shown = key;
      const picture = trayPicture(state.status);
      if (tray === null) {
        tray = new Tray(picture);
        // On macOS a click shows the menu as well (`tray_icon_cocoa.mm`), which has an entry for it.
        if (process.platform !== 'darwin') tray.on('click', () => actions.open());
      } else tray.setImage(picture);
      tray.setToolTip(`RWA Explorer: ${state.tooltip}`);
      // Electron ticks what is clicked by itself (`menu-item.ts`), whether the setting can be stored or not.
      const clicked = (change: () => void) => () => {
        shown = '';
        change();
      };
      tray.setContextMenu(Menu.buildFromTemplate(entriesOf(state, actions, clicked)));
    },
    /** Takes the icon away, where there is one. */
    hide() {
      tray?.destroy();
      tray = null;
    },
  };
}

function entriesOf(
  state: TrayState,
  actions: TrayActions,
  clicked: (change: () => void) => () => void,
): MenuItemConstructorOptions[] {
  const { unread, paused, networkIsMetered, canCheck } = state;
  return [
    { label: state.tooltip, enabled: false },
    { type: 'separator' },
    { label: 'Open RWA Explorer', click: () => actions.open() },
    {
      label: unread === 0 ? 'New transactions' : `New transactions (${unread.toLocaleString('en')})`,
      click: () => actions.openFeed(),
    },
    { label: 'Check now', enabled: canCheck, click: () => actions.checkNow() },
    { type: 'separator' },
    {
      label: 'Pause watching',
      type: 'checkbox',
      checked: paused,
      click: clicked(() => actions.setPaused(!paused)),
    },
    {
      label: 'This network is metered',
      type: 'checkbox',
      checked: networkIsMetered,
      click: clicked(() => actions.setMetered(!networkIsMetered)),
    },
    { type: 'separator' },
    { label: 'Quit', click: () => actions.quit() },
  ];
}

/** The icon for a status. On macOS it is a template, which the system colors. */
function trayPicture(status: TrayStatus): NativeImage {
  const isMac = process.platform === 'darwin';
  const picture = nativeImage.createFromBitmap(drawPicture(16, status, isMac), { width: 16, height: 16 });
  picture.addRepresentation({
    scaleFactor: 2,
    width: 32,
    height: 32,
    buffer: drawPicture(32, status, isMac),
  });
  picture.setTemplateImage(isMac);
  return picture;
}
