import { BrowserWindow } from 'electron';
import { appOrigin } from './appOrigin.ts';
import { smallest, usual, type Placement } from './windowState.ts';

export interface WindowOptions {
  readonly preloadFile: string;
  /** False when the app was asked to run without a window on the screen. */
  readonly visible: boolean;
}

/** A window whose page is loading; it is shown when its page is painted and its place is known. */
export interface OpenedWindow {
  readonly window: BrowserWindow;
  place(placement: Placement): void;
}

/** Opens the window of the app. Rule: Electron security checklist, 2 to 10: every preference is stated, defaults or not. */
export function openWindow({ preloadFile, visible }: WindowOptions): OpenedWindow {
  const window = new BrowserWindow({
    title: 'RWA Explorer',
    ...usual,
    minWidth: smallest.width,
    minHeight: smallest.height,
    show: false,
    webPreferences: {
      preload: preloadFile,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      nodeIntegrationInSubFrames: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      webviewTag: false,
      spellcheck: false,
    },
  });
  const painted = new Promise<void>((resolve) => {
    window.once('ready-to-show', resolve);
  });
  void window.loadURL(`${appOrigin}/`);
  return {
    window,
    place({ maximized, ...bounds }) {
      if (window.isDestroyed()) return;
      const isUsual =
        bounds.x === undefined && bounds.width === usual.width && bounds.height === usual.height;
      if (!isUsual) window.setBounds(bounds);
      if (!visible) return;
      void painted.then(() => {
        if (window.isDestroyed()) return;
        if (maximized) window.maximize();
        window.show();
      });
    },
  };
}
