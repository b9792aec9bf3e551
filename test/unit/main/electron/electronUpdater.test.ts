import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import { loadElectronUpdater, readBuildFeed } from '../../../../main/electron/electronUpdater.ts';
import { updateChannel } from '../../../../main/features/updates/updates.ts';
import { openPolicy } from '../../../../main/platform/policy/policyFile.ts';
import { makeTemporaryFolder } from '../../../support/temporaryFolder.ts';

/** electron-updater needs Electron around it: what it is told stands here. */
const autoUpdater = vi.hoisted(() => ({ setFeedURL: vi.fn(), on: vi.fn() }));

vi.mock('electron-updater', () => ({ default: { autoUpdater } }));
vi.mock('electron', () => ({}));

beforeEach(() => {
  autoUpdater.setFeedURL.mockReset();
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
