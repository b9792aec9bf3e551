import { launchChromium, type Chromium, type LaunchOptions } from './chromium/launch.ts';
import type { Protocol, ProtocolSession } from './chromium/protocol.ts';
import { blankPath, Loopback } from './loopback.ts';

/** A page of Chromium that a window of the app lives in. */
export interface Page {
  readonly targetId: string;
  readonly session: ProtocolSession;
  /** Undefined for the profile that Chromium was started with. */
  readonly profile: string | undefined;
  /** Resolves when the page is gone, whoever closed it. */
  readonly closed: Promise<void>;
}

const noDownloads = { behavior: 'deny', eventsEnabled: true } as const;

/** Chromium as the windows of the app use it: started once, a page for each window. */
export class Engine {
  readonly loopback = new Loopback();
  /** Told of each file that a page begins to download, which the shell lets none. */
  onDownload = (_url: string, _name: string): void => undefined;
  private started: Promise<Chromium> | undefined;
  private chromium: Chromium | undefined;
  private onEnd = (): void => undefined;
  /** What closes each page that is open. */
  private readonly pages = new Map<string, () => void>();
  /** Who waits for a page, by its profile: first come first served. */
  private readonly waiting = new Map<string | undefined, ((page: Page) => void)[]>();
  /** The page that Chromium starts with, until a window takes it. */
  private firstPage: Promise<Page> | undefined = this.nextPage(undefined);
  /** Profiles that were made while Chromium ran. */
  private readonly profiles = new Set<string>();
  /** That of the app's windows, if it is not the one that Chromium was started with. */
  private profile: Promise<string> | undefined;
  /** That of the shell's own windows, made for the first of them. */
  private ownProfile: Promise<string> | undefined;

  /**
   * Starts Chromium with its first page. Where it runs already, the app's windows open in a new profile of it. `onEnd` is called when
   * Chromium ends by itself.
   */
  async start(
    options: Omit<LaunchOptions, 'origin' | 'address' | 'firstPath'>,
    onEnd: () => void,
  ): Promise<void> {
    this.onEnd = onEnd;
    if (this.started === undefined) {
      this.started = this.launch(options);
      await this.started;
    } else {
      this.profile = this.makeProfile();
      await this.profile;
    }
  }

  /** Resolves when what Chromium has done so far, such as closing a page, has been told here. */
  async caughtUp(): Promise<void> {
    await this.chromium?.connection.browser.send('Target.getTargets');
  }

  /** A page for a new window: it waits, blank, until `Runtime.runIfWaitingForDebugger`. */
  async openPage(): Promise<Page> {
    const profile = await this.profile;
    const url = this.loopback.origin + blankPath;
    // A window that fills the screen has no tabs and no address bar, as the first has none.
    if (profile !== undefined) return this.openIn(profile, { url, windowState: 'fullscreen' });
    const { firstPage } = this;
    this.firstPage = undefined;
    return firstPage ?? this.openIn(undefined, { url });
  }

  /** A window of the shell's own, blank, in a profile that no window of the app shares. It waits as those do. */
  async openOwnPage(size: { width: number; height: number }): Promise<Page> {
    this.ownProfile ??= this.makeProfile();
    return this.openIn(await this.ownProfile, { url: 'about:blank', ...size });
  }

  closePage({ targetId }: Pick<Page, 'targetId'>): void {
    this.chromium?.connection.browser.tell('Target.closeTarget', { targetId });
  }

  /** Ends what was started last: the profile of the app's windows, or Chromium. */
  async end(): Promise<void> {
    const browserContextId = await this.profile;
    if (browserContextId !== undefined) {
      this.profile = undefined;
      this.profiles.delete(browserContextId);
      await (await this.browser()).send('Target.disposeBrowserContext', { browserContextId });
      return;
    }
    const chromium = this.chromium ?? (await this.started?.catch(() => undefined));
    this.chromium = undefined;
    this.loopback.close();
    await chromium?.end();
  }

  private async launch(options: Omit<LaunchOptions, 'origin' | 'address' | 'firstPath'>): Promise<Chromium> {
    await this.loopback.listen();
    const { origin, address } = this.loopback;
    const chromium = await launchChromium({ ...options, origin, address, firstPath: blankPath });
    const { connection, ended } = chromium;
    this.chromium = chromium;
    void ended.then(() => {
      for (const close of this.pages.values()) close();
      if (this.chromium !== undefined) this.onEnd();
    });
    connection.browser.on('Target.attachedToTarget', ({ sessionId, targetInfo }) => {
      this.attach(targetInfo, connection.session(sessionId));
    });
    connection.browser.on('Target.detachedFromTarget', ({ sessionId, targetId = '' }) => {
      connection.forget(sessionId);
      this.pages.get(targetId)?.();
    });
    connection.browser.on('Browser.downloadWillBegin', ({ url, suggestedFilename }) => {
      this.onDownload(url, suggestedFilename);
    });
    connection.browser.tell('Browser.setDownloadBehavior', noDownloads);
    await connection.browser.send('Target.setAutoAttach', {
      autoAttach: true,
      waitForDebuggerOnStart: true,
      flatten: true,
      filter: [{ type: 'page' }, { exclude: true }],
    });
    return chromium;
  }

  private async browser(): Promise<ProtocolSession> {
    const chromium = await this.started;
    if (chromium === undefined) throw new Error('Chromium is not running.');
    return chromium.connection.browser;
  }

  private async makeProfile(): Promise<string> {
    const browser = await this.browser();
    const { browserContextId } = await browser.send('Target.createBrowserContext', { disposeOnDetach: true });
    this.profiles.add(browserContextId);
    browser.tell('Browser.setDownloadBehavior', { ...noDownloads, browserContextId });
    return browserContextId;
  }

  private async openIn(
    profile: string | undefined,
    options: Protocol.Target.createTargetParameters,
  ): Promise<Page> {
    const browser = await this.browser();
    const page = this.nextPage(profile);
    const where = profile === undefined ? {} : { browserContextId: profile };
    await browser.send('Target.createTarget', { ...options, ...where, newWindow: true });
    return page;
  }

  private nextPage(profile: string | undefined): Promise<Page> {
    return new Promise((resolve) => {
      this.waiting.set(profile, [...(this.waiting.get(profile) ?? []), resolve]);
    });
  }

  private attach(
    { targetId, openerId = '', browserContextId = '' }: Protocol.Target.TargetInfo,
    session: ProtocolSession,
  ): void {
    const profile = this.profiles.has(browserContextId) ? browserContextId : undefined;
    const [next, ...others] = this.waiting.get(profile) ?? [];
    if (this.pages.has(openerId)) {
      // Opened by a page of the app: `setWindowOpenHandler` has refused it, the shell offers no other answer. It may share
      // a thread with its opener, so it must not be left waiting. What it asks for until it is gone goes nowhere.
      session.tell('Runtime.runIfWaitingForDebugger');
      this.closePage({ targetId });
    } else if (next === undefined) {
      // Opened through the debugging port, by whoever is attached there.
      session.tell('Runtime.runIfWaitingForDebugger');
    } else {
      this.waiting.set(profile, others);
      const { promise: closed, resolve } = Promise.withResolvers<undefined>();
      this.pages.set(targetId, () => {
        this.pages.delete(targetId);
        resolve(undefined);
      });
      next({ targetId, session, profile, closed });
    }
  }
}

/** The Chromium of this process. */
export const engine = new Engine();
