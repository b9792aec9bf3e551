import type { ClipboardItem as Item } from './clipboard.ts';
import type { Composition } from './composition.ts';
import type { PageContextBridge } from './page/contextBridge.ts';
import type { PageIpcRenderer } from './page/ipcRenderer.ts';

declare const provided: Composition['electron'];

/**
 * The module `electron` as the compiler sees it; `resolveElectron.ts` makes the one that runs. What is not here, the shell lacks: a
 * compile error (`test/chromium-shell/typecheck`), and at run time an error that names it.
 */
export const {
  app,
  BrowserWindow,
  clipboard,
  ClipboardItem,
  dialog,
  ipcMain,
  Menu,
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
} = provided;
export type BrowserWindow = InstanceType<typeof BrowserWindow>;
export type ClipboardItem = Item;
export type Tray = InstanceType<typeof Tray>;
export type Notification = InstanceType<typeof Notification>;
export type { MenuItemConstructorOptions } from './menu.ts';
export type { NativeImage } from './nativeImage.ts';
export type { Session } from './session.ts';
export type { IpcMainInvokeEvent, WebContents } from './webContents.ts';

/** In the preload only, where the page's script provides them. */
export declare const contextBridge: PageContextBridge;
export declare const ipcRenderer: PageIpcRenderer;
