import { setImmediate } from 'node:timers/promises';
import { afterEach, expect, it, vi } from 'vitest';
import { endWithError } from '../../../../main/electron/endWithError.ts';

/** When Electron shows a box: on Linux once it is ready, elsewhere at any time. */

const electron = vi.hoisted(() => ({ ready: Promise.withResolvers<undefined>(), did: [] as string[] }));

vi.mock('electron', () => ({
  app: {
    whenReady: () => electron.ready.promise,
    exit: (code: number) => electron.did.push(`exit ${code.toString()}`),
  },
  dialog: { showErrorBox: (title: string) => electron.did.push(title) },
}));

afterEach(() => {
  electron.did.length = 0;
  vi.restoreAllMocks();
});

it('on Linux says why the app ends once a box can be shown', async () => {
  vi.spyOn(process, 'platform', 'get').mockReturnValue('linux');
  const ending = endWithError('RWA Explorer cannot start', 'The folder is a link.');
  await setImmediate();
  expect(electron.did).toEqual([]);
  electron.ready.resolve(undefined);
  await ending;
  expect(electron.did).toEqual(['RWA Explorer cannot start', 'exit 1']);
});

it.each(['darwin', 'win32'] as const)('on %s at once', (platform) => {
  vi.spyOn(process, 'platform', 'get').mockReturnValue(platform);
  void endWithError('RWA Explorer has to close', 'An unexpected error occurred.');
  expect(electron.did).toEqual(['RWA Explorer has to close', 'exit 1']);
});
