import { app, session } from 'electron';
import { isAppUrl } from './appOrigin.ts';

/** Rule: Electron security checklist, 11 to 14. */
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
    // The proxy of `closeWindowNetwork` blocks all other WebRTC connections.
    contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp');
  });
}

/** Call once the app is ready: the session exists only then. Rule: Electron security checklist, 5. */
export function denyPermissions(): void {
  // Electron would ask where to save content that the page made up, over an open dialog of the app
  // (`electron_download_manager_delegate.cc`).
  session.defaultSession.on('will-download', (event) => event.preventDefault());
  session.defaultSession.setPermissionRequestHandler((_contents, _permission, answer) => answer(false));
  session.defaultSession.setPermissionCheckHandler(() => false);
}
