import { readFileSync } from 'node:fs';
import path from 'node:path';
import { CommandLine } from './commandLine.ts';
import { Emitter, preventable, type PreventableEvent } from './emitter.ts';
import { InstanceLock } from './instanceLock.ts';
import { electronName } from './lacking.ts';
import { appDataFolder, downloadsFolder, type PathName } from './paths.ts';
import type { ShellWindow } from './browserWindow.ts';
import type { Session } from './session.ts';
import type { WebContents } from './webContents.ts';

interface AppEvents {
  ready: [];
  'window-all-closed': [];
  'before-quit': [event: PreventableEvent];
  'will-quit': [event: PreventableEvent];
  quit: [event: object, exitCode: number];
  'second-instance': [event: object, argv: string[], workingDirectory: string];
  /** Happens on macOS only, where the system hands links over: listened to, never happens. */
  'open-url': [event: PreventableEvent, url: string];
  /** The same of files. */
  'open-file': [event: PreventableEvent, path: string];
  'web-contents-created': [event: object, contents: WebContents];
  'session-created': [session: Session];
  'browser-window-created': [event: object, window: ShellWindow];
  /** As with `activate`: Chromium does not tell. */
  'browser-window-focus': [event: object, window: ShellWindow];
  'select-client-certificate': [
    event: PreventableEvent,
    contents: WebContents | null,
    url: string,
    certificates: { data: string }[],
    answer: (certificate?: { data: string }) => void,
  ];
  /** Happens on macOS only, where Chromium does not tell: listened to, never happens. */
  activate: [event: object, hasVisibleWindows: boolean];
}

/** What the app may say of its start with the user's session. */
type LoginSettings = Pick<Electron.Settings, 'openAtLogin' | 'path' | 'args'>;

type Members = Pick<
  Electron.App,
  | 'isPackaged'
  | 'getName'
  | 'getVersion'
  | 'setPath'
  | 'isReady'
  | 'enableSandbox'
  | 'requestSingleInstanceLock'
  | 'setAsDefaultProtocolClient'
  | 'setBadgeCount'
  | 'setLoginItemSettings'
  | 'setAppUserModelId'
  | 'setToastActivatorCLSID'
  | 'quit'
  | 'relaunch'
  | 'exit'
>;

export interface AppParts {
  /** The folder with the app's `package.json`. */
  appFolder: string;
  readonly isPackaged: boolean;
  /** All arguments. */
  args: readonly string[];
  windows: readonly ShellWindow[];
  /** Tells the process that started the shell what the app asked for. */
  report: (did: string, ...args: readonly unknown[]) => void;
  /** Has the app started again with these arguments once it has ended. */
  relaunch: (args: readonly string[]) => void;
  ended: (exitCode: number) => void;
}

/** `app`: the life of the app, its names and folders. */
export class App extends Emitter<AppEvents> implements Members {
  readonly [electronName] = 'electron.app';
  readonly isPackaged: boolean;
  /** Only macOS has one. */
  readonly dock: Pick<Electron.Dock, 'hide'> | undefined = undefined;
  readonly commandLine: CommandLine;
  protected readonly events = [
    'ready',
    'window-all-closed',
    'before-quit',
    'will-quit',
    'quit',
    'second-instance',
    'open-url',
    'open-file',
    'web-contents-created',
    'session-created',
    'browser-window-created',
    'browser-window-focus',
    'select-client-certificate',
    'activate',
  ] as const;
  private readonly parts: AppParts;
  private readonly version: string;
  private readonly paths = new Map<PathName, string>();
  private readonly readiness = Promise.withResolvers<undefined>();
  private readonly appName: string;
  private lock: InstanceLock | undefined;
  private ready = false;
  private quitting = false;
  private exiting = false;
  private exitCode = 0;

  constructor(parts: AppParts) {
    super();
    this.parts = parts;
    this.isPackaged = parts.isPackaged;
    this.commandLine = new CommandLine(parts.args);
    const description = readFileSync(path.join(parts.appFolder, 'package.json'), 'utf8');
    const { name, productName, version } = JSON.parse(description) as Record<string, string | undefined>;
    this.appName = productName ?? name ?? 'Electron';
    this.version = version ?? '0.0.0';
  }

  getName(): string {
    return this.appName;
  }

  getVersion(): string {
    return this.version;
  }

  getPath(name: PathName): string {
    const set = this.paths.get(name);
    if (set !== undefined) return set;
    return name === 'userData' ? path.join(appDataFolder(), this.appName) : downloadsFolder();
  }

  setPath(name: PathName, value: string): void {
    if (!path.isAbsolute(value)) throw new Error('Path must be absolute');
    this.paths.set(name, value);
  }

  isReady(): boolean {
    return this.ready;
  }

  async whenReady(): Promise<void> {
    await this.readiness.promise;
  }

  /** Chromium's sandbox is on for every page in any case. */
  enableSandbox(): void {
    if (this.ready) throw new Error('app.enableSandbox() can only be called before app is ready');
    this.parts.report('app.enableSandbox');
  }

  requestSingleInstanceLock(): boolean {
    this.lock ??= new InstanceLock(this.getPath('userData'));
    return this.lock.request(({ argv, workingDirectory }) => {
      this.happen('second-instance', {}, argv, workingDirectory);
    });
  }

  releaseSingleInstanceLock(): void {
    this.lock?.release();
  }

  /** The shell is no program that the system could start for a link. */
  setAsDefaultProtocolClient(_protocol: string): boolean {
    return false;
  }

  /** Told to the process that started the shell; Chromium's windows have no badge. */
  setBadgeCount(count = 0): boolean {
    this.parts.report('app.setBadgeCount', count);
    return false;
  }

  /** Told to the process that started the shell, which is no program that the system could start. */
  setLoginItemSettings(settings: LoginSettings): void {
    this.parts.report('app.setLoginItemSettings', settings);
  }

  /** The system starts nothing that it was not told of. */
  getLoginItemSettings(
    _options?: Electron.LoginItemSettingsOptions,
  ): Pick<
    Electron.LoginItemSettings,
    'openAtLogin' | 'wasOpenedAtLogin' | 'status' | 'executableWillLaunchAtLogin'
  > {
    return {
      openAtLogin: false,
      wasOpenedAtLogin: false,
      status: 'not-registered',
      executableWillLaunchAtLogin: false,
    };
  }

  /** For Windows' own taskbar and notifications, of which the shell has none. */
  setAppUserModelId(_id: string): void {
    // Nothing to tell.
  }

  /** The same. */
  setToastActivatorCLSID(_id: string): void {
    // Nothing to tell.
  }

  /** As Electron: `before-quit`, then every window closes, then `will-quit`, then the end. Each can be prevented. */
  quit(): void {
    if (this.exiting) return;
    const before = preventable({});
    this.happen('before-quit', before);
    if (before.defaultPrevented) return;
    this.quitting = true;
    for (const window of [...this.parts.windows]) window.close();
    if (this.parts.windows.length > 0) this.quitting = false;
    else this.quitWithoutWindows();
  }

  /** The process is started again when it has ended; a test that has started it is told instead, and starts it itself. */
  relaunch(options: Electron.RelaunchOptions = {}): void {
    this.parts.relaunch(options.args ?? process.argv.slice(1));
  }

  /**
   * As Electron's `Browser::ExitWithCode`: the windows go without being asked, and nobody but `quit` is told. Of several codes the last counts, also
   * of one that is given meanwhile.
   */
  exit(exitCode = 0): void {
    this.exitCode = exitCode;
    if (this.exiting) return;
    this.exiting = true;
    this.quitting = true;
    for (const window of [...this.parts.windows]) window.destroy();
    this.happen('quit', {}, exitCode);
    this.lock?.release();
    this.parts.ended(this.exitCode);
  }

  /** Whether the app has asked to end. For the shell, not for the app. */
  get isQuitting(): boolean {
    return this.quitting;
  }

  /** For the shell, not for the app. */
  becomeReady(): void {
    this.ready = true;
    this.happen('ready');
    this.readiness.resolve(undefined);
  }

  /** The last window is closed. For the shell, not for the app. */
  allWindowsClosed(): void {
    if (this.quitting) return;
    if (this.listenerCount('window-all-closed') === 0) this.quit();
    else this.happen('window-all-closed');
  }

  private quitWithoutWindows(): void {
    const event = preventable({});
    this.happen('will-quit', event);
    if (event.defaultPrevented) this.quitting = false;
    else this.exit();
  }
}
