import { answerProxy } from './netRequest.ts';
import { proxyApplied, readProxyLogin } from './systemTransport.ts';
import type { Policy } from '../../preload/contract/policy.ts';
import { updateChannel, type Updater } from '../features/updates/updates.ts';

let answer = answerProxy(readProxyLogin);

/** Resolves once a check or a download may begin. Each of them sends the proxy credentials again. */
export function mayRequestUpdates(): Promise<void> {
  answer = answerProxy(readProxyLogin);
  return proxyApplied();
}

/**
 * Loads electron-updater so that nothing happens unasked. On Windows it compares the publisher of a
 * downloaded installer with the one that the build names; on macOS the system compares the signatures. It
 * loads `app-update.yml`, which electron-builder writes if a feed was named.
 */
export async function loadElectronUpdater({ updateFeed }: Policy): Promise<Updater> {
  const { default: electronUpdater } = await import('electron-updater');
  const { autoUpdater, CancellationToken } = electronUpdater;
  autoUpdater.autoDownload = false;
  autoUpdater.autoInstallOnAppQuit = false;
  autoUpdater.allowDowngrade = false;
  autoUpdater.allowPrerelease = false;
  autoUpdater.disableWebInstaller = true;
  // The defaults would send an id of this computer and the user's languages.
  autoUpdater.requestHeaders = { 'x-user-staging-id': 'none', 'accept-language': '*' };
  // Its logger writes addresses and paths. Errors reach the app's own log.
  autoUpdater.logger = null;
  if (updateFeed !== null)
    autoUpdater.setFeedURL({ provider: 'generic', url: updateFeed, channel: updateChannel(process) });
  // Registered last, because a failed load runs again. Without it, proxy sign-in would hang.
  autoUpdater.on('login', (asking, tell) => {
    // Electron's callback gives up if called without arguments, which electron-updater does not declare.
    answer(asking, (...login) => void Reflect.apply(tell, undefined, login));
  });
  let downloading = new CancellationToken();
  return Object.assign(autoUpdater, {
    download() {
      downloading = new CancellationToken();
      return autoUpdater.downloadUpdate(downloading);
    },
    giveUp() {
      downloading.cancel();
      // Until these settle, it returns the same check and download to every caller (its `AppUpdater.ts`).
      for (const pending of ['checkForUpdatesPromise', 'downloadPromise'])
        Reflect.set(autoUpdater, pending, null);
    },
  });
}
