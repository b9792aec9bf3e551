import type { PageContextBridge } from './page/contextBridge.ts';
import type { PageIpcRenderer } from './page/ipcRenderer.ts';

/**
 * The module `electron` as the app sees it. What is not here, the shell lacks: a compile error
 * (`test/chromium-shell/typecheck`), and at run time an error that names it.
 */
export {
  app,
  BrowserWindow,
  clipboard,
  dialog,
  ipcMain,
  nativeImage,
  nativeTheme,
  net,
  Notification,
  powerMonitor,
  protocol,
  screen,
  session,
  shell,
  Tray,
  utilityProcess,
} from './composition.ts';
export { ClipboardItem } from './clipboard.ts';
export { Menu, type MenuItemConstructorOptions } from './menu.ts';
export type { IpcMainInvokeEvent } from './ipcMain.ts';
export type { NativeImage } from './nativeImage.ts';
export type { Session } from './session.ts';
export type { WebContents } from './webContents.ts';

/** In the preload only, where the page's script provides them. */
export declare const contextBridge: PageContextBridge;
export declare const ipcRenderer: PageIpcRenderer;
