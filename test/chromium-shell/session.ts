import type { ProtocolSession } from './chromium/protocol.ts';
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

/** A session. As in Electron, a page may do whatever a handler lets through, and everything where a handler is missing. */
export class Session extends ElectronObject {
  readonly [electronName] = 'electron.session.defaultSession';
  private requestHandler: RequestHandler | null = null;
  private checkHandler: CheckHandler | null = null;

  setPermissionRequestHandler(handler: RequestHandler | null): void {
    this.requestHandler = handler;
  }

  setPermissionCheckHandler(handler: CheckHandler | null): void {
    this.checkHandler = handler;
  }

  /** Asks the handlers once for all pages of an origin, and tells Chromium. For the shell, not for the app. */
  decide(protocol: ProtocolSession, origin: string, contents: unknown): void {
    for (const [electron, name] of permissions) {
      const setting = this.grants(electron, contents) ? 'granted' : 'denied';
      protocol.tell('Browser.setPermission', { permission: { name }, setting, origin });
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

/** The module `session`. */
export class SessionModule extends ElectronObject {
  readonly [electronName] = 'electron.session';
  readonly defaultSession = new Session();
}
