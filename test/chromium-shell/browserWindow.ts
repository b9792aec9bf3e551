import { readFileSync } from 'node:fs';
import { Emitter, preventable, type PreventableEvent } from './emitter.ts';
import type { Engine, Page } from './engine.ts';
import type { IpcMain } from './ipcMain.ts';
import { electronName } from './lacking.ts';
import type { Session } from './session.ts';
import { WebContents, type PageNews } from './webContents.ts';

interface BrowserWindowEvents {
  close: [event: PreventableEvent];
  closed: [];
  'ready-to-show': [];
  resize: [];
  move: [];
  /** Windows alone tells of the end of a session: listened to, never happens. */
  'session-end': [];
}

/** What the app may ask of a window. Chromium's own sandbox, context isolation and the like are on whatever it says. */
export type BrowserWindowOptions = Pick<
  Electron.BrowserWindowConstructorOptions,
  | 'title'
  | 'width'
  | 'height'
  | 'x'
  | 'y'
  | 'minWidth'
  | 'minHeight'
  | 'show'
  | 'backgroundColor'
  | 'autoHideMenuBar'
  | 'icon'
  | 'webPreferences'
>;

type Members = Pick<
  Electron.BrowserWindow,
  | 'close'
  | 'destroy'
  | 'isDestroyed'
  | 'show'
  | 'focus'
  | 'isVisible'
  | 'isMinimized'
  | 'restore'
  | 'getBounds'
  | 'isFullScreen'
  | 'isMaximized'
  | 'maximize'
  | 'setBounds'
  | 'setBackgroundColor'
>;

/** What the windows of one app share. */
export interface WindowHost {
  engine: Engine;
  ipcMain: IpcMain;
  session: () => Session;
  windows: ShellWindow[];
  dark: (dark: boolean) => void;
  created: (window: ShellWindow) => void;
  /** Tells a test what the app asked for. */
  report: (did: string, ...args: unknown[]) => void;
  closed: () => void;
}

/** `BrowserWindow` over a page of Chromium. */
export class ShellWindow extends Emitter<BrowserWindowEvents> implements Members {
  readonly [electronName] = 'electron.BrowserWindow';
  readonly id: number;
  readonly webContents: WebContents;
  protected readonly events = ['close', 'closed', 'ready-to-show', 'resize', 'move', 'session-end'] as const;
  private readonly host: WindowHost;
  private readonly page: Promise<Page>;
  private bounds: Electron.Rectangle;
  private visible = false;
  private maximized = false;
  private destroyed = false;

  constructor(host: WindowHost, id: number, options: BrowserWindowOptions) {
    super();
    this.host = host;
    this.id = id;
    this.bounds = {
      x: options.x ?? 0,
      y: options.y ?? 0,
      width: options.width ?? 800,
      height: options.height ?? 600,
    };
    this.page = host.engine.openPage();
    this.webContents = new WebContents({
      id,
      loopback: host.engine.loopback,
      ipcMain: host.ipcMain,
      session: host.session(),
      preload: readPreload(options.webPreferences?.preload),
      news: this.news(),
      page: this.page,
    });
    this.page.then(
      ({ closed }) => closed.then(() => this.end()),
      () => undefined,
    );
    this.applyBounds();
    if (options.backgroundColor !== undefined) this.setBackgroundColor(options.backgroundColor);
    this.webContents.once('did-finish-load', () => {
      this.happen('ready-to-show');
    });
    if (options.show !== false) this.show();
    host.report('new BrowserWindow', { ...options.webPreferences });
    host.windows.push(this);
    host.created(this);
  }

  async loadURL(url: string): Promise<void> {
    this.host.report('BrowserWindow.loadURL', url);
    await this.webContents.loadURL(url);
  }

  /** Asks the listeners of `close`, then closes. */
  close(): void {
    const event = preventable({});
    this.happen('close', event);
    if (!event.defaultPrevented) this.destroy();
  }

  /** Closes without asking. */
  destroy(): void {
    // Chromium ends itself now and then where a page is closed that is still being set up.
    Promise.all([this.page, this.webContents.ready]).then(
      ([page]) => {
        this.host.engine.closePage(page);
      },
      () => undefined,
    );
    this.end();
  }

  isDestroyed(): boolean {
    return this.destroyed;
  }

  show(): void {
    this.visible = true;
    this.focus();
  }

  /** As Electron: nothing happens to a window that is hidden (`NativeWindowViews::Focus`). */
  focus(): void {
    if (!this.visible) return;
    this.webContents.withProtocol((protocol) => {
      protocol.tell('Page.bringToFront');
    });
  }

  isVisible(): boolean {
    return this.visible;
  }

  /** Chromium does not tell. */
  isMinimized(): boolean {
    return false;
  }

  /** The shell's menu does not offer it. */
  isFullScreen(): boolean {
    return false;
  }

  isMaximized(): boolean {
    return this.maximized;
  }

  maximize(): void {
    this.maximized = true;
    this.changeWindow({ windowState: 'maximized' });
  }

  restore(): void {
    this.maximized = false;
    this.changeWindow({ windowState: 'normal' });
  }

  getBounds(): Electron.Rectangle {
    return { ...this.bounds };
  }

  setBounds(bounds: Partial<Electron.Rectangle>): void {
    this.bounds = { ...this.bounds, ...bounds };
    this.applyBounds();
  }

  /** The color of a page that has painted none. `#rrggbb` alone is understood. */
  setBackgroundColor(color: string): void {
    const [r = 255, g = 255, b = 255] = (/^#(..)(..)(..)$/.exec(color) ?? [])
      .slice(1)
      .map((part) => Number.parseInt(part, 16));
    this.webContents.withProtocol((protocol) => {
      protocol.tell('Emulation.setDefaultBackgroundColorOverride', { color: { r, g, b } });
    });
  }

  private applyBounds(): void {
    const { x: left, y: top, width, height } = this.bounds;
    this.changeWindow({ left, top, width, height });
  }

  private changeWindow(bounds: {
    left?: number;
    top?: number;
    width?: number;
    height?: number;
    windowState?: 'normal' | 'maximized';
  }): void {
    Promise.all([this.page, this.webContents.ready])
      .then(async ([{ profile }, protocol]) => {
        if (profile !== undefined) return; // It fills the screen.
        const { windowId } = await protocol.send('Browser.getWindowForTarget');
        await protocol.send('Browser.setWindowBounds', { windowId, bounds });
      })
      .catch(() => undefined);
  }

  private news(): PageNews {
    return {
      dark: this.host.dark,
      bounds: (bounds) => {
        const before = this.bounds;
        this.bounds = bounds;
        if (before.width !== bounds.width || before.height !== bounds.height) this.happen('resize');
        if (before.x !== bounds.x || before.y !== bounds.y) this.happen('move');
      },
    };
  }

  private end(): void {
    if (this.destroyed) return;
    this.destroyed = true;
    this.host.windows.splice(this.host.windows.indexOf(this), 1);
    this.webContents.end();
    this.happen('closed');
    this.host.closed();
  }
}

function readPreload(file: string | undefined): string | undefined {
  return file === undefined ? undefined : readFileSync(file, 'utf8');
}
