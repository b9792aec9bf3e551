import { Menu, Tray, type MenuItemConstructorOptions, nativeImage, type NativeImage } from 'electron';

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
        tray.on('click', () => actions.open());
      } else tray.setImage(picture);
      tray.setToolTip(`RWA Explorer: ${state.tooltip}`);
      tray.setContextMenu(Menu.buildFromTemplate(entriesOf(state, actions)));
    },
    /** Takes the icon away, where there is one. */
    hide() {
      tray?.destroy();
      tray = null;
    },
  };
}

function entriesOf(state: TrayState, actions: TrayActions): MenuItemConstructorOptions[] {
  const { unread, paused, networkIsMetered, canCheck } = state;
  return [
    { label: state.tooltip, enabled: false },
    { type: 'separator' },
    {
      label: 'Open RWA Explorer',
      click: () => actions.open(),
    },
    {
      label: unread === 0 ? 'New transactions' : `New transactions (${unread.toLocaleString()})`,
      click: () => actions.openFeed(),
    },
    {
      label: 'Check now',
      enabled: canCheck,
      click: () => actions.checkNow(),
    },
    { type: 'separator' },
    {
      label: 'Pause watching',
      type: 'checkbox',
      checked: paused,
      click: () => actions.setPaused(!paused),
    },
    {
      label: 'This network is metered',
      type: 'checkbox',
      checked: networkIsMetered,
      click: () => actions.setMetered(!networkIsMetered),
    },
    { type: 'separator' },
    {
      label: 'Quit',
      click: () => actions.quit(),
    },
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

/** What the tray icon shows at a glance. */
type TrayStatus = 'quiet' | 'news' | 'paused';

type Color = readonly [red: number, green: number, blue: number];

/** Bars of the app's icon on a grid of 16: left, top, right, bottom. */
const bars = [
  [2, 8, 5, 14],
  [6.5, 5, 9.5, 14],
  [11, 7, 14, 14],
] as const;
const dot = { x: 12.5, y: 3.5, radius: 3 } as const;

const blue: Color = [0x3e, 0x63, 0xd6];
const grey: Color = [0x8a, 0x90, 0x97];
const red: Color = [0xd8, 0x3a, 0x2e];
const black: Color = [0, 0, 0];

/** The icon as bytes: blue, green, red and opacity of each pixel, row by row, so many pixels wide and high. */
export function drawPicture(size: number, status: TrayStatus, template: boolean): Buffer {
  const pixels = Buffer.alloc(size * size * 4);
  const scale = size / 16;
  const barColor = template ? black : status === 'paused' ? grey : blue;
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      const [left, top] = [(x + 0.5) / scale, (y + 0.5) / scale];
      const inBar = bars.some(([x1, y1, x2, y2]) => left > x1 && left < x2 && top > y1 && top < y2);
      const inDot = status === 'news' && Math.hypot(left - dot.x, top - dot.y) < dot.radius;
      if (!inBar && !inDot) continue;
      const [r, g, b] = inDot && !template ? red : barColor;
      pixels.set([b, g, r, status === 'paused' && template ? 110 : 255], (y * size + x) * 4);
    }
  }
  return pixels;
}
