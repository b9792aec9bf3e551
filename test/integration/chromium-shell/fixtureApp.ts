import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { Readable } from 'node:stream';
import type { Page } from '@playwright/test';
import type { TestContext } from 'vitest';
import { isOnPath } from '../../../build/system/commands.mjs';
import type { Running } from '../../e2e/fixtures/runningApp.ts';
import { startOnShell } from '../../e2e/fixtures/shellApp.ts';
import { makeTemporaryFolder } from '../../support/temporaryFolder.ts';

export const fixtureFolder = path.resolve('test/chromium-shell/fixture');

/** Asks the fixture app's main process through its bridge. */
export async function call(window: Page, name: string, ...args: unknown[]): Promise<unknown> {
  return window.evaluate(([called, passed]) => globalThis.fixture.call(called, ...passed), [
    name,
    args,
  ] as const);
}

/** What the call's rejection says to the page. */
export async function failureOf(window: Page, name: string, ...args: unknown[]): Promise<string> {
  return window.evaluate(
    ([called, passed]) =>
      globalThis.fixture.call(called, ...passed).then(
        () => 'no failure',
        (error: unknown) => String(error),
      ),
    [name, args] as const,
  );
}

interface FixtureBridge {
  call: (name: string, ...args: unknown[]) => Promise<unknown>;
  onNews: (handler: (news: unknown) => void) => () => void;
  refusals: Record<string, string>;
}

declare global {
  var fixture: FixtureBridge;
}

export async function startFixture(userDataDir: string, ...switches: string[]): Promise<Running> {
  return startOnShell({ appFolder: fixtureFolder, userDataDir, switches });
}

/** Starts the fixture app with a window on a screen that nobody sees. */
export async function onDisplay(
  context: TestContext,
  use: (app: Running, folder: string) => Promise<void>,
): Promise<void> {
  if (!isOnPath('Xvfb')) context.skip('Xvfb is not installed');
  const display = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1200x24'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const ended = once(display, 'exit');
  try {
    const numbers = display.stdio[3];
    if (!(numbers instanceof Readable)) throw new Error('Xvfb tells no display.');
    const [number] = (await once(numbers, 'data')) as [Buffer];
    const folder = makeTemporaryFolder('shell-test');
    const app = await startOnShell({
      appFolder: fixtureFolder,
      userDataDir: folder,
      display: `:${number.toString().trim()}`,
    });
    await use(app, folder);
    await app.quit();
  } finally {
    display.kill();
    await ended;
  }
}
