import { BrowserWindow } from 'electron';
import { appOrigin } from './appOrigin.ts';

export interface WindowOptions {
  readonly preloadFile: string;
  /** False when the app was asked to run without a window on the screen. */
  readonly visible: boolean;
}

/** Opens the window of the app. Rule: Electron security checklist, 2 to 10: every preference is stated, defaults or not. */
export function openWindow({ preloadFile, visible }: WindowOptions): BrowserWindow {
  const window = new BrowserWindow({
    title: 'RWA Explorer',
    width: 1440,
    height: 900,
    minWidth: 900,
    minHeight: 600,
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
      window.show();
    });
  }
  void window.loadURL(`${appOrigin}/`);
  return window;
}
