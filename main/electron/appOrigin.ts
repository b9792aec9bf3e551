/** Serves the window's pages under this origin instead of `file://`. */
export const appScheme = 'app';
export const appOrigin = `${appScheme}://rwa`;

export function isAppUrl(url: string): boolean {
  return url === appOrigin || url.startsWith(`${appOrigin}/`);
}

interface SenderFrame {
  readonly url: string;
  readonly parent: unknown;
}

/** Only the top frame of the app's own page may call. Rule: Electron security checklist, 17. */
export function isTrustedSender(frame: SenderFrame | null): boolean {
  return frame !== null && frame.parent === null && isAppUrl(frame.url);
}
