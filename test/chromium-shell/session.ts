import { Emitter, type PreventableEvent } from './emitter.ts';
import type { Page } from './engine.ts';
import { HostConnections, type SelectCertificate } from './hostConnections.ts';
import { ElectronObject, electronName } from './lacking.ts';

type RequestHandler = (contents: unknown, permission: string, answer: (granted: boolean) => void) => void;
type CheckHandler = (contents: unknown, permission: string) => boolean;

/** Permissions under Electron's name and under that of Chromium's protocol. */
const permissions: readonly (readonly [electron: string, chromium: string])[] = [
  ['geolocation', 'geolocation'],
  ['notifications', 'notifications'],
  ['midi', 'midi'],
  ['media', 'camera'],
  ['media', 'microphone'],
  ['clipboard-read', 'clipboard-read'],
];

type RequestListener = (details: { url: string }, answer: (response: { cancel?: boolean }) => void) => void;

/** `session.webRequest`: what it refuses to pages, the shell refuses in any case (`chromium/launch.ts`). */
class WebRequest extends ElectronObject {
  readonly [electronName] = 'electron.session.webRequest';

  onBeforeRequest(_filter: { urls: string[] }, _listener: RequestListener): void {
    // The network of pages is closed.
  }
}

type Members = Pick<
  Electron.Session,
  | 'setProxy'
  | 'closeAllConnections'
  | 'clearAuthCache'
  | 'resolveProxy'
  | 'setSpellCheckerEnabled'
  | 'setSpellCheckerLanguages'
  | 'setSpellCheckerDictionaryDownloadURL'
>;

interface SessionEvents {
  'will-download': [PreventableEvent, Pick<Electron.DownloadItem, 'getURL' | 'getFilename'>];
}

/** A session. As in Electron, a page may do whatever a handler lets through, and everything where a handler is missing. */
export class Session extends Emitter<SessionEvents> implements Members {
  readonly [electronName] = 'electron.session';
  protected readonly events = ['will-download'] as const;
  readonly webRequest = new WebRequest();
  /** For the shell, not for the app. */
  readonly connections: HostConnections;
  private requestHandler: RequestHandler | null = null;
  private checkHandler: CheckHandler | null = null;

  constructor(selectCertificate: SelectCertificate) {
    super();
    this.connections = new HostConnections(selectCertificate);
  }

  /** Sets the proxy of main's requests; pages have the shell's own. */
  async setProxy(config: Electron.ProxyConfig): Promise<void> {
    await this.connections.setProxy(config);
  }

  async closeAllConnections(): Promise<void> {
    await this.connections.closeAll();
  }

  /** As Chromium, a session keeps who uses a proxy until it is told to forget. */
  async clearAuthCache(): Promise<void> {
    this.connections.forgetLogins();
    await Promise.resolve();
  }

  /** Rule: Chromium's `ProxyServerToPacResultElement`. */
  async resolveProxy(url: string): Promise<string> {
    const proxy = this.connections.proxyFor(url);
    await Promise.resolve();
    if (proxy === undefined) return 'DIRECT';
    const { protocol, hostname, port } = new URL(proxy);
    return protocol === 'https:' ? `HTTPS ${hostname}:${port || '443'}` : `PROXY ${hostname}:${port || '80'}`;
  }

  /** Chromium's spell checker is off in the shell, and reaches nobody. */
  setSpellCheckerEnabled(_enable: boolean): void {
    // It is off.
  }

  setSpellCheckerLanguages(_languages: string[]): void {
    // There are none.
  }

  setSpellCheckerDictionaryDownloadURL(url: string): void {
    if (!URL.canParse(url))
      throw new Error('The URL you provided to setSpellCheckerDictionaryDownloadURL is not a valid URL');
  }

  setPermissionRequestHandler(handler: RequestHandler | null): void {
    this.requestHandler = handler;
  }

  setPermissionCheckHandler(handler: CheckHandler | null): void {
    this.checkHandler = handler;
  }

  /** Asks the handlers once for all pages of an origin, and tells Chromium. For the shell, not for the app. */
  decide({ session, profile }: Page, origin: string, contents: unknown): void {
    const where = { origin, ...(profile === undefined ? {} : { browserContextId: profile }) };
    for (const [electron, name] of permissions) {
      const setting = this.grants(electron, contents) ? 'granted' : 'denied';
      session.tell('Browser.setPermission', { permission: { name }, setting, ...where });
    }
  }

  private grants(permission: string, contents: unknown): boolean {
    if (this.requestHandler === null || this.checkHandler === null) return true;
    let granted = this.checkHandler(contents, permission);
    this.requestHandler(contents, permission, (answer) => {
      granted ||= answer;
    });
    return granted;
  }
}

/** The module `session`. A session is made when it is first asked for, once the app is ready, and `created` is told of it. */
export class SessionModule extends ElectronObject {
  readonly [electronName] = 'electron.session';
  private readonly sessions = new Map<string, Session>();
  private readonly created: (session: Session) => void;
  private readonly isReady: () => boolean;
  private readonly selectCertificate: SelectCertificate;

  constructor(
    isReady: () => boolean,
    created: (session: Session) => void,
    selectCertificate: SelectCertificate,
  ) {
    super();
    this.isReady = isReady;
    this.created = created;
    this.selectCertificate = selectCertificate;
  }

  get defaultSession(): Session {
    return this.fromPartition('');
  }

  fromPartition(partition: string, _options?: Electron.FromPartitionOptions): Session {
    if (!this.isReady()) throw new Error('Session can only be received when app is ready');
    const session = this.sessions.get(partition) ?? new Session(this.selectCertificate);
    if (!this.sessions.has(partition)) {
      this.sessions.set(partition, session);
      this.created(session);
    }
    return session;
  }
}
