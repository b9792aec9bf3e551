import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { fixtureFolder, makeUserDataDir } from './fixtureApp.ts';
import { isOnPath } from '../../../build/system/commands.mjs';
import { startOnShell } from '../../e2e/fixtures/shellApp.ts';

it('on a display the window is a window of its own, as large as the app wants it', async (context) => {
  if (!isOnPath('Xvfb')) context.skip('Xvfb is not installed');
  const display = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1200x24'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const ended = once(display, 'exit');
  const numbers = display.stdio[3];
  if (!(numbers instanceof Readable)) throw new Error('Xvfb tells no display.');
  const [number] = (await once(numbers, 'data')) as [Buffer];
  try {
    const app = await startOnShell({
      appFolder: fixtureFolder,
      userDataDir: await makeUserDataDir(),
      display: `:${number.toString().trim()}`,
    });
    await expect.poll(() => app.window.evaluate('[outerWidth, outerHeight]')).toEqual([900, 600]);
    expect(await app.window.evaluate("matchMedia('(display-mode: standalone)').matches")).toBe(true);
    await app.quit();
  } finally {
    display.kill();
    await ended;
  }
});
