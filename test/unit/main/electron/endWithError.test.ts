import { readdirSync } from 'node:fs';
import { afterEach, expect, it, vi } from 'vitest';
import { refuseToStart } from '../../../../main/electron/endWithError.ts';
import { makeTemporaryFolder } from '../../../support/temporaryFolder.ts';

const electron = vi.hoisted(() => ({
  app: { whenReady: () => Promise.resolve(), setPath: vi.fn(), exit: vi.fn(), on: vi.fn() },
  dialog: { showErrorBox: vi.fn() },
}));
vi.mock('electron', () => electron);

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

it.each([
  ['linux', 1],
  ['win32', 0],
  ['darwin', 0],
] as const)('on %s, a start that is refused makes %d folders for Chromium', async (platform, count) => {
  const temporary = makeTemporaryFolder('refused');
  for (const name of ['TMPDIR', 'TEMP', 'TMP']) vi.stubEnv(name, temporary);
  vi.spyOn(process, 'platform', 'get').mockReturnValue(platform);
  electron.app.exit.mockReset();
  refuseToStart('It is on a disk that cannot be written.');
  await vi.waitFor(() => {
    expect(electron.app.exit).toHaveBeenCalledWith(1);
  });
  expect(readdirSync(temporary)).toHaveLength(count);
  expect(electron.dialog.showErrorBox).toHaveBeenLastCalledWith(
    'RWA Explorer cannot start',
    'It is on a disk that cannot be written.',
  );
});
