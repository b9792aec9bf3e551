import { isAppUrl } from './appOrigin.ts';

/** What is checked of a frame that sends a message: Electron's `WebFrameMain`, or null when the frame is gone. */
export interface SenderFrame {
  readonly url: string;
  readonly parent: unknown;
}

/** Only the top frame of the app's own page may call. Rule: Electron security checklist, 17. */
export function isTrustedSender(frame: SenderFrame | null): boolean {
  return frame !== null && frame.parent === null && isAppUrl(frame.url);
}
