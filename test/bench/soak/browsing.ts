import type { Explorer } from '../../e2e/pages/explorer.ts';

/** The lists that are read, each through several screens. Transactions are left out: the service counts their requests. */
const lists = ['Assets', 'Tokens', 'Networks', 'Platforms', 'Issuers'] as const;
const screens = 6;
const screenPx = 700;

/**
 * One round as an analyst goes: lists scrolled and sorted, records opened and closed, words looked for, the query builder,
 * figures and charts. `rest` is called between the steps.
 * @param round makes the words that are looked for others than the last time
 */
export async function browseOnce(
  explorer: Explorer,
  round: number,
  rest: () => Promise<void>,
): Promise<void> {
  for (const list of lists) {
    await readList(explorer, list);
    await rest();
  }
  await lookFor(explorer, 'abcdefghijklmnopqrstuvwxyz'.charAt(round % 26));
  await rest();
  await buildQuery(explorer);
  await rest();
  for (const view of ['Aggregates', 'Timeseries']) {
    await explorer.open(view);
    await explorer.page.getByRole('figure').first().waitFor();
    await rest();
  }
  for (const view of ['Overview', 'Watchlists', 'Saved views', 'What changed', 'Settings']) {
    await explorer.open(view);
    await explorer.page.getByRole('heading', { name: view }).first().waitFor();
    await rest();
  }
}

async function readList(explorer: Explorer, list: string): Promise<void> {
  const { page } = explorer;
  await explorer.open(list);
  const grid = explorer.grid(list);
  await grid.getByRole('gridcell').first().waitFor();
  await grid.hover();
  for (let screen = 0; screen < screens; screen += 1) await page.mouse.wheel(0, screenPx);
  await page.mouse.wheel(0, -screens * screenPx);
  await explorer.row(list, 1).waitFor();
  await explorer.openRecord(list, 1);
  await page.keyboard.press('Escape');
  await explorer.record().waitFor({ state: 'detached' });
}

async function lookFor(explorer: Explorer, words: string): Promise<void> {
  const { page } = explorer;
  await explorer.open('Assets');
  await explorer.grid('Assets').getByRole('gridcell').first().waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type(words);
  await page.keyboard.press('Enter');
  await explorer.conditions().waitFor();
  await explorer.grid('Assets').getByRole('gridcell').first().waitFor();
}

async function buildQuery(explorer: Explorer): Promise<void> {
  const { page } = explorer;
  await explorer.open('Assets');
  await page.getByRole('button', { name: 'Query', exact: true }).click();
  await page.getByRole('button', { name: 'Count', exact: true }).click();
  await page.getByRole('status').filter({ hasText: /match/ }).waitFor();
  await page.getByRole('button', { name: 'Query', exact: true }).click();
  await page.getByRole('button', { name: 'Count', exact: true }).waitFor({ state: 'detached' });
}
