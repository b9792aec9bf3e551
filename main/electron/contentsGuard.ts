import { app, session } from 'electron';
import { isAppUrl } from './appOrigin.ts';

/**
 * Keeps every page inside the app: no permission, no other address, no new window, no webview, no download.
 * Rule: Electron security checklist, 5 (permissions), 11 to 14 (webviews, navigation, new windows).
 */
export function guardContents(): void {
  app.on('web-contents-created', (_event, contents) => {
    const stayInside = (event: { readonly url: string; preventDefault(): void }): void => {
      if (!isAppUrl(event.url)) event.preventDefault();
    };
    contents.on('will-navigate', stayInside);
    contents.on('will-frame-navigate', stayInside);
    contents.on('will-redirect', stayInside);
    contents.on('will-attach-webview', (event) => event.preventDefault());
    contents.setWindowOpenHandler(() => ({ action: 'deny' }));
    // What else it might connect to ends at the proxy of `closeWindowNetwork`.
    contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
  });
}

/** To be called once the app is ready: the session exists only then. */
export function denyPermissions(): void {
  // Electron would ask the user where to save what a page has made up, over whatever the app asks (`electron_download_manager_delegate.cc`).
  session.defaultSession.on('will-download', (event) => event.preventDefault());
  session.defaultSession.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  session.defaultSession.setPermissionCheckHandler(() => false);
}
