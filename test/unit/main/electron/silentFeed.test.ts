import type * as ElectronUpdater from 'electron-updater';
import type { DownloadUpdateOptions } from 'electron-updater/out/AppUpdater.js';
import type { ProviderRuntimeOptions } from 'electron-updater/out/providers/Provider.js';
import { beforeEach, expect, it, vi } from 'vitest';
import { loadElectronUpdater } from '../../../../main/electron/electronUpdater.ts';
import { openPolicy } from '../../../../main/platform/policy/policyFile.ts';

/** What was requested of the feed, and whether it answers. */
const feed = vi.hoisted(() => ({ asked: [] as string[], canceled: 0, answers: false }));

vi.mock('electron', () => ({}));
/** electron-updater itself, on a feed that may answer nothing. */
vi.mock('electron-updater', async (importOriginal) => {
  const { AppUpdater, CancellationToken, Provider } = await importOriginal<typeof ElectronUpdater>();
  class Feed extends Provider<ElectronUpdater.UpdateInfo> {
    constructor(_options: unknown, _updater: unknown, runtime: ProviderRuntimeOptions) {
      super(runtime);
    }

    getLatestVersion() {
      feed.asked.push('check');
      const info = { version: '2.0.0', files: [], path: '', sha512: '', releaseDate: '' };
      return feed.answers ? Promise.resolve(info) : new Promise<never>(() => undefined);
    }

    resolveFiles() {
      return [];
    }
  }
  class Silent extends AppUpdater {
    constructor() {
      super(null, {
        version: '1.0.0',
        name: 'app',
        isPackaged: true,
        appUpdateConfigPath: '',
        userDataPath: '',
        baseCachePath: '',
        whenReady: () => Promise.resolve(),
        relaunch: () => undefined,
        quit: () => undefined,
        onQuit: () => undefined,
      });
      this.setFeedURL({ provider: 'custom', updateProvider: Feed });
    }

    protected doDownloadUpdate({ cancellationToken }: DownloadUpdateOptions): Promise<never> {
      feed.asked.push('download');
      return cancellationToken.createPromise<never>((_resolve, _reject, onCancel) => {
        onCancel(() => (feed.canceled += 1));
      });
    }

    quitAndInstall(): void {
      throw new Error('Nothing is installed.');
    }
  }
  return { default: { autoUpdater: new Silent(), CancellationToken } };
});

beforeEach(() => {
  Object.assign(feed, { asked: [], canceled: 0 });
});

it('sends a check anew after one that was given up', async () => {
  feed.answers = false;
  const updater = await loadElectronUpdater(openPolicy);
  void updater.checkForUpdates();
  await vi.waitFor(() => {
    expect(feed.asked).toEqual(['check']);
  });
  updater.giveUp();
  feed.answers = true;
  expect(await updater.checkForUpdates()).toMatchObject({ updateInfo: { version: '2.0.0' } });
  expect(feed.asked).toEqual(['check', 'check']);
});

it('ends a download that is given up, and begins the next from its start', async () => {
  feed.answers = true;
  const updater = await loadElectronUpdater(openPolicy);
  await updater.checkForUpdates();
  const given = updater.download();
  updater.giveUp();
  const next = updater.download();
  // The word of electron-updater.
  await expect(given).rejects.toThrow('cancelled');
  expect(feed).toMatchObject({ asked: ['check', 'download', 'download'], canceled: 1 });
  updater.giveUp();
  await expect(next).rejects.toThrow('cancelled');
});
