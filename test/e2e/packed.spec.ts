import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { layOut, packHere } from '../../build/package/packHere.ts';
import { expect, runsOnElectron, test } from './fixtures/app.ts';

/** The app started from what its archive holds, away from the sources and their packages. */

const folder = mkdtempSync(path.join(tmpdir(), 'rwa-packed-'));
const appFolder = path.join(folder, 'app');

test.use({ appFolder });
test.skip(
  runsOnElectron,
  'Packed apps are started on the Chromium shell; on Electron the installers are tried.',
);

test.beforeAll(async () => {
  test.setTimeout(180_000);
  await layOut(await packHere(path.join(folder, 'packed')), appFolder);
});

test.afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

test('opens on sample data', async ({ app }) => {
  await app.window.getByRole('button', { name: 'Explore sample data' }).click();
  await expect(app.window.getByRole('grid').getByRole('row').nth(3)).toBeVisible({ timeout: 60_000 });
});
