import { makeCodec, type Codec } from './codec.ts';
import type { ProtocolSession } from './chromium/protocol.ts';
import type { Page } from './engine.ts';
import { Emitter, preventable, type PreventableEvent } from './emitter.ts';
import { Frames, type WebFrameMain } from './frames.ts';
import { electronName } from './lacking.ts';
import { blankPath, type Loopback } from './loopback.ts';
import { PageDebugger } from './pageDebugger.ts';
import {
  bindingName,
  isolatedWorld,
  parseFromPage,
  receiverName,
  type FromPage,
  type ToPage,
} from './page/messages.ts';
import { mainWorldScript, preloadScript } from './page/preloadScript.ts';
import type { Session } from './session.ts';

interface Navigation {
  url: string;
  isMainFrame: boolean;
  isSameDocument: boolean;
}

interface WebContentsEvents {
  'did-finish-load': [];
  'dom-ready': [];
  destroyed: [];
  'render-process-gone': [event: object, details: Electron.RenderProcessGoneDetails];
  'will-navigate': [event: PreventableEvent & Navigation];
  /** Frames and redirects are not followed by the shell: listened to, never happens. */
  'will-frame-navigate': [event: PreventableEvent & Navigation];
  'will-redirect': [event: PreventableEvent & Navigation];
  /** The shell has no webviews: listened to, never happens. */
  'will-attach-webview': [event: PreventableEvent];
}

/** Answers with the only thing the shell can do. */
type WindowOpenHandler = (details: { url: string; frameName: string; features: string }) => {
  action: 'deny';
};

export interface IpcMainInvokeEvent {
  readonly sender: WebContents;
  /** Null when the frame is gone. */
  readonly senderFrame: WebFrameMain | null;
  readonly type: 'frame';
}

/** Takes the messages of pages. */
export interface MessageReceiver {
  /** Takes one and returns what the page is to be told, if anything. */
  receive(event: IpcMainInvokeEvent, message: MessageOfPage, codec: Codec): Promise<string | undefined>;
}

export type MessageOfPage = Extract<FromPage, readonly ['invoke' | 'send', ...unknown[]]>;

/** What the shell is told of a page, besides messages for `ipcMain`. */
export interface PageNews {
  dark(dark: boolean): void;
  bounds(bounds: Electron.Rectangle): void;
}

export interface WebContentsParts {
  id: number;
  loopback: Loopback;
  ipcMain: MessageReceiver;
  session: Session;
  preload: string | undefined;
  news: PageNews;
  /** Resolves when the window's page is there. */
  page: Promise<Page>;
}

/** `webContents`: the page of a window. Commands given before the page is there wait for it. */
export class WebContents extends Emitter<WebContentsEvents> {
  readonly [electronName] = 'electron.webContents';
  readonly id: number;
  readonly session: Session;
  readonly debugger: PageDebugger;
  protected readonly events = [
    'did-finish-load',
    'dom-ready',
    'destroyed',
    'render-process-gone',
    'will-navigate',
    'will-frame-navigate',
    'will-redirect',
    'will-attach-webview',
  ] as const;
  private readonly parts: WebContentsParts;
  private readonly codec: Codec = makeCodec();
  private readonly frames: Frames;
  readonly ready: Promise<ProtocolSession>;
  private openHandler: WindowOpenHandler = () => ({ action: 'deny' });
  private destroyed = false;
  /** The address that `loadURL` is about to load, which is no navigation of the page's own. */
  private loading: string | undefined;

  constructor(parts: WebContentsParts) {
    super();
    this.parts = parts;
    this.id = parts.id;
    this.session = parts.session;
    this.frames = new Frames(parts.loopback);
    this.ready = parts.page.then(async ({ session: protocol }) => {
      this.follow(protocol);
      await Promise.all([
        protocol.send('Page.enable'),
        protocol.send('Runtime.enable'),
        protocol.send('Runtime.addBinding', { name: bindingName, executionContextName: isolatedWorld }),
        protocol.send('Fetch.enable', { patterns: [{ resourceType: 'Document' }] }),
        protocol.send('Runtime.runIfWaitingForDebugger'),
      ]);
      if (parts.preload !== undefined) {
        // In this order, which is that of their evaluation.
        await protocol.send('Page.addScriptToEvaluateOnNewDocument', { source: mainWorldScript() });
        await protocol.send('Page.addScriptToEvaluateOnNewDocument', {
          source: preloadScript(parts.preload),
          worldName: isolatedWorld,
        });
      }
      return protocol;
    });
    this.ready.catch(() => undefined);
    this.debugger = new PageDebugger(this.ready);
  }

  getURL(): string {
    return this.frames.top.url;
  }

  isDestroyed(): boolean {
    return this.destroyed;
  }

  setWindowOpenHandler(handler: WindowOpenHandler): void {
    this.openHandler = handler;
  }

  /** All of the shell's pages have the strictest one: see `chromium/launch.ts`. */
  setWebRTCIPHandlingPolicy(policy: Parameters<Electron.WebContents['setWebRTCIPHandlingPolicy']>[0]): void {
    if (policy !== 'disable_non_proxied_udp') throw new Error(`The Chromium shell has no policy ${policy}`);
  }

  send(channel: string, ...args: unknown[]): void {
    const message: ToPage = ['event', channel, args];
    let text: string;
    try {
      text = this.codec.encode(message);
    } catch {
      throw new Error('Failed to serialize arguments');
    }
    void this.ready.then((protocol) => {
      this.tell(protocol, text);
    });
  }

  /** Loads an address, and resolves when its load event has happened. For `BrowserWindow.loadURL`. */
  async loadURL(url: string): Promise<void> {
    const protocol = await this.ready;
    const address = this.parts.loopback.toLoopback(url);
    const loaded = new Promise<void>((resolve) => this.once('did-finish-load', resolve));
    this.parts.session.decide(await this.parts.page, this.parts.loopback.origin, this);
    this.loading = address.split('#')[0];
    const { errorText } = await protocol.send('Page.navigate', { url: address });
    this.loading = undefined;
    if (errorText !== undefined) throw new Error(`${errorText} loading '${url}'`);
    await loaded;
  }

  /** Runs a command of the protocol once the page is there. For the shell, not for the app. */
  withProtocol(use: (protocol: ProtocolSession) => void): void {
    this.ready.then(use, () => undefined);
  }

  /**
   * Evaluates an expression as if the user had just clicked, in the world of the preload: what the page has made of the objects of
   * the language and the document is not seen there. For the shell, not for the app.
   */
  async evaluate(expression: string): Promise<void> {
    const protocol = await this.ready;
    const contextId = this.frames.topContext;
    if (contextId === undefined || this.destroyed) return;
    const options = { contextId, awaitPromise: true, userGesture: true };
    const ended = new Promise((resolve) =>
      this.once('destroyed', () => {
        resolve(undefined);
      }),
    );
    await Promise.race([
      protocol.send('Runtime.evaluate', { expression, ...options }).catch(() => undefined),
      ended,
    ]);
  }

  /** The page is gone. For the shell, not for the app. */
  end(): void {
    this.destroyed = true;
    this.happen('destroyed');
  }

  private follow(protocol: ProtocolSession): void {
    this.frames.follow(protocol);
    protocol.on('Page.domContentEventFired', () => {
      this.happen('dom-ready');
    });
    protocol.on('Page.loadEventFired', () => {
      if (!this.isBlank(this.getURL())) this.happen('did-finish-load');
    });
    protocol.on('Inspector.targetCrashed', () => {
      this.happen('render-process-gone', {}, { reason: 'crashed', exitCode: 1 });
    });
    protocol.on('Page.windowOpen', ({ url, windowName, windowFeatures }) => {
      const address = this.parts.loopback.toScheme(url);
      this.openHandler({ url: address, frameName: windowName, features: windowFeatures.join() });
    });
    protocol.on('Fetch.requestPaused', ({ requestId, request, frameId }) => {
      if (this.mayNavigate(request.url, frameId)) protocol.tell('Fetch.continueRequest', { requestId });
      else protocol.tell('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
    });
    protocol.on('Runtime.bindingCalled', ({ name, payload, executionContextId }) => {
      if (name === bindingName) void this.receive(protocol, payload, executionContextId);
    });
  }

  /** Asks `will-navigate` about a navigation of the top frame that the page began. */
  private mayNavigate(url: string, frameId: string): boolean {
    if (!this.frames.isTop(frameId) || url === this.loading || this.isBlank(url)) return true;
    const address = this.parts.loopback.toScheme(url);
    const event = preventable({ url: address, isMainFrame: true, isSameDocument: false });
    this.happen('will-navigate', event);
    return !event.defaultPrevented;
  }

  private isBlank(url: string): boolean {
    return url === 'about:blank' || url.endsWith(blankPath);
  }

  /** Only what the preload's world sends comes here; what is no message of the shell's own script there is dropped. */
  private async receive(protocol: ProtocolSession, payload: string, contextId: number): Promise<void> {
    const message = parseFromPage(this.decode(payload));
    if (message === undefined) return;
    if (message[0] === 'dark') this.parts.news.dark(message[1]);
    else if (message[0] === 'bounds') this.parts.news.bounds(message[1]);
    else {
      const { frames } = this;
      const event: IpcMainInvokeEvent = {
        sender: this,
        // Looked up each time, as in Electron: a frame that has left is null.
        get senderFrame() {
          return frames.ofContext(contextId);
        },
        type: 'frame',
      };
      const answer = await this.parts.ipcMain.receive(event, message, this.codec);
      if (answer !== undefined) this.tell(protocol, answer);
    }
  }

  private decode(payload: string): unknown {
    try {
      return this.codec.decode(payload);
    } catch (error) {
      process.stderr.write(`A message of the page cannot be read: ${String(error)}\n`);
      return undefined;
    }
  }

  private tell(protocol: ProtocolSession, text: string): void {
    const contextId = this.frames.topContext;
    // A document without the preload, such as the blank one, has no receiver: the message is lost, as in Electron.
    if (contextId === undefined) return;
    const expression = `globalThis.${receiverName}?.(${JSON.stringify(text)})`;
    // Each message is a script of its own. V8 keeps the scripts that it compiles for some collections, in case they come again,
    // and with them their texts; those of a console (REPL) it does not. A call with arguments is compiled and kept as well.
    protocol.tell('Runtime.evaluate', { expression, contextId, silent: true, replMode: true });
  }
}
