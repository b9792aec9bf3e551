import path from 'node:path';
import type { Locator } from '@playwright/test';
import { freePort } from '../support/freePort.ts';
import { expect, test, type Service } from './fixtures/app.ts';
import { dayPasses, daysAgo } from './fixtures/days.ts';
import { choose, typeDay } from './support/typing.ts';

test.use({ begin: 'welcome' });

/** Whether a native select has less room than the text of its choice needs. */
function isCut(select: Locator): Promise<boolean> {
  return select.evaluate((element: HTMLSelectElement) => {
    const needed = document.createElement('select');
    needed.className = element.className;
    Object.assign(needed.style, { position: 'absolute', maxWidth: 'none' });
    needed.append(new Option(element.selectedOptions[0]?.text));
    // Beside it, where the same rules apply.
    element.after(needed);
    const { width } = needed.getBoundingClientRect();
    needed.remove();
    return element.getBoundingClientRect().width < width;
  });
}

test('on the first day, changes are those that the records state @nightly', async ({
  windowApp: app,
  page,
  explorer,
}) => {
  await test.step('the first visit', async () => {
    await explorer.exploreSampleData();
    await explorer.open('What changed');
    await expect(page.getByText(/7-day changes that the service reports/)).toBeVisible();
    await expect(page.getByText(/There is no earlier visit to compare with yet/)).toBeVisible();
    await expect(page.getByText(/in the cache; others may have changed more/)).toBeVisible();
    const assets = page.getByRole('table', { name: 'Changed assets' });
    await expect(assets.getByRole('cell', { name: 'Circulating market value' }).first()).toBeVisible();
    // The period that is shown heads the figures, and values close to the headline one are no changes of their own.
    await expect(page.getByRole('combobox', { name: 'Since' })).toContainText(
      'Over 7 days, not since your last visit',
    );
    expect(await isCut(page.getByRole('combobox', { name: 'Since' }))).toBe(false);
    await expect(assets.getByRole('columnheader', { name: '7 days ago' })).toBeVisible();
    await expect(assets.getByRole('cell', { name: /^(Total asset value|Bridged token value)$/ })).toHaveCount(
      0,
    );

    await choose(page.getByRole('combobox', { name: 'Since' }), 'Over 30 days');
    await expect(page.getByText(/30-day changes/)).toBeVisible();
    await choose(page.getByRole('combobox', { name: 'Records' }), 'Asset classes');
    const classes = page.getByRole('table', { name: 'Changed asset classes' });
    const first = classes.getByRole('rowheader').getByRole('button').first();
    const name = (await first.textContent()) ?? '';
    await first.click();
    await explorer.showsRows('Assets');
    await expect.poll(async () => new Set(await explorer.column('Asset class'))).toEqual(new Set([name]));
  });
  await test.step('the second', async () => {
    await app.restart();
    await explorer.open('What changed');
    await expect(app.window.getByText('Nothing has changed', { exact: true })).toBeVisible();
    await app.window.getByRole('button', { name: 'Show changes over 7 days' }).click();
    await expect(app.window.getByRole('table', { name: 'Changed assets' })).toBeVisible();
  });
});

test('after a day the largest changes stand first, and lead to the record', async ({
  windowApp: app,
  explorer,
  startService,
}) => {
  const port = await freePort();
  const service = (today: string): Promise<Service> =>
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
  const before = await service('2026-10-01');
  await explorer.openAt(app, before);
  await app.close();
  await before.stop();
  dayPasses(path.join(app.userDataDir, 'data'));

  await service('2026-11-01');
  await app.restart();
  await explorer.showsRows('Assets');
  await app.window.getByRole('button', { name: 'Refresh' }).click();
  await explorer.showsRows('Assets');
  await explorer.open('What changed');
  await choose(app.window.getByRole('combobox', { name: 'Since' }), 'Since yesterday');
  const table = app.window.getByRole('table', { name: 'Changed assets' });
  await expect(table.getByRole('rowheader').first()).toBeVisible();
  await expect(app.window.getByRole('group', { name: 'Kinds of change' })).toContainText('Changed 4');
  const records = app.window.getByRole('combobox', { name: 'Records', exact: true });
  for (const name of ['Asset classes', 'Tokens', 'Assets']) {
    await choose(records, name);
    await expect(records.locator('option:checked')).toHaveText(name);
  }
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
