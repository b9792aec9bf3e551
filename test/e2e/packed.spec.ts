// Border: the process starts from the packed archive.
import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { layOut, packHere } from '../../build/package/packHere.ts';
import type { Outcome } from '../support/runCommand.ts';
import { makeTemporaryFolder } from '../support/temporaryFolder.ts';
import { expect, runsOnElectron, test } from './fixtures/app.ts';

/** The app started from what its archive holds, away from the sources and their packages. */

const folder = makeTemporaryFolder('packed');
const appFolder = path.join(folder, 'app');
const temporary = path.join(folder, 'temporary');

test.use({ appFolder, begin: 'nothing' });
test.skip(
  runsOnElectron(),
  'Packed apps are started on the Chromium shell; on Electron the installers are tried.',
);

test.beforeAll(async () => {
  // A busy computer takes minutes. What is packed when the time is over goes on being written, also after its folder was removed.
  test.setTimeout(900_000);
  await layOut(await packHere(path.join(folder, 'packed')), appFolder);
  mkdirSync(temporary);
});

test('opens on sample data @nightly', async ({ app }) => {
  await app.window.getByRole('button', { name: 'Explore sample data' }).click();
  await app.window.getByRole('navigation').getByRole('button', { name: 'Assets' }).click();
  await expect(app.window.getByRole('grid').getByRole('row').nth(3)).toBeVisible();
});

/** Runs the packed program with a command: the main bundle itself, since the program is no plain Node. */
function command(environment: NodeJS.ProcessEnv, ...args: string[]): Promise<Outcome> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [path.resolve('test/chromium-shell/start.ts'), appFolder, '--headless', ...args],
      { env: { ...process.env, ...environment, XDG_CONFIG_HOME: folder, TMPDIR: temporary } },
      (error, out, err) => {
        resolve({ code: typeof error?.code === 'number' ? error.code : error === null ? 0 : -1, out, err });
      },
    );
  });
}

test('runs commands without a window, with their output and exit code @nightly', async ({ startService }) => {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
  expect(await command({}, '--version')).toEqual({ code: 0, out: `${version}\n`, err: '' });

  const { url, key } = await startService('--assets', '60', '--transactions', '500');
  const five = '{"pagination":{"page":1,"perPage":5}}';
  const asked = await command({ RWA_API_KEY: key }, 'query', 'assets', '--query', five, '--base-url', url);
  const said = `The key in RWA_API_KEY is sent to ${url}.\n5 of 60 records; --all for the rest.\n`;
  expect([asked.code, asked.err, asked.out.trim().split('\n').length]).toEqual([0, said, 5]);
  expect(JSON.parse(asked.out.split('\n')[0] ?? '')).toHaveProperty('id');

  const wrong = await command(
    { RWA_API_KEY: 'wrong' },
    'query',
    'assets',
    '--query',
    '{"pagination":{"page":2,"perPage":5}}',
    '--base-url',
    url,
  );
  expect([wrong.code, wrong.out], wrong.err).toEqual([3, '']);
  const unknown = await command({}, 'query', 'wallets');
  expect([unknown.code, unknown.err.trim().split('\n').length]).toEqual([2, 1]);
  expect(readdirSync(temporary).filter((name) => name.startsWith('rwa-explorer-'))).toEqual([]);
});
