import { ElectronObject, electronName } from './lacking.ts';

type RequestHandler = (contents: unknown, permission: string, answer: (granted: boolean) => void) => void;
type CheckHandler = (contents: unknown, permission: string) => boolean;

/** A session. The shell's Chromium denies every permission a page asks for, so that no handler is ever asked. */
export class Session extends ElectronObject {
  readonly [electronName] = 'electron.session.defaultSession';

  setPermissionRequestHandler(_handler: RequestHandler | null): void {
    // Denied by `--deny-permission-prompts`.
  }

  setPermissionCheckHandler(_handler: CheckHandler | null): void {
    // Denied by `--deny-permission-prompts`.
  }
}

/** The module `session`. */
export class SessionModule extends ElectronObject {
  readonly [electronName] = 'electron.session';
  readonly defaultSession = new Session();
}
