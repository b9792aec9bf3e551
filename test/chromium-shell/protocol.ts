import { ElectronObject, electronName } from './lacking.ts';
import type { SchemeHandler } from './loopback.ts';

type Members = Pick<Electron.Protocol, 'registerSchemesAsPrivileged' | 'handle'>;

/** `protocol`: custom schemes, which the loopback server answers for Chromium. */
export class Protocol extends ElectronObject implements Members {
  readonly [electronName] = 'electron.protocol';
  private readonly handlers = new Map<string, SchemeHandler>();

  registerSchemesAsPrivileged(_schemes: Electron.CustomScheme[]): void {
    // To Chromium they are plain http, at a secure name.
  }

  handle(scheme: string, handler: SchemeHandler): void {
    if (this.handlers.has(scheme)) throw new Error(`Failed to register protocol: ${scheme}`);
    this.handlers.set(scheme, handler);
  }

  /** For the shell, not for the app. */
  handlerOf(scheme: string): SchemeHandler | undefined {
    return this.handlers.get(scheme);
  }
}
