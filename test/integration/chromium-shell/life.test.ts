import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeTemporaryFolder } from '../../support/temporaryFolder.ts';
import { programsOf } from '../../support/processes.ts';
import { fixtureFolder, startFixture } from './fixtureApp.ts';

const startScript = path.resolve('test/chromium-shell/start.ts');

interface Started {
  child: ChildProcess;
  ended: Promise<unknown[]>;
  output: () => string;
}

/** Starts the fixture app as a user would, without the channel that tests have. */
async function startAlone(
  userDataDir: string,
  environment: NodeJS.ProcessEnv = {},
  ...switches: string[]
): Promise<Started> {
  const child = spawn(
    process.execPath,
    [startScript, fixtureFolder, `--user-data-dir=${userDataDir}`, ...switches],
    {
      env: { ...process.env, ...environment },
    },
  );
  const ended = once(child, 'close');
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
  }
  await Promise.race([
    ended,
    new Promise((resolve) => {
      child.stdout.on('data', () => {
        if (output.includes('loaded')) resolve(undefined);
      });
    }),
  ]);
  return { child, ended, output: () => output };
}

describe('the life of the app on the shell', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('%s quits the app and leaves no process behind', async (signal) => {
    const userDataDir = makeTemporaryFolder('shell-test');
    const { child, ended, output } = await startAlone(userDataDir, {}, '--headless');
    expect(programsOf(userDataDir).length).toBeGreaterThan(1);
    child.kill(signal);
    expect(await ended).toEqual([0, null]);
    expect(output()).toContain('will-quit');
    await expect.poll(() => programsOf(userDataDir)).toEqual([]);
  });

  it('a killed app leaves no process behind @nightly', async () => {
    const userDataDir = makeTemporaryFolder('shell-test');
    const { child, ended } = await startAlone(userDataDir, {}, '--headless');
    child.kill('SIGKILL');
    await ended;
    await expect.poll(() => programsOf(userDataDir)).toEqual([]);
  });

  it('an app is told that the user closed its only window, and can end @nightly', async () => {
    const userDataDir = makeTemporaryFolder('shell-test');
    const app = await startFixture(userDataDir);
    await app.window.close();
    await expect.poll(() => app.output()).toContain('window-all-closed');
    await expect.poll(() => programsOf(userDataDir)).toEqual([]);
  });

  it('an app completes its work before it ends, even if nobody listens any more', async () => {
    const app = await startFixture(makeTemporaryFolder('shell-test'));
    await expect.poll(() => app.output()).toContain('loaded');
    await app.quit();
    await expect.poll(() => app.output()).toMatch(/will-quit\nsaved\nwill-quit\n$/);
  });

  it('an app whose Chromium has ended ends too @nightly', async () => {
    const userDataDir = makeTemporaryFolder('shell-test');
    const app = await startFixture(userDataDir);
    const session = await app.window.context().browser()?.newBrowserCDPSession();
    await session?.send('Browser.crash').catch(() => undefined);
    await expect.poll(() => programsOf(userDataDir)).toEqual([]);
  });

  it('says so if there is no Chromium', async () => {
    const { ended, output } = await startAlone(
      makeTemporaryFolder('shell-test'),
      { CHROMIUM_PATH: '/nowhere' },
      '--headless',
    );
    expect(await ended).toEqual([1, null]);
    expect(output()).toContain('No Chromium was found. Install Chromium or Google Chrome');
  });
});
