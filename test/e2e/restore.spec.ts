// Border: the main process asks at its start, before it has a window, and may end.
import { closeSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { expect, runsOnElectron, test, type App } from './fixtures/app.ts';
import { Explorer } from './pages/explorer.ts';

/** A start with a user database that is gone or looks newer than the app. */

const database = (app: App): string => path.join(app.userDataDir, 'data', 'user.db');

/** Something that the user has made: a density other than the default. */
async function makeSetting(app: App): Promise<void> {
  const explorer = new Explorer(app);
  await explorer.open('Settings');
  await app.window.getByRole('radio', { name: 'Compact' }).click();
  // A radio button is checked at once; the window follows once the setting is written.
  await expect(app.window.locator('html')).toHaveAttribute('data-density', 'compact');
  // The end makes a copy of what has changed.
  await app.close();
}

async function showsSetting(app: App): Promise<void> {
  await new Explorer(app).open('Settings');
  await expect(app.window.getByRole('radio', { name: 'Compact' })).toBeChecked();
}

test('a database that is gone is restored from the newest copy, and a notice names its date', async ({
  app,
}) => {
  await makeSetting(app);
  rmSync(database(app));
  await app.restart();
  const notice =
    /^Settings, connections and saved items were missing and were restored from the copy of \d+ \w+ \d{4}, \d\d:\d\d UTC\.$/;
  await expect(app.window.getByText(notice)).toBeVisible();
  await showsSetting(app);
  // What was restored is no news at the next start.
  await app.restart();
  await showsSetting(app);
  await expect(app.window.getByText(notice)).toBeHidden();
});

test('a database that looks newer is restored only when the user says so', async ({ app }) => {
  test.skip(runsOnElectron(), 'The questions of a start are answered ahead on the Chromium shell only.');
  await makeSetting(app);
  // One wrong byte in `user_version`. Rule: SQLite's file format, 1.3.
  const file = openSync(database(app), 'r+');
  writeSync(file, Buffer.of(1), 0, 1, 60);
  closeSync(file);
  const before = readFileSync(database(app));
  await app.restartInVain({ buttons: [1] });
  expect(readFileSync(database(app)).equals(before)).toBe(true);

  await app.restart({ buttons: [0] });
  await showsSetting(app);
  const data = path.dirname(database(app));
  const [aside = ''] = readdirSync(data).filter((name) => name.startsWith('user.replaced-'));
  expect(readFileSync(path.join(data, aside)).equals(before)).toBe(true);
});
