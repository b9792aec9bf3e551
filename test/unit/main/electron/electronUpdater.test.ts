import { EventEmitter } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type * as ElectronUpdater from 'electron-updater';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { loadElectronUpdater, mayRequestUpdates } from '../../../../main/electron/electronUpdater.ts';
import { applyProxy } from '../../../../main/electron/systemTransport.ts';
import { createUpdates, readBuildFeed, updateChannel } from '../../../../main/features/updates/updates.ts';
import { openPolicy } from '../../../../main/platform/policy/policyFile.ts';
import { makeTemporaryFolder } from '../../../support/temporaryFolder.ts';

/** electron-updater needs Electron around it: what it is told stands here. */
const autoUpdater = await vi.hoisted(async () => {
  const { EventEmitter: Emitter } = await import('node:events');
  return Object.assign(new Emitter(), {
    setFeedURL: vi.fn(),
    checkForUpdates: vi.fn<() => Promise<unknown>>(),
    downloadUpdate: vi.fn<() => Promise<unknown>>(),
  });
});

vi.mock('electron-updater', async (importOriginal) => {
  const { CancellationToken } = await importOriginal<typeof ElectronUpdater>();
  return { default: { autoUpdater, CancellationToken } };
});
vi.mock('electron', () => ({}));

beforeEach(() => {
  autoUpdater.setFeedURL.mockReset();
  autoUpdater.removeAllListeners();
});

it('does nothing unasked, takes no older and no unfinished version, tells nothing of the computer, and writes nowhere', async () => {
  expect(await loadElectronUpdater(openPolicy)).toBe(autoUpdater);
  expect(autoUpdater).toMatchObject({
    autoDownload: false,
    autoInstallOnAppQuit: false,
    allowDowngrade: false,
    allowPrerelease: false,
    disableWebInstaller: true,
    logger: null,
    requestHeaders: { 'x-user-staging-id': 'none', 'accept-language': '*' },
  });
  expect(autoUpdater.setFeedURL).not.toHaveBeenCalled();
});

it('takes the feed that the policy names in the place of the build’s', async () => {
  await loadElectronUpdater({ ...openPolicy, updateFeed: 'https://updates.example.com' });
  expect(autoUpdater.setFeedURL.mock.calls).toEqual([
    [{ provider: 'generic', url: 'https://updates.example.com', channel: updateChannel(process) }],
  ]);
});

it('finds the feed that the build has left beside the app, or none', () => {
  const folder = makeTemporaryFolder('feed');
  expect([readBuildFeed(undefined), readBuildFeed(folder)]).toEqual([null, null]);
  writeFileSync(join(folder, 'app-update.yml'), 'provider: generic\n');
  expect(readBuildFeed(folder)).toBe('provider: generic\n');
});

describe('a proxy that asks', () => {
  /** Asks as Electron does: its answer may be given once. Resolves with what it was told. */
  function ask(): Promise<unknown[]> {
    let isTold = false;
    return new Promise((resolve) => {
      autoUpdater.emit(
        'login',
        { isProxy: true, host: 'proxy.example.com', port: 8080 },
        (...login: unknown[]) => {
          if (isTold) throw new Error('One-time callback was called more than once');
          isTold = true;
          resolve(login);
        },
      );
    });
  }

  function open() {
    return createUpdates({
      conditions: {
        packed: true,
        platform: 'darwin',
        policy: { updates: true },
        buildFeed: 'provider: generic\n',
      },
      load: () => loadElectronUpdater(openPolicy),
      mayRequest: mayRequestUpdates,
      events: new EventEmitter(),
      log: { error: () => undefined, info: () => undefined },
      now: () => 0,
    });
  }

  const signIn = (user: string) =>
    applyProxy({ mode: 'system', address: '', bypass: '' }, () =>
      Promise.resolve({ user, password: 'secret' }),
    );

  it('is answered once, also after a check that failed', async () => {
    await signIn('ada');
    const updates = open();
    autoUpdater.checkForUpdates.mockRejectedValueOnce(new Error('no route to the feed'));
    expect(await updates.check()).toEqual({ state: 'failed' });
    const told: unknown[][] = [];
    autoUpdater.checkForUpdates.mockImplementationOnce(async () => told.push(await ask()));
    await updates.check();
    expect(told).toEqual([['ada', 'secret']]);
    expect(['login', 'error', 'update-available'].map((name) => autoUpdater.listenerCount(name))).toEqual([
      1, 1, 1,
    ]);
  });

  it('is told who uses it now where the sign-in has changed between a check and its download', async () => {
    await signIn('ada');
    const updates = open();
    const told: unknown[][] = [];
    const request = async () => {
      // Asking again, it has not accepted the first.
      told.push(await ask(), await ask());
    };
    autoUpdater.checkForUpdates.mockImplementationOnce(request);
    await updates.check();
    autoUpdater.emit('update-available', { version: '2.0.0' });
    await signIn('grace');
    autoUpdater.downloadUpdate.mockImplementationOnce(request);
    await updates.download();
    expect(told).toEqual([['ada', 'secret'], [], ['grace', 'secret'], []]);
  });
});
