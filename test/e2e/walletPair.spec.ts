import { compactFigure, count, plural } from '../../renderer/format/numbers.ts';
import { expect, test } from './fixtures/app.ts';
import { violationsInBothThemes } from './pages/violations.ts';
import { tabTo } from './support/typing.ts';
import { fact, readTransactions, type Transaction } from './support/activity.ts';

/** The transactions between two addresses, in the order of their way; the most frequent pair of a service. */
function busiestPair(transactions: readonly Transaction[]): Transaction[] {
  const transfers = transactions.filter(
    ({ transaction_type: { slug }, from_address, to_address }) =>
      slug.includes('transfer') && from_address !== null && to_address !== null,
  );
  const pairs = Map.groupBy(transfers, ({ from_address, to_address }) =>
    [from_address, to_address]
      .map((address) => address?.toLowerCase() ?? '')
      .toSorted()
      .join(' '),
  );
  return [...pairs.values()].reduce((most, pair) => (pair.length > most.length ? pair : most), []);
}

test('what moved between two addresses has a page, from a wallet and from a transaction @nightly', async ({
  windowApp: app,
  page,
  explorer,
  startService,
}) => {
  const service = await startService('--assets', '12', '--transactions', '3000', '--rate', '1000000');
  const moves = busiestPair(await readTransactions(service));
  const [address = '', other = ''] = [moves[0]?.from_address ?? '', moves[0]?.to_address ?? ''];
  await explorer.openAt(app, service, 'Transactions');
  await explorer.search(address);
  await explorer
    .found()
    .getByRole('option', { name: /^Open the wallet/ })
    .click();
  await page.getByRole('button', { name: 'Fetch its transactions…' }).click();
  await page.getByRole('button', { name: 'Start sync' }).click();

  // The diagram has the figures of the table, and each name leads to the pair by keyboard.
  const flows = page.getByRole('region', { name: 'Flow diagram' });
  const diagram = flows.getByRole('group', { name: /^Largest movements of / });
  await expect(flows).toContainText('all there are as of the last sync');
  const named = (await diagram.getByRole('button').first().getAttribute('aria-label')) ?? '';
  const [, way = '', name = '', figure = ''] = /^(From|To) (.*): (\S+) in /.exec(named) ?? [];
  await flows.getByRole('button', { name: 'Table', exact: true }).click();
  const row = flows.getByRole('row').filter({ hasText: name }).filter({ hasText: way }).first();
  await expect(row.getByRole('cell').nth(1)).toHaveText(figure);
  await flows.getByRole('button', { name: 'Diagram', exact: true }).click();
  await tabTo(diagram.getByRole('button').first());
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: /^Between 0x/ })).toBeVisible();
  await page.keyboard.press('Alt+ArrowLeft');
  await expect(diagram).toBeVisible();

  const ends = `${other.slice(0, 8)}…${other.slice(-6)}`;
  await page.getByRole('button', { name: new RegExp(`^Transactions with ${ends} alone$`, 'i') }).click();
  const heading = page.getByRole('heading', { level: 1, name: /^Between 0x/ });
  await expect(heading).toBeVisible();
  await expect(
    page.getByRole('status').filter({ hasText: /^From [\d,]+ transactions? since/ }),
  ).toContainText('complete as of the sync of');
  const [sent, received] = [address, other].map((from) =>
    moves.filter(({ from_address }) => from_address?.toLowerCase() === from.toLowerCase()),
  );
  const text = (some: readonly Transaction[] = []): string => {
    const dollars = some.reduce((sum, { usd_amount }) => sum + (usd_amount ?? 0), 0);
    const figure = compactFigure(dollars, { unit: 'dollar', locale: 'en-US' });
    return `${figure} in ${plural(some.length, 'transaction', 'transactions')}`;
  };
  await expect(fact(page, /^Transactions$/)).toHaveText(count(moves.length));
  await expect(fact(page, new RegExp(`^From ${address.slice(0, 6)}`, 'i'))).toHaveText(text(sent));
  await expect(fact(page, new RegExp(`^From ${other.slice(0, 6)}`, 'i'))).toHaveText(text(received));
  expect(await violationsInBothThemes(page)).toEqual([]);

  await page.getByRole('button', { name: /^Watch and alert above/ }).click();
  await expect(page.getByRole('button', { name: /^Watched, with an alert above/ })).toBeDisabled();

  await page.getByRole('button', { name: 'Show transactions' }).click();
  await expect(explorer.grid('Transactions')).toHaveAttribute('aria-rowcount', (moves.length + 1).toString());
  await explorer.openRecord('Transactions', 0);
  // What can be done with a record stands at its head and in the palette.
  await expect(page.getByRole('button', { name: 'Show what moved between both addresses' })).toBeVisible();
  await explorer.command('moved between', 'Show what moved between');
  await expect(heading).toBeVisible();
  await expect(fact(page, /^Transactions$/)).toHaveText(count(moves.length));
});
