import { once } from 'node:events';
import { createServer } from 'node:net';
import path from 'node:path';
import { expect, test } from './fixtures/app.ts';
import { dayPasses, daysAgo } from './fixtures/days.ts';
import { Explorer } from './pages/explorer.ts';
import { choose, typeDay } from './support/typing.ts';

test('a first visit has nothing to compare with, and says so', async ({ sampleApp: app }) => {
  const explorer = new Explorer(app.window);
  await explorer.open('What changed');
  await expect(app.window.getByRole('heading', { name: 'Nothing to compare with yet' })).toBeVisible();
  await expect(app.window.getByText('Changes will appear from your next visit on')).toBeVisible();
});

test('after a day the largest changes stand first, and lead to the record', async ({ app, startService }) => {
  const port = await freePort();
  const service = (today: string): Promise<{ url: string; stop(): Promise<void> }> =>
    startService(
      '--port',
      port.toString(),
      '--key',
      'one-key',
      '--assets',
      '40',
      '--transactions',
      '2000',
      '--today',
      today,
    );
  const explorer = new Explorer(app.window);
  const before = await service('2026-10-01');
  await explorer.connect(app, before.url, 'one-key');
  await explorer.open('Assets');
  await explorer.showsRows('Assets');
  await app.close();
  await before.stop();
  dayPasses(path.join(app.userDataDir, 'data'));

  await service('2026-11-01');
  await app.restart();
  const later = new Explorer(app.window);
  await later.showsRows('Assets');
  await app.window.getByRole('button', { name: 'Refresh' }).click();
  await later.open('What changed');
  await choose(app.window.getByRole('combobox', { name: 'Since' }), 'Since yesterday');
  const table = app.window.getByRole('table', { name: 'Changed assets' });
  await expect(table.getByRole('rowheader').first()).toBeVisible();
  await expect(app.window.getByRole('group', { name: 'Kinds of change' })).toContainText('Changed 4');
  await table.getByRole('rowheader').getByRole('button').first().click();
  const changes = app.window.getByRole('group', { name: 'Changes' });
  await choose(changes.getByRole('combobox', { name: 'Since' }), 'since yesterday');
  await expect(changes.getByRole('table', { name: 'Changed fields' })).toBeVisible();

  // Any day can be chosen: what was fetched today is as it is.
  await choose(changes.getByRole('combobox', { name: 'Since' }), 'since a day');
  await typeDay(changes.getByLabel('Day'), daysAgo(0));
  await expect(changes.getByText(/^Nothing has changed since/)).toBeVisible();
  await typeDay(changes.getByLabel('Day'), daysAgo(1));
  await expect(changes.getByRole('table', { name: 'Changed fields' })).toBeVisible();
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}
