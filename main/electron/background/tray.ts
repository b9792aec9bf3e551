import { Menu, Tray, type MenuItemConstructorOptions, nativeImage, type NativeImage } from 'electron';
import { drawPicture, type TrayStatus } from '../../platform/system/drawPicture.ts';

export interface TrayState {
  readonly status: TrayStatus;
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
        // On macOS a click also opens the menu (`tray_icon_cocoa.mm`), which has an entry for the window.
        if (process.platform !== 'darwin') tray.on('click', () => actions.open());
      } else tray.setImage(picture);
      tray.setToolTip(`RWA Explorer: ${state.tooltip}`);
      // Electron ticks a clicked item (`menu-item.ts`) even if the setting cannot be stored.
      const clicked = (change: () => void) => () => {
        shown = '';
        change();
      };
      tray.setContextMenu(Menu.buildFromTemplate(entriesOf(state, actions, clicked)));
    },
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
