import type { EventEmitter } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { handOverToWindow } from '../../../../main/electron/handOver.ts';
import { makeTemporaryFolder } from '../../../support/temporaryFolder.ts';

const electron = vi.hoisted(() => ({ app: null as EventEmitter | null }));

vi.mock('electron', async () => {
  const { EventEmitter: Emitter } = await import('node:events');
  electron.app = new Emitter();
  return { app: electron.app };
});

const { execPath } = process;

afterEach(() => {
  process.execPath = execPath;
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

it('what macOS hands to a command opens in another process of the app, which is told of it', async () => {
  // `open` of macOS, as far as it is told what to open.
  const folder = makeTemporaryFolder('open');
  const told = join(folder, 'told');
  await writeFile(
    join(folder, 'open'),
    `#!/bin/sh\nprintf '%s|' "$@" > '${told}.new'\nmv '${told}.new' '${told}'\n`,
  );
  await chmod(join(folder, 'open'), 0o755);
  vi.stubEnv('PATH', `${folder}:${process.env['PATH'] ?? ''}`);
  vi.spyOn(process, 'platform', 'get').mockReturnValue('darwin');
  process.execPath = '/Applications/RWA Explorer.app/Contents/MacOS/RWA Explorer';
  handOverToWindow();
  const bundle = '-n|-a|/Applications/RWA Explorer.app|';
  for (const [event, args, expected] of [
    ['activate', [], bundle],
    ['open-url', ['rwa-explorer://v1/browse'], `${bundle}--args|rwa-explorer://v1/browse|`],
    ['open-file', ['/Users/me/mine.rwaq'], `${bundle}--args|/Users/me/mine.rwaq|`],
  ] as const) {
    let isPrevented = false;
    electron.app?.emit(event, { preventDefault: () => (isPrevented = true) }, ...args);
    await expect.poll(() => existsSync(told)).toBe(true);
    expect(readFileSync(told, 'utf8')).toBe(expected);
    expect(isPrevented).toBe(event !== 'activate');
    await rm(told);
  }
});

it('elsewhere a command listens to none of it', () => {
  electron.app?.removeAllListeners();
  handOverToWindow();
  expect(electron.app?.eventNames()).toEqual([]);
});
