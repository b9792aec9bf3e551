import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { App } from './app.ts';
import { ShellWindow, type BrowserWindowOptions, type WindowHost } from './browserWindow.ts';
import { Clipboard, ClipboardItem } from './clipboard.ts';
import { Control, type OutsideMessage } from './control.ts';
import { Dialog } from './dialog.ts';
import { preventable } from './emitter.ts';
import { engine } from './engine.ts';
import { IpcMain } from './ipcMain.ts';
import { chooseEntry, Menu } from './menu.ts';
import { NativeImage } from './nativeImage.ts';
import { NativeTheme } from './nativeTheme.ts';
import { Net } from './net.ts';
import {
  clickNotification,
  ShellNotification,
  type NotificationOptions,
  type Shown,
} from './notification.ts';
import { PowerMonitor } from './powerMonitor.ts';
import { Protocol } from './protocol.ts';
import { askInOwnWindow } from './question.ts';
import { Screen } from './screen.ts';
import { SessionModule } from './session.ts';
import { Shell } from './shell.ts';
import { ShellTray } from './tray.ts';
import { UtilityProcess } from './utilityProcess.ts';

export interface ShellOptions {
  /** The folder with the app's `package.json`. */
  readonly appFolder: string;
  readonly isPackaged: boolean;
  /** All arguments. */
  readonly args: readonly string[];
}

/** What an app is given at its start. */
export type Composition = ReturnType<typeof compose>;

/** Makes the shell of an app: each module of Electron once, over the Chromium of this process. */
export function compose({ appFolder, isPackaged, args }: ShellOptions) {
  const protocol = new Protocol();
  engine.loopback.handlerOf = (scheme) => protocol.handlerOf(scheme);
  const ipcMain = new IpcMain();
  const windows: ShellWindow[] = [];
  const shownNotifications: Shown = new Set();
  const trays: ShellTray[] = [];
  const life = Promise.withResolvers<number>();

  const control: Control = new Control(() => {
    app.quit();
  }, happenOutside);
  const report = (did: string, ...told: readonly unknown[]): void => {
    control.report(did, ...told);
  };
  const powerMonitor = new PowerMonitor();
  const app: App = new App({ appFolder, isPackaged, args, windows, report, relaunch, ended: life.resolve });
  const session = new SessionModule(
    () => app.isReady(),
    (created) => {
      app.happen('session-created', created);
    },
    selectCertificate,
  );
  engine.onDownload = (url, name) => {
    const event = preventable({});
    session.defaultSession.happen('will-download', event, { getURL: () => url, getFilename: () => name });
    // Electron asks the user where to save what nobody prevents (`electron_download_manager_delegate.cc`).
    report('will-download', name, event.defaultPrevented);
  };
  const nativeTheme = new NativeTheme(() => {
    windows.forEach(applyTheme);
  });

  const headless =
    app.commandLine.hasSwitch('headless') || app.commandLine.getSwitchValue('ozone-platform') === 'headless';
  const dialog = new Dialog({
    windows,
    control,
    // Nobody, where a test has the answers and where there is no screen.
    ask: headless ? () => Promise.resolve(undefined) : askInOwnWindow(engine),
    downloadsFolder: () => app.getPath('downloads'),
    isReady: () => app.isReady(),
  });
  const clipboard = new Clipboard(async (expression) => {
    await windows.at(-1)?.webContents.evaluate(`${expression}.catch(() => undefined)`);
  });

  const host: WindowHost = {
    engine,
    ipcMain,
    session: () => session.defaultSession,
    windows,
    dark: (dark) => {
      nativeTheme.pageIsDark(dark);
    },
    created: (window) => {
      applyTheme(window);
      app.happen('web-contents-created', {}, window.webContents);
      app.happen('browser-window-created', {}, window);
    },
    report,
    closed: () => {
      if (windows.length === 0) app.allWindowsClosed();
    },
  };

  class Notification extends ShellNotification {
    constructor(options: NotificationOptions = {}) {
      super(control, shownNotifications, options);
    }

    static isSupported(): boolean {
      return true;
    }

    /** Windows alone tells of clicks so, and the shell of none. */
    static handleActivation(_callback: (details: { arguments: string }) => void): void {
      throw new Error('The Chromium shell has no electron.Notification.handleActivation');
    }
  }

  class Tray extends ShellTray {
    constructor(image: NativeImage) {
      super(control, image);
      trays.push(this);
    }
  }

  let lastWindowId = 0;

  class BrowserWindow extends ShellWindow {
    constructor(options: BrowserWindowOptions = {}) {
      lastWindowId += 1;
      super(host, lastWindowId, options);
    }

    static getAllWindows(): ShellWindow[] {
      return [...windows];
    }
  }

  /**
   * The app's main module has run: starts Chromium, and tells the app meanwhile that it is ready. Resolves with its exit code when it has
   * ended, and all that it has opened with it.
   */
  async function live(): Promise<number> {
    const valueOf = (name: string): string | undefined => {
      const value = app.commandLine.getSwitchValue(name);
      return value === '' ? undefined : value;
    };
    if (!app.isQuitting) {
      const port = valueOf('remote-debugging-port');
      const started = engine.start(
        {
          profileFolder: path.join(app.getPath('userData'), 'Chromium'),
          headless,
          debuggingPort: port === undefined ? undefined : Number(port),
          netLog: valueOf('log-net-log'),
          jsFlags: valueOf('js-flags'),
        },
        () => {
          app.quit();
        },
      );
      app.becomeReady();
      await started;
    }
    const exitCode = await life.promise;
    await engine.end();
    control.close();
    return exitCode;
  }

  /**
   * The store of the system holds what a test names, and nothing else. Its first certificate goes to every host that asks, unless the app decides
   * (`App::SelectClientCertificate`). Node does not tell who asks: the app is asked for each host.
   */
  function selectCertificate(host: string): string | undefined {
    const file = process.env['CHROMIUM_SHELL_CLIENT_CERTIFICATE'];
    if (file === undefined) return undefined;
    const data = readFileSync(file, 'utf8');
    const event = preventable({});
    let chosen: string | undefined;
    app.happen('select-client-certificate', event, null, host, [{ data }], (certificate) => {
      chosen = certificate?.data;
    });
    return event.defaultPrevented ? chosen : data;
  }

  function happenOutside(message: OutsideMessage): void {
    if ('choose' in message) chooseEntry(message.choose);
    else if ('chooseInTray' in message) void chooseInTray(message.chooseInTray);
    else if ('clickNotification' in message) clickNotification(shownNotifications, message.clickNotification);
    else powerMonitor.change(message.battery);
  }

  /** Electron's windows live in the process of the tray: one that is closed is gone for a choice that is made afterwards. */
  async function chooseInTray(label: string): Promise<void> {
    // Chromium that has ended tells no more.
    await engine.caughtUp().catch(() => undefined);
    trays.at(-1)?.choose(label);
  }

  function relaunch(switches: readonly string[]): void {
    if (control.connected) {
      control.report('app.relaunch', ...switches);
      return;
    }
    process.once('exit', () => {
      spawn(process.execPath, switches, {
        detached: true,
        stdio: 'inherit',
      }).unref();
    });
  }

  function applyTheme(window: ShellWindow): void {
    const value = nativeTheme.themeSource === 'system' ? '' : nativeTheme.themeSource;
    window.webContents.withProtocol((page) => {
      page.tell('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value }] });
    });
  }

  return {
    live,
    electron: {
      app,
      BrowserWindow,
      clipboard,
      ClipboardItem,
      dialog,
      ipcMain,
      Menu,
      nativeImage: NativeImage,
      nativeTheme,
      net: new Net(),
      Notification,
      powerMonitor,
      protocol,
      screen: new Screen(),
      session,
      shell: new Shell(control),
      Tray,
      utilityProcess: UtilityProcess,
    },
  };
}
