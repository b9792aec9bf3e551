/** The window's pages are served under this origin by the app itself, never from `file://`. */
export const appScheme = 'app';
export const appOrigin = `${appScheme}://rwa`;

/** True for an address of the app's own pages. */
export function isAppUrl(url: string): boolean {
  return url === appOrigin || url.startsWith(`${appOrigin}/`);
}
