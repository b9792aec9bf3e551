import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expect, test, type WindowApp } from '../fixtures/app.ts';
import type { Explorer } from '../pages/explorer.ts';
import { written } from '../pages/files.ts';
import { dollars } from '../support/dollars.ts';
import { noteDrawnTexts } from '../support/drawnTexts.ts';
import { Steps } from './steps.ts';

/** The questions of an analyst, each from the app's first view on, with the steps that its answer may take. */

function view(page: Page, name: string): Locator {
  return page.getByRole('navigation', { name: 'Views' }).getByRole('button', { name, exact: true });
}

/** Opens the template of the question. */
async function openTemplate(page: Page, steps: Steps, name: RegExp): Promise<void> {
  await steps.click(view(page, 'Saved views'));
  await steps.click(page.getByRole('button', { name: /^Templates/ }));
  await steps.click(page.getByRole('button', { name }));
}

/** Opens the chart of treasuries over two years, and saves it as a picture. Returns the texts that it is drawn with. */
async function saveTreasuries(app: WindowApp, page: Page, explorer: Explorer): Promise<string> {
  const file = path.join(app.userDataDir, 'treasuries.png');
  await app.answerSaveDialog(file);
  const readTexts = await noteDrawnTexts(page);
  const steps = new Steps(page);
  await openTemplate(page, steps, /^US Treasury Debt by network/);
  await steps.click(page.getByRole('group', { name: 'Range' }).getByRole('button', { name: '2Y' }));
  await expect(explorer.figure('Market value by network')).toBeVisible();
  await steps.click(page.getByRole('button', { name: 'Save chart' }));
  await steps.click(page.getByRole('button', { name: 'Picture (PNG)' }));
  steps.within(6);
  await written(file);
  return (await readTexts()).map((drawn) => drawn.text).join('\n');
}

const largestTreasuries = /^Largest US Treasury tokens on Ethereum/;

test('five questions that one view answers @nightly', async ({ windowApp: app, page, explorer }) => {
  await test.step('how do three funds compare by yield, fees and holders?', async () => {
    const steps = new Steps(page);
    await steps.click(page.getByRole('searchbox', { name: 'Find assets' }));
    await steps.write('fund');
    await steps.chord('Enter');
    await expect(explorer.conditions()).toContainText('fund');
    await explorer.showsRows('Assets');
    await steps.click(explorer.cell('Assets', 0));
    const third = explorer.cell('Assets', 2);
    await steps.click(third, { modifiers: ['Shift'] });
    await steps.click(third, { button: 'right' });
    await steps.click(page.getByRole('menuitem', { name: 'Compare 3 records' }));
    steps.within(6);

    const table = page.getByRole('table', { name: 'Comparison of assets' });
    for (const name of [/^Yield to maturity/, /^Holding addresses/, /^Management fee/])
      await expect(table.getByRole('rowheader', { name })).toBeInViewport();
  });
  await test.step('which issuer grew most in 30 days, in dollars?', async () => {
    const steps = new Steps(page);
    await steps.click(view(page, 'Issuers'));
    await explorer.showsRows('Issuers');
    await steps.click(page.getByRole('button', { name: /^Column menu: Bridged token value$/ }).first());
    await steps.click(page.getByRole('menuitem', { name: 'Sort by 30 d change $', exact: true }));
    steps.within(4);

    const column = explorer.header(/, 30 d change \$$/);
    await expect(column).toHaveAttribute('aria-sort', 'descending');
    await explorer.showsRows('Issuers');
    const changes = await explorer.firstOf(/, 30 d change \$$/, 10);
    expect(changes[0]).toMatch(/^\+\$/);
    const signed = changes.map((text) => (/^[-\u2212]/.test(text.trim()) ? -dollars(text) : dollars(text)));
    expect(signed).toEqual(signed.toSorted((a, b) => b - a));
    // All issuers were sorted, by the service: the line under the table says so.
    await expect(explorer.status()).toContainText(/^\s*300 records.*fetched/);
  });
  await test.step('which are the ten largest US Treasury tokens on Ethereum?', async () => {
    const steps = new Steps(page);
    await openTemplate(page, steps, largestTreasuries);
    steps.within(6);

    await explorer.showsRows('Tokens');
    const values = (await explorer.firstOf(/^Market value/, 10)).map(dollars);
    expect(values).toEqual(values.toSorted((a, b) => b - a));
    expect(new Set((await explorer.firstOf('Network', 10)).map((name) => name.trim()))).toEqual(
      new Set(['Ethereum']),
    );
  });
  await test.step('who received mints over $1M in the last week, and how much each?', async () => {
    const steps = new Steps(page);
    await openTemplate(page, steps, /^Mints over \$1m in 7 days/);
    const totals = page.getByRole('region', { name: 'Totals by recipient' });
    const rows = totals.getByRole('treegrid').getByRole('row');
    await expect(totals.getByRole('status')).toContainText(/groups? of all [\d,]+ transactions?/);
    steps.within(6);

    const pills = explorer.conditions();
    await expect(pills).toContainText('Mint');
    expect(new Set((await explorer.firstOf('Type', 1)).map((name) => name.trim()))).toEqual(
      new Set(['Mint']),
    );
    const figures = async (row: number): Promise<string[]> =>
      rows.nth(row).getByRole('gridcell').allTextContents();
    const [all = '', sumOfAll = ''] = await figures(1);
    const groups = (await rows.count()) - 2;
    const each = await Promise.all(Array.from({ length: groups }, (_, index) => figures(index + 2)));
    expect(each.reduce((sum, [records = '']) => sum + Number(records.replaceAll(',', '')), 0)).toBe(
      Number(all.replaceAll(',', '')),
    );
    const sums = each.map(([, sum = '']) => dollars(sum));
    expect(sums).toEqual(sums.toSorted((a, b) => b - a));
    expect(sums.reduce((sum, one) => sum + one, 0) / dollars(sumOfAll)).toBeCloseTo(1, 1);

    // The recipient leads to the mints behind the total.
    await rows.nth(2).getByRole('button').click();
    await expect(totals.getByRole('status')).toContainText(
      /1 group of (all [\d,]+ transactions|1 transaction)/,
    );
    await explorer.showsRows('Transactions');
  });
  await test.step('how did treasuries spread over the networks in two years, as a picture that tells it alone?', async () => {
    // What, of what, where from and when.
    const text = await saveTreasuries(app, page, explorer);
    expect(text).toContain('US Treasury Debt');
    expect(text).toMatch(/Sample data, synthetic · Fetched /);
  });
});

test('how did treasuries spread over the networks in two years, offline after a sync? @nightly', async ({
  windowApp: app,
  page,
  explorer,
  startService,
}) => {
  await explorer.openAt(app, await startService(), 'Tokens');
  await page.getByRole('button', { name: 'Sync…' }).click();
  await page.getByRole('button', { name: 'Start sync' }).click();
  await expect(page.getByRole('region', { name: 'Jobs started here' })).toContainText('Sync of tokens ended');
  await explorer.workOffline();
  expect(await saveTreasuries(app, page, explorer)).toContain('US Treasury Debt');

  // Each of the two years has its months.
  await page.getByRole('button', { name: 'Table' }).click();
  const months = page.getByRole('main').getByRole('table').getByRole('rowheader');
  await expect.poll(() => months.count()).toBeGreaterThanOrEqual(24);
});

test('which tokens does a platform carry: saved, asked for the platform, run again, and shared with the question? @nightly', async ({
  page,
  explorer,
}) => {
  await explorer.openRows('Tokens');
  const platforms = [...new Set((await explorer.column('Platform')).filter((name) => /^\w/.test(name)))];
  const [first = '', second = ''] = platforms;
  const steps = new Steps(page);
  const pills = explorer.conditions();
  await steps.click(view(page, 'Saved views'));
  await steps.click(page.getByRole('button', { name: /^Tokens of a platform/ }));
  const question = page.getByRole('dialog', { name: 'Run with' });
  await expect(question).toBeVisible();
  await steps.write(first);
  await steps.chord('Enter');
  await expect(pills).toContainText(first);
  await explorer.showsRows('Tokens');
  await steps.chord('ControlOrMeta+s');
  await expect(page.getByRole('dialog', { name: 'Save view' })).toBeVisible();
  await steps.write('Tokens of one platform');
  await steps.chord('Enter');
  await expect(page.getByRole('dialog')).toBeHidden();
  await steps.chord('ControlOrMeta+l');
  await expect(page.getByText('Link copied.')).toBeVisible();
  await steps.click(page.getByRole('button', { name: 'Run', exact: true }));
  await expect(question).toBeVisible();
  await steps.write(second);
  await steps.chord('Enter');
  await expect(pills).toContainText(second);
  steps.within(8);

  // Whoever opens the link is asked too.
  await page.keyboard.press('ControlOrMeta+Shift+l');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+v');
  await page.keyboard.press('Enter');
  await expect(question).toBeVisible();
  // Nothing runs before the answer.
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: 'Not run yet' })).toBeVisible();
  await page.getByRole('button', { name: 'Enter the value' }).click();
  await expect(question).toBeVisible();
  await page.keyboard.type(first);
  await page.keyboard.press('Enter');
  await expect(pills).toContainText(first);
  await explorer.showsRows('Tokens');
  expect(new Set(await explorer.firstOf('Platform', 3))).toEqual(new Set([first]));
});

test('what does a wallet hold and move, watched with an alert above $100k?', async ({ page, explorer }) => {
  // The analyst has the address from elsewhere.
  await explorer.openRows('Transactions');
  const index = (await explorer.header(/^To\b/).getAttribute('aria-colindex')) ?? '';
  const recipient = page
    .locator(`[role="gridcell"][aria-colindex="${index}"]`)
    .filter({ hasText: /^0x(?!0{4})/ })
    .first();
  await recipient.hover();
  const address = (await recipient.getAttribute('title')) ?? '';
  expect(address).toMatch(/^0x\w{40}$/);
  await explorer.open('Overview');

  const steps = new Steps(page);
  await steps.chord('ControlOrMeta+k');
  await expect(page.getByRole('dialog', { name: 'Search or run a command' })).toBeVisible();
  await steps.write(address);
  await steps.click(explorer.found().getByRole('option', { name: /^Open the wallet/ }));
  await expect(page.getByText(/others may exist, so no figure here is a balance/)).toBeVisible();
  await steps.click(page.getByRole('button', { name: 'Fetch its transactions…' }));
  await steps.click(page.getByRole('button', { name: 'Start sync' }));
  await steps.click(page.getByRole('button', { name: /^Watch and alert above \$100/ }));
  await expect(page.getByText(/Watching\. While the app runs, it checks this wallet/)).toBeVisible();
  steps.within(5);

  await expect(
    page.getByText(/^From [\d,]+ transactions? since .*; complete as of the sync of/),
  ).toBeVisible();
  await expect(page.getByText('at the prices on the days of the transactions').first()).toBeVisible();
  await expect(
    page.getByRole('table', { name: 'Net position by token' }).getByRole('rowheader'),
  ).not.toHaveCount(0);
  await expect(page.getByRole('slider', { name: /^In and out by day/ })).toBeVisible();
  const watched = page.getByRole('region', { name: 'Watchlists and alerts' });
  await expect(watched).toContainText(/Alerts: Wallet .* above \$100/);
  await watched.getByRole('button', { name: /^Wallet / }).click();
  await page
    .getByRole('navigation', { name: 'Parts of the list' })
    .getByRole('button', { name: /^Alerts/ })
    .click();
  await expect(page.getByRole('main')).toContainText(/Transactions over \$100k/);
});

test('each question that analysts ask is one click on its template @nightly', async ({ page }) => {
  const templates = page.getByRole('region', { name: 'Questions analysts ask' }).getByRole('button');
  const openTemplates = async (): Promise<void> => {
    await view(page, 'Saved views').click();
    await page.getByRole('button', { name: /^Templates/ }).click();
    await expect(templates.first()).toBeVisible();
  };
  await openTemplates();
  await expect(templates).toHaveCount(12);
  for (const index of Array.from({ length: 12 }).keys()) {
    await openTemplates();
    const name = (await templates.nth(index).textContent()) ?? '';
    await templates.nth(index).click();
    if (name.includes('Asks for')) {
      await expect(page.getByRole('dialog', { name: 'Run with' })).toBeVisible();
      await page.keyboard.press('Escape');
      continue;
    }
    await expect(view(page, 'Saved views'), name).not.toHaveAttribute('aria-current', 'page');
    // Figures stand there, whatever view answers.
    await expect(page.getByRole('main'), name).toContainText(/\$[\d.,]+|changed/);
    await expect(page.getByRole('alert'), name).toHaveCount(0);
  }
});
