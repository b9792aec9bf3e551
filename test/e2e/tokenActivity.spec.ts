import { compactFigure, count, plural } from '../../renderer/format/numbers.ts';
import { expect, test } from './fixtures/app.ts';
import { violationsInBothThemes } from './pages/violations.ts';
import { fact, readTransactions, type Transaction } from './support/activity.ts';

/** A token's activity: from a table to its page, its figures, its holders, and a watchlist of it. */

function amountOf(transactions: readonly Transaction[]): number {
  return transactions.reduce((sum, { amount }) => sum + amount, 0);
}

function dollarsOf(transactions: readonly Transaction[]): number {
  return transactions.reduce((sum, { usd_amount }) => sum + (usd_amount ?? 0), 0);
}

/** What each address received less what it sent, the largest first. */
function netsOf(transactions: readonly Transaction[]): [string, number][] {
  const nets = new Map<string, number>();
  const add = (address: string | null, amount: number): void => {
    if (address !== null) nets.set(address.toLowerCase(), (nets.get(address.toLowerCase()) ?? 0) + amount);
  };
  for (const { amount, from_address, to_address, transaction_type } of transactions) {
    if (!/mint/.test(transaction_type.slug)) add(from_address, -amount);
    if (!/burn/.test(transaction_type.slug)) add(to_address, amount);
  }
  return [...nets].sort(([, a], [, b]) => b - a);
}

test('a token’s mints, burns and holders are opened from a transaction, fetched, and watched @nightly', async ({
  windowApp: app,
  page,
  explorer,
  startService,
}) => {
  const service = await startService('--assets', '12', '--transactions', '3000', '--rate', '1000000');
  await explorer.openAt(app, service, 'Transactions');

  const column = await explorer.header(/\bToken\b/).getAttribute('aria-colindex');
  const cell = explorer.row('Transactions', 0).locator(`[aria-colindex="${column ?? ''}"]`);
  // The cell shows both ends of the address of the token.
  const [first = '?', last = '?'] = (await cell.innerText()).trim().split('…');
  // The token is that of the cell, whatever else is selected.
  await explorer.cell('Transactions', 0).click();
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+End');
  await cell.click({ button: 'right' });
  // As in the sidebar, Ctrl asks for a tab of its own.
  await page.getByRole('menuitem', { name: 'Compare 2 records' }).click({ modifiers: ['Control'] });
  await expect(page.getByRole('tablist', { name: 'Open views' }).getByRole('tab')).toHaveCount(2);
  await cell.click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Open this token’s activity' }).click();
  const heading = page.getByRole('heading', { level: 1, name: /^Activity of .+ on / });
  await expect(heading).toBeVisible();
  const title = await heading.innerText();
  const status = page.getByRole('status').filter({ hasText: /^From [\d,]+ transactions? since/ });
  await expect(status).toContainText('others may exist, so no figure here is a balance');

  await page.getByRole('button', { name: 'Fetch its transactions…' }).click();
  await page.getByRole('button', { name: 'Start sync' }).click();
  await expect(status).toContainText('complete as of the sync of');

  const moves = (await readTransactions(service)).filter(
    ({ token: { address } }) => address.startsWith(first) && address.endsWith(last),
  );
  expect(
    new Set(moves.map(({ asset, token }) => `Activity of ${asset.name} on ${token.network_name}`)),
  ).toEqual(new Set([title]));
  const kind = (pattern: RegExp): Transaction[] =>
    moves.filter(({ transaction_type: { slug } }) => pattern.test(slug));
  const figures = (some: readonly Transaction[]): string =>
    `${compactFigure(amountOf(some), { locale: 'en-US' })} (${compactFigure(dollarsOf(some), { unit: 'dollar', locale: 'en-US' })})`;
  await expect(status).toContainText(`From ${plural(moves.length, 'transaction', 'transactions')} since`);
  await expect(fact(page, /^Transactions$/)).toHaveText(count(moves.length));
  await expect(fact(page, /^Minted/)).toHaveText(figures(kind(/mint/)));
  await expect(fact(page, /^Burned/)).toHaveText(figures(kind(/burn/)));
  await expect(fact(page, /^Transferred/)).toHaveText(figures(kind(/transfer/)));
  const nets = netsOf(moves);
  await expect(fact(page, /^Holders seen$/)).toContainText(
    `of ${plural(nets.length, 'address', 'addresses')}`,
  );

  const rows = page.getByRole('table', { name: 'Net position by address' }).getByRole('row');
  const [[holder, net] = ['', 0]] = nets;
  const position = compactFigure(net, { signed: true, locale: 'en-US' });
  await expect(rows.nth(1)).toContainText(position);
  expect(await violationsInBothThemes(page)).toEqual([]);

  await rows.nth(1).getByRole('button').click();
  await expect(page.getByRole('heading', { level: 1, name: /^Wallet 0x/ })).toBeVisible();
  await expect(page.getByText(holder, { exact: true })).toBeVisible();
  const tokens = page.getByRole('table', { name: 'Net position by token' });
  await expect(tokens.getByRole('row').filter({ hasText: position })).toHaveCount(1);
  await page.keyboard.press('Alt+ArrowLeft');
  await expect(heading).toBeVisible();

  await page.getByRole('button', { name: /^Watch and alert above/ }).click();
  await expect(page.getByRole('button', { name: /^Watched, with an alert above/ })).toBeDisabled();
  await page.getByRole('button', { name: title.replace('Activity of ', ''), exact: true }).click();
  await expect(page.getByRole('navigation', { name: 'Parts of the list' })).toContainText(
    `Transactions ${count(moves.length)}`,
  );
  await page.keyboard.press('Alt+ArrowLeft');

  await page.getByRole('button', { name: 'Record of the token' }).click();
  // Until the record is there, its buttons move.
  await expect(page.getByRole('main').getByRole('term').first()).toBeVisible();
  await page.getByRole('button', { name: 'Open the token’s activity' }).click();
  await expect(heading).toBeVisible();
  await page.getByRole('button', { name: 'Show transactions' }).click();
  await expect(explorer.grid('Transactions')).toHaveAttribute('aria-rowcount', (moves.length + 1).toString());
});
