import type { EventEmitter } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { relaunch } from '../../../../main/electron/relaunch.ts';
import { makeTemporaryFolder } from '../../../support/temporaryFolder.ts';

const app = vi.hoisted(() => ({
  current: null as (EventEmitter & { isPackaged: boolean }) | null,
  relaunch: vi.fn(),
  release: vi.fn(),
}));

vi.mock('electron', async () => {
  const { EventEmitter: Emitter } = await import('node:events');
  app.current = Object.assign(new Emitter(), {
    relaunch: app.relaunch,
    releaseSingleInstanceLock: app.release,
    get isPackaged() {
      return true;
    },
  });
  return { app: app.current };
});

const { execPath, argv } = process;

afterEach(() => {
  process.execPath = execPath;
  process.argv = argv;
  vi.unstubAllEnvs();
  app.relaunch.mockClear();
  app.release.mockClear();
  vi.restoreAllMocks();
});

/** A program that writes down what it is started with. */
async function writeProgram(name: string): Promise<{ folder: string; file: string; told: string }> {
  const folder = makeTemporaryFolder('relaunch');
  const file = join(folder, name);
  const told = join(folder, 'told');
  await writeFile(
    file,
    `#!/bin/sh\nprintf '%s,%s,%s' "$1" "$APPDIR" "$APPIMAGE" > '${told}.new'\nmv '${told}.new' '${told}'\n`,
  );
  await chmod(file, 0o755);
  return { folder, file, told };
}

it('an AppImage starts again from its file, once the app has ended, without what it had set for the first', async () => {
  const { folder, file, told } = await writeProgram('app.AppImage');
  vi.stubEnv('APPIMAGE', file);
  vi.stubEnv('APPDIR', folder);
  process.execPath = join(folder, 'rwa-explorer');
  process.argv = ['', '--safe-mode'];
  relaunch();
  expect(app.release).not.toHaveBeenCalled();
  app.current?.emit('quit');
  expect(app.release).toHaveBeenCalledOnce();
  await expect.poll(() => existsSync(told)).toBe(true);
  expect(readFileSync(told, 'utf8')).toBe('--safe-mode,,');
  expect(app.relaunch).not.toHaveBeenCalled();
});

it('an installed app starts again from its program, also in a terminal of another AppImage', async () => {
  const { file, told } = await writeProgram('rwa-explorer');
  vi.stubEnv('APPIMAGE', '/home/me/editor.AppImage');
  vi.stubEnv('APPDIR', makeTemporaryFolder('editor'));
  process.execPath = file;
  process.argv = ['', '--safe-mode'];
  relaunch();
  app.current?.emit('quit');
  await expect.poll(() => existsSync(told)).toBe(true);
  expect(readFileSync(told, 'utf8')).toBe('--safe-mode,,');
  expect(app.relaunch).not.toHaveBeenCalled();
});

it.each(['darwin', 'win32'] as const)(
  'on %s Electron starts it again, with a window, and opens nothing twice',
  (platform) => {
    vi.spyOn(process, 'platform', 'get').mockReturnValue(platform);
    process.argv = ['', '--hidden', '--safe-mode', '--user-data-dir=/data', 'rwa-explorer://open', 'a.rwaq'];
    relaunch({ without: ['--safe-mode'], toOpen: ['rwa-explorer://next'] });
    expect(app.relaunch.mock.calls).toEqual([[{ args: ['--user-data-dir=/data', 'rwa-explorer://next'] }]]);
  },
);

it.each([[['/home/me/project']], [['--no-sandbox', '/home/me/project']]])(
  'from its sources it starts the same folder again, and opens nothing twice: %o',
  (before) => {
    vi.spyOn(process, 'platform', 'get').mockReturnValue('darwin');
    if (app.current !== null) vi.spyOn(app.current, 'isPackaged', 'get').mockReturnValue(false);
    process.argv = ['', '--safe-mode', ...before, '--headless', 'rwa-explorer://open', 'a.rwaq'];
    relaunch({ without: ['--safe-mode'] });
    expect(app.relaunch.mock.calls).toEqual([[{ args: [...before, '--headless'] }]]);
  },
);
