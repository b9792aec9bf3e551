import type { Locator, Page } from '@playwright/test';
import { lacksPostgres, startPostgres, type PostgresServer } from '../support/postgres.ts';
import { expect, test, type WindowApp } from './fixtures/app.ts';
import { Explorer } from './pages/explorer.ts';
import { openExport } from './pages/files.ts';
import { violations } from './pages/violations.ts';
import { tabTo, typeInto, typeOver } from './support/typing.ts';

/** Mirrors in the window, into a PostgreSQL server of this computer. */

test.skip(lacksPostgres !== null, lacksPostgres ?? '');

let server: PostgresServer;

test.beforeAll(async () => {
  if (lacksPostgres === null) server = await startPostgres();
});
test.afterAll(async () => {
  await server[Symbol.asyncDispose]();
});

async function openDialog(app: Pick<WindowApp, 'window' | 'answerMessageBox'>): Promise<Locator> {
  // The app asks whether the server may get records.
  await app.answerMessageBox(0);
  const page = app.window;
  await new Explorer(app).openRows('Networks');
  await (await openExport(page)).getByRole('button', { name: 'Mirror…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Mirror networks' });
  await expect(dialog).toContainText(/First copy\s*\d+ records in 2 requests/);
  return dialog;
}

function mirrorsIn(page: Page): Locator {
  return page.getByRole('list', { name: 'Mirrors' });
}

test('a mirror is made by keyboard, shows what it does, and resumes after a restart', async ({
  windowApp: app,
  explorer,
}) => {
  const dialog = await openDialog(app);
  const { keyboard } = app.window;
  const field = (name: string): Locator => dialog.getByRole('textbox', { name, exact: true });

  // What is missing is said.
  await expect(field('Host')).toBeFocused();
  await keyboard.press('Enter');
  await expect(dialog.getByRole('alert')).toHaveText('Enter the host of the PostgreSQL server.');

  await typeOver(field('Host'), '127.0.0.1');
  for (const [name, text] of [
    ['Port', server.port.toString()],
    ['Database', server.database],
    ['Schema', 'window'],
    ['User', server.user],
    ['Password', 'wrong'],
  ] as const) {
    await keyboard.press('Tab');
    await typeOver(field(name), text);
  }
  await tabTo(dialog.getByRole('button', { name: 'Test connection' }));
  await keyboard.press('Enter');
  await expect(dialog.getByRole('status')).toHaveText(
    'PostgreSQL does not let rwa in. Check the user and the password.',
  );
  expect(await violations(app.window)).toEqual([]);
  await typeInto(field('Password'), server.password);
  // Another password may be that of another tenant of the same server.
  await app.answerMessageBox(0);
  await dialog.getByRole('button', { name: 'Test connection' }).click();
  await expect(dialog.getByRole('status')).toHaveText(/^Connected to PostgreSQL .* first copy creates it\.$/);
  await expect(dialog).toContainText('2 requests each, about 8 an hour');
  await typeInto(dialog.getByRole('textbox', { name: 'Minutes between checks' }), '30');
  await expect(dialog).toContainText('about 4 an hour');
  await keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);

  const rows = async (): Promise<number> => {
    const [found] = await server.query(`SELECT to_regclass('"window".networks') IS NOT NULL AS there`);
    return found?.['there'] === true ? (await server.query('SELECT id FROM "window".networks')).length : 0;
  };
  await expect.poll(rows).toBeGreaterThan(0);
  const count = await rows();

  await explorer.open('Jobs');
  const jobs = mirrorsIn(app.window);
  const entry = jobs.getByRole('listitem');
  await expect(entry).toContainText('Networks in PostgreSQL');
  await expect(entry).toContainText(/Up to date\. Next check at .* \(in (29|30) min\)/);
  await expect(entry).toContainText(
    `${count.toString()} records compared: ${count.toString()} inserted, 0 changed, 0 gone so far`,
  );
  await expect(entry).toContainText(`rwa@127.0.0.1:${server.port.toString()}/postgres/window`);
  expect(await violations(app.window)).toEqual([]);

  await app.restart();
  await explorer.open('Jobs');
  const resumed = mirrorsIn(app.window).getByRole('listitem');
  await expect(resumed).toContainText(/Up to date\. Next check at .* \(in \d+ min\)/);
  await expect(resumed).toContainText('inserted, 0 changed, 0 gone so far');
});

test('a wrong password stops a mirror with its sentence, until the right one is entered @nightly', async ({
  windowApp: app,
  explorer,
}) => {
  const dialog = await openDialog(app);
  const { keyboard } = app.window;
  const host = dialog.getByRole('textbox', { name: 'Host' });
  await app.window.evaluate(
    (copied) => navigator.clipboard.writeText(copied),
    `postgres://rwa:wrong@127.0.0.1:${server.port.toString()}/postgres`,
  );
  await host.click();
  await keyboard.press('ControlOrMeta+v');
  await expect(host).toHaveValue('127.0.0.1');
  await typeInto(dialog.getByRole('textbox', { name: 'Schema' }), 'second');
  await dialog.getByRole('button', { name: 'Start mirror' }).click();

  await explorer.open('Jobs');
  const entry = mirrorsIn(app.window).getByRole('listitem');
  await expect(entry).toContainText(
    'Stopped: PostgreSQL does not let rwa in. Check the user and the password.',
  );
  await entry.getByRole('button', { name: 'Edit Networks in PostgreSQL' }).click();
  const editing = app.window.getByRole('dialog', { name: 'Edit mirror' });
  await typeInto(editing.getByRole('textbox', { name: 'Password' }), server.password);
  await app.answerMessageBox(0);
  await editing.getByRole('button', { name: 'Save mirror' }).click();
  await entry.getByRole('button', { name: 'Start' }).click();
  await expect(entry).toContainText('Up to date. Next check');

  await entry.getByRole('button', { name: 'Pause' }).click();
  await expect(entry).toContainText('Paused');
  await entry.getByRole('button', { name: 'Resume' }).click();
  await expect(entry).toContainText('Up to date. Next check');
  await app.answerMessageBox(0);
  await entry.getByRole('button', { name: 'Delete Networks in PostgreSQL' }).click();
  await expect(mirrorsIn(app.window)).toHaveCount(0);
  expect((await server.query('SELECT id FROM second.networks')).length).toBeGreaterThan(0);
});
