import { launchChromium, type Chromium, type LaunchOptions } from './chromium/launch.ts';
import type { Protocol, ProtocolSession } from './chromium/protocol.ts';
import { blankPath, type Loopback } from './loopback.ts';

/** A page of Chromium that a window of the app lives in. */
export interface Page {
  readonly targetId: string;
  readonly session: ProtocolSession;
  /** Resolves when the page is gone, whoever closed it. */
  readonly closed: Promise<void>;
}

interface OpenPage extends Page {
  close(): void;
}

/** Chromium as the windows of the app use it: started once, a page for each window. */
export class Engine {
  readonly loopback: Loopback;
  private chromium: Chromium | undefined;
  private readonly pages = new Map<string, OpenPage>();
  /** Windows that wait for a page that they have asked for, first come first served. */
  private readonly waiting: ((page: Page) => void)[] = [];
  /** The page that Chromium starts with. */
  private readonly firstPage = Promise.withResolvers<Page>();
  private firstPageSeen = false;
  private firstPageTaken = false;
  private started: Promise<Chromium> | undefined;
  /** The profile of the shell's own windows, made for the first of them, and who waits for one. */
  private ownProfile: Promise<string> | undefined;
  private readonly waitingForOwn: ((page: Page) => void)[] = [];

  constructor(loopback: Loopback) {
    this.loopback = loopback;
  }

  /** Starts Chromium with its first page. `onEnd` is called when it ends by itself. */
  async start(
    options: Omit<LaunchOptions, 'origin' | 'address' | 'firstPath'>,
    onEnd: () => void,
  ): Promise<void> {
    this.started = (async () => {
      await this.loopback.listen();
      const { origin, address } = this.loopback;
      return launchChromium({ ...options, origin, address, firstPath: blankPath });
    })();
    const chromium = await this.started;
    this.chromium = chromium;
    void chromium.ended.then(() => {
      for (const page of this.pages.values()) page.close();
      if (this.chromium !== undefined) onEnd();
    });
    const { browser } = chromium.connection;
    browser.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
      void this.attach(targetInfo, chromium.connection.session(sessionId));
    });
    browser.on('Target.detachedFromTarget', ({ targetId }) => {
      if (targetId !== undefined) this.pages.get(targetId)?.close();
    });
    await browser.send('Target.setAutoAttach', {
      autoAttach: true,
      waitForDebuggerOnStart: true,
      flatten: true,
      filter: [{ type: 'page' }, { exclude: true }],
    });
  }

  /** Resolves when what Chromium has done so far, such as closing a page, has been told here. */
  async caughtUp(): Promise<void> {
    await this.chromium?.connection.browser.send('Target.getTargets');
  }

  /** A page for a new window: it waits, blank, until `Runtime.runIfWaitingForDebugger`. */
  async openPage(): Promise<Page> {
    if (!this.firstPageTaken) {
      this.firstPageTaken = true;
      return this.firstPage.promise;
    }
    const chromium = await this.started;
    const page = new Promise<Page>((resolve) => this.waiting.push(resolve));
    const url = this.loopback.origin + blankPath;
    await chromium?.connection.browser.send('Target.createTarget', { url, newWindow: true });
    return page;
  }

  /** A window of the shell's own, blank, in a profile that no window of the app shares. It waits as those do. */
  async openOwnPage(size: { width: number; height: number }): Promise<Page> {
    const { browser } = (await this.started)?.connection ?? {};
    if (browser === undefined) throw new Error('Chromium is not running.');
    this.ownProfile ??= browser
      .send('Target.createBrowserContext', { disposeOnDetach: true })
      .then(({ browserContextId }) => browserContextId);
    const browserContextId = await this.ownProfile;
    const page = new Promise<Page>((resolve) => this.waitingForOwn.push(resolve));
    await browser.send('Target.createTarget', {
      url: 'about:blank',
      newWindow: true,
      browserContextId,
      ...size,
    });
    return page;
  }

  closePage(page: Page): void {
    this.chromium?.connection.browser.tell('Target.closeTarget', { targetId: page.targetId });
  }

  async end(): Promise<void> {
    const chromium = this.chromium ?? (await this.started?.catch(() => undefined));
    this.chromium = undefined;
    this.loopback.close();
    await chromium?.end();
  }

  private async attach(
    { targetId, openerId, browserContextId }: Protocol.Target.TargetInfo,
    session: ProtocolSession,
  ): Promise<void> {
    if (browserContextId !== undefined && browserContextId === (await this.ownProfile)) {
      this.waitingForOwn.shift()?.(this.keepPage(targetId, session));
    } else if (!this.firstPageSeen) {
      this.firstPageSeen = true;
      this.firstPage.resolve(this.keepPage(targetId, session));
    } else if (openerId !== undefined && this.pages.has(openerId)) {
      // Opened by a page of the app: `setWindowOpenHandler` has refused it, the shell offers no other answer. It may share
      // a thread with its opener, so it must not be left waiting. What it asks for until it is gone goes nowhere.
      session.tell('Runtime.runIfWaitingForDebugger');
      this.chromium?.connection.browser.tell('Target.closeTarget', { targetId });
    } else if (this.waiting.length > 0) {
      this.waiting.shift()?.(this.keepPage(targetId, session));
    } else {
      // Opened through the debugging port, by whoever is attached there.
      session.tell('Runtime.runIfWaitingForDebugger');
    }
  }

  private keepPage(targetId: string, session: ProtocolSession): Page {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    const close = (): void => {
      this.pages.delete(targetId);
      resolve(undefined);
    };
    const page: OpenPage = { targetId, session, closed: promise, close };
    this.pages.set(targetId, page);
    return page;
  }
}
