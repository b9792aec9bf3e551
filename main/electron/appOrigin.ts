/** The window's pages are served under this origin by the app itself, never from `file://`. */
export const appScheme = 'app';
export const appOrigin = `${appScheme}://rwa`;

/** True for an address of the app's own pages. */
export function isAppUrl(url: string): boolean {
  return url === appOrigin || url.startsWith(`${appOrigin}/`);
}

/** What is checked of a frame that sends a message: Electron's `WebFrameMain`, or null when the frame is gone. */
interface SenderFrame {
  readonly url: string;
  readonly parent: unknown;
}

/** Only the top frame of the app's own page may call. Rule: Electron security checklist, 17. */
export function isTrustedSender(frame: SenderFrame | null): boolean {
  return frame !== null && frame.parent === null && isAppUrl(frame.url);
}
