import type { Locator, Page } from '@playwright/test';
import { startRewritingService } from '../support/rewritingService.ts';
import { expect, test } from './fixtures/app.ts';
import { Explorer } from './pages/explorer.ts';
import { tabTo, typeInto } from './support/typing.ts';

/** Gathers the first records of the assets from the panel, by keyboard, and opens the comparison. */
async function compareAssets(page: Page): Promise<string[]> {
  const explorer = new Explorer({ window: page });
  const names = (await explorer.column('Name')).slice(0, 3);
  await tabTo(explorer.grid('Assets'));
  // What can be done with selected records stands in the palette, also where no record is open.
  await page.keyboard.press('Shift+ArrowRight');
  await explorer.search('add to comparison');
  await expect(page.getByRole('option', { selected: true })).toContainText('Add to comparison');
  await page.keyboard.press('Escape');
  for (const [index, name] of names.entries()) {
    await page.keyboard.press(index === 0 ? 'Enter' : 'ArrowDown');
    await explorer.showsRecord(`Asset ${name}`);
    await page.keyboard.press('c');
  }
  await page.keyboard.press('Shift+C');
  await expect(table(page)).toBeVisible();
  await expect(page.getByText(/of \d+ fields differ/)).toBeVisible();
  return names;
}

function table(page: Page): Locator {
  return page.getByRole('table', { name: 'Comparison of assets' });
}

/** The records in the order of their columns. */
function columns(page: Page): Locator {
  return table(page)
    .getByRole('columnheader')
    .getByRole('button', { name: /^Open / });
}

test('more rows than an action takes: it says why it is not offered', async ({ page, explorer }) => {
  const action = page.getByRole('menuitem', { name: 'Compare records' });
  const reason = async (marked: RegExp): Promise<string | null> => {
    await expect(explorer.status()).toContainText(marked);
    await page.keyboard.press('Shift+F10');
    await expect(action).toBeDisabled();
    const title = await action.getAttribute('title');
    await page.keyboard.press('Escape');
    return title;
  };
  await tabTo(explorer.grid('Assets'));
  for (let rows = 0; rows < 20; rows += 1) await page.keyboard.press('Shift+ArrowDown');
  expect(await reason(/21 cells selected/)).toMatch(/^At most \d+ records can be compared$/);
  await page.keyboard.press('Control+a');
  expect(await reason(/\d\d,\d{3} cells selected/)).toBe('At most 1,000 rows can be selected for this.');
});

test('a row that is not loaded is offered for no comparison; several say why', async ({
  windowApp: app,
  page,
  explorer,
  startService,
}) => {
  const answers = Promise.withResolvers<undefined>();
  await using service = await startRewritingService({
    ...(await startService()),
    before: (path) => (/"page":1\D/.test(decodeURIComponent(path)) ? undefined : answers.promise),
  });
  using late = new DisposableStack();
  late.defer(() => {
    answers.resolve(undefined);
  });
  await explorer.openAt(app, service, 'Tokens');
  await tabTo(explorer.grid('Tokens'));
  await page.keyboard.press('Control+End');
  await expect(explorer.grid('Tokens').getByRole('row', { name: 'Loading' }).last()).toBeVisible();
  const compare = page.getByRole('menuitem', { name: /compar/i });
  await page.keyboard.press('Shift+F10');
  await expect(page.getByRole('menuitem', { name: 'Copy', exact: true })).toBeVisible();
  await expect(compare).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.keyboard.press('Shift+ArrowUp');
  await page.keyboard.press('Shift+F10');
  await expect(compare).toBeDisabled();
  expect(await compare.getAttribute('title')).toMatch(/^Not all selected rows are loaded/);
});

test('records stand side by side, are moved, removed and added; differences are marked, found and copied, what does not exist is named', async ({
  page,
}) => {
  const [first = '', second = '', third = ''] = await compareAssets(page);
  await expect(columns(page)).toHaveText([first, second, third]);

  await page.getByRole('button', { name: `Move ${first} right` }).click();
  await expect(columns(page)).toHaveText([second, first, third]);
  await page.getByRole('button', { name: `Remove ${first}` }).click();
  await expect(columns(page)).toHaveText([second, third]);
  // Two are the least.
  await expect(page.getByRole('button', { name: `Remove ${second}` })).toBeDisabled();
  await page.keyboard.press('Alt+ArrowLeft');
  await expect(columns(page)).toHaveText([second, first, third]);

  await page.getByRole('button', { name: `Remove ${first}` }).click();
  await page.getByRole('button', { name: /^Add an asset/ }).click();
  await page.keyboard.type(first);
  // Enter means these words, though those before may still be looked for.
  await page.keyboard.press('Enter');
  await expect(columns(page)).toHaveText([second, third, first]);
  await page.keyboard.press('Escape');

  const names = [second, third, first];
  const rows = table(page).getByRole('row');
  const nameRow = rows.filter({ has: page.getByRole('rowheader', { name: /^Name\s*, differs$/ }) });
  await expect(nameRow.getByRole('cell')).toHaveText(names);
  const all = await rows.count();
  await page.getByRole('checkbox', { name: 'Only what differs' }).check();
  await expect.poll(() => rows.count()).toBeLessThan(all);

  await page.keyboard.press('Escape');
  await typeInto(page.getByRole('searchbox', { name: 'Find a field' }), 'circulating market value');
  const valueRow = rows.filter({
    has: page.getByRole('rowheader', { name: /^Circulating market value\s*, differs$/ }),
  });
  await expect(valueRow.getByRole('cell').filter({ hasText: '$' })).toHaveCount(3);

  await page.getByRole('button', { name: 'Copy' }).click();
  await page.getByRole('button', { name: 'For a spreadsheet' }).click();
  await expect(page.getByText('Comparison copied.')).toBeVisible();
  const box = page.getByRole('searchbox', { name: 'Find a field' });
  await typeInto(box, '');
  await tabTo(box);
  await page.keyboard.press('Control+v');
  await expect(box).toHaveValue(/Circulating market value\t\d+(\.\d+)?\t\d/);

  await page.getByRole('button', { name: 'Show all fields' }).click();
  await expect.poll(() => rows.count()).toBe(all);
  await test.step('a place with records that do not exist', async () => {
    await page.getByRole('button', { name: `Open ${second}` }).click();
    await expect(page.getByRole('region', { name: `Asset ${second}` })).toBeVisible();
    const id = await page
      .getByRole('main')
      .getByText(/^Asset · id/)
      .innerText();

    await page.keyboard.press('Control+Shift+L');
    const ids = `${/\d+/.exec(id)?.[0] ?? ''},99999999`;
    await typeInto(
      page.getByRole('textbox', { name: /link/i }),
      `rwa-explorer://v1/compare?at=sample&place=~resource~:~assets~,~ids~:*${ids}!`,
    );
    await page.keyboard.press('Enter');
    await expect(columns(page)).toHaveText([second, 'Asset 99999999']);
    await expect(table(page).getByRole('alert')).toContainText('Asset 99999999 not found.');
    await expect(table(page).getByRole('cell', { name: second, exact: true })).toBeVisible();
  });
});
