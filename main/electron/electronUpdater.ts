import { answerProxy } from './netRequest.ts';
import { proxyApplied, readProxyLogin } from './systemTransport.ts';
import type { Policy } from '../../preload/contract/policy.ts';
import { updateChannel, type Updater } from '../features/updates/updates.ts';

let answer = answerProxy(readProxyLogin);

/** Resolves when a check or a download may begin. A proxy that asks is told by each of them anew. */
export function mayRequestUpdates(): Promise<void> {
  answer = answerProxy(readProxyLogin);
  return proxyApplied();
}

/**
 * Loads electron-updater and sets it so that nothing happens unasked. On Windows it compares the publisher of a downloaded
 * installer with the one that the build names; on macOS the system compares the signatures. It loads `app-update.yml`, which
 * electron-builder writes where a feed was named.
 */
export async function loadElectronUpdater({ updateFeed }: Policy): Promise<Updater> {
  const { default: electronUpdater } = await import('electron-updater');
  const { autoUpdater, CancellationToken } = electronUpdater;
  autoUpdater.autoDownload = false;
  autoUpdater.autoInstallOnAppQuit = false;
  autoUpdater.allowDowngrade = false;
  autoUpdater.allowPrerelease = false;
  autoUpdater.disableWebInstaller = true;
  // It would tell the feed a number of its own for this computer, and Chromium the languages of the user.
  autoUpdater.requestHeaders = { 'x-user-staging-id': 'none', 'accept-language': '*' };
  // It would write addresses and paths; what goes wrong reaches the app's own log.
  autoUpdater.logger = null;
  if (updateFeed !== null)
    autoUpdater.setFeedURL({ provider: 'generic', url: updateFeed, channel: updateChannel(process) });
  // Last, since it may be answered once: what fails before is loaded again. Without a listener a proxy that asks waits for ever.
  autoUpdater.on('login', (asking, tell) => {
    // Electron's own callback: called with nothing it gives up, which electron-updater does not declare.
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
      // Until these have settled it gives whoever asks again the same check and the same download (its `AppUpdater.ts`).
      for (const pending of ['checkForUpdatesPromise', 'downloadPromise'])
        Reflect.set(autoUpdater, pending, null);
    },
  });
}
