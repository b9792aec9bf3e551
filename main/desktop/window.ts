import { BrowserWindow } from 'electron';
import { appOrigin } from './appOrigin.ts';
import { smallest, type Placement } from './windowState.ts';

export interface WindowOptions {
  readonly preloadFile: string;
  /** False when the app was asked to run without a window on the screen. */
  readonly visible: boolean;
  readonly placement: Placement;
}

/** Opens the window of the app. Rule: Electron security checklist, 2 to 10: every preference is stated, defaults or not. */
export function openWindow({ preloadFile, visible, placement }: WindowOptions): BrowserWindow {
  const { maximized, ...bounds } = placement;
  const window = new BrowserWindow({
    title: 'RWA Explorer',
    ...bounds,
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
  if (visible) {
    window.once('ready-to-show', () => {
      if (maximized) window.maximize();
      window.show();
    });
  }
  void window.loadURL(`${appOrigin}/`);
  return window;
}
