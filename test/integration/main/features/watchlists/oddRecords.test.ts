import { expect, it } from 'vitest';
import type { Json } from '../../../../../preload/contract/json.ts';
import type { ResourceRecord } from '../../../../../preload/contract/records.ts';
import { answerBytes } from '../../../../support/storedPages.ts';
import {
  alice,
  alertOf,
  bob,
  connectionId,
  openTestWatch,
  transaction,
  walletOf,
  where,
  type TestWatch,
} from './testWatch.ts';
import { wholeProof } from '../../../../support/wholeProof.ts';

/** A member of a transaction that is of another type than documented costs no other record, and is never called damage of the disk. */

/** Stands for a number that JSON can write and no double can hold. */
const tooLarge = 'too large for a double';
const oddValues: readonly Json[] = [
  7,
  -0.5,
  2 ** 60,
  tooLarge,
  true,
  false,
  null,
  '',
  ' ',
  '1e999',
  'NaN',
  'text',
  '\u0000',
  '\ud800',
  'x'.repeat(5000),
  '2026-13-45',
  '2026-03-09T10:00:00.1234567Z',
  '0001-01-01T00:00:00Z',
  {},
  { slug: 'token-mint', address: 5 },
  [],
  [1, 'a', null],
  [[{}]],
];

const members = [
  'date',
  'timestamp',
  'transaction_hash',
  'transaction_type',
  'transaction_type.slug',
  'transaction_type_id',
  'amount',
  'usd_amount',
  'from_address',
  'to_address',
  'asset',
  'asset.name',
  'asset_id',
  'token',
  'token.address',
  'token.network_name',
  'token_id',
  'network_id',
  'further',
];

/** A transaction of another token and day than those that the figures are of, with one odd member. */
function oddRecord(id: string, member: string, value: Json): ResourceRecord {
  const record = transaction({ id, time: '2026-03-09T09:00:00.000Z', dollars: 1, asset: 2 });
  const [outer = '', inner] = member.split('.');
  if (inner === undefined) return { ...record, [outer]: value };
  const nested = record[outer];
  return { ...record, [outer]: { ...(typeof nested === 'object' ? nested : {}), [inner]: value } };
}

const sound = [
  transaction({ id: 'one', dollars: 100 }),
  transaction({ id: 'two', dollars: 20.5, from: bob, to: alice }),
  transaction({ id: 'three', dollars: null }),
];

async function takeOdd(test: TestWatch, records: readonly ResourceRecord[]): Promise<void> {
  const pagination = { page: 1, perPage: 1000, pageCount: 1, resultCount: records.length };
  const answer = new TextDecoder().decode(answerBytes({ records, pagination }));
  const bytes = new TextEncoder().encode(answer.replaceAll(JSON.stringify(tooLarge), '1e999'));
  const intake = await test.watch.intake(connectionId);
  await intake.takeIn({ query: {}, bytes, request: '/v4/transactions', fetchedAt: test.now });
}

/** What each door says of the day and the token of the sound records. */
async function askAll(test: TestWatch, listId: string): Promise<Record<string, unknown>> {
  const cache = await test.store.cache(connectionId);
  const ofDay = { day: '2026-03-10' };
  const wallet = await cache.readWallet({ address: alice });
  const pair = await cache.readWallet({ address: alice, other: bob });
  const flows = await cache.readWalletFlows({ address: alice, tokenId: 1 });
  await cache.readWalletFlows({ address: alice });
  const token = await cache.readTokenActivity(1);
  await cache.readTokenActivity(2);
  const figures = await test.watch.calls.getWatchlistFigures({ listId });
  const feed = await test.watch.calls.getFeed({
    connectionId,
    listId,
    show: 'all',
    lookedAt: 0,
    days: 100,
    entries: 100,
  });
  const query = where('token_id', 'equals', 1);
  const totals = await cache.readTotals({
    resource: 'transactions',
    query,
    rows: [{ field: 'token_id' }],
    measures: [{ kind: 'count' }, { kind: 'sum', field: 'usd_amount' }],
  });
  const fields = ['amount', 'usd_amount', 'timestamp', 'from_address', 'token_id', 'asset', 'network_id'];
  for (const field of fields)
    await cache.readValues({
      resource: 'transactions',
      filter: { operator: 'and', filters: [] },
      field,
      limit: 1000,
    });
  const summary = await cache.readSummary({ resource: 'transactions', query, fields: ['usd_amount'] });
  await cache.readSummary({ resource: 'transactions', query: {}, fields });
  const list = await cache.runQuery({ resource: 'transactions', query: {} });
  await cache.search({ text: 'text', limit: 20 });
  return {
    ids: [...list.recordsText.matchAll(/"id":"(one|two|three)"/g)].length,
    days: [wallet, pair, token].map(({ days }) => days.filter(({ day }) => day === ofDay.day)),
    positions: [wallet, pair].map(({ positions }) => positions.filter(({ tokenId }) => tokenId === 1)),
    flows: { senders: flows.senders.parties, recipients: flows.recipients.parties },
    token: { ...token.transferred, unpriced: token.unpriced },
    figures: figures.days.filter(({ day }) => day === ofDay.day),
    feed: feed.groups.filter(({ day }) => day === ofDay.day),
    totals: totals.rows,
    summary: [summary.rows, summary.count, summary.figures?.sum],
  };
}

it.each(members)('an odd %s in transactions leaves the figures of all others as they are', async (member) => {
  await using test = await openTestWatch();
  const list = await test.synced({ wallets: [walletOf(alice)] });
  await test.watch.calls.saveAlert({
    content: alertOf({
      kind: 'sum',
      listId: list.id,
      wallet: alice,
      direction: 'either',
      moreThan: 1,
      hours: 24,
    }),
  });
  await test.take(sound);
  const expected = await askAll(test, list.id);
  await takeOdd(
    test,
    // The second as a feed of Solana has it, so that its twin is looked for.
    oddValues.flatMap((value, index) =>
      [`1-odd${index.toString()}-0-1`, `2-Hash${index.toString()}-1`].map((id) =>
        oddRecord(id, member, value),
      ),
    ),
  );
  expect(await askAll(test, list.id)).toEqual(expected);
  const cache = await test.store.cache(connectionId);
  const { transactions } = await cache.readWallet({ address: alice });
  // Every record counts that still names the wallet.
  const all = member === 'from_address' ? sound.length : sound.length + 2 * oddValues.length;
  expect(transactions).toBe(all);
});

it('a removed record whose name was a number appears in changes by that name', async () => {
  await using test = await openTestWatch();
  const cache = await test.store.cache(connectionId);
  const subject = { resource: 'issuers', filter: undefined } as const;
  const fetchedAt = Date.UTC(2026, 2, 2);
  await cache.writeRecord({ resource: 'issuers', record: { id: 1, name: 7 }, fetchedAt, request: '' });
  await cache.syncs.begin({ ...subject, startedAt: fetchedAt, perPage: 100 });
  await cache.syncs.finish({ ...subject, now: fetchedAt, ...wholeProof });
  const changes = { since: '2026-03-01', of: 'metrics', order: 'amount', page: 1, perPage: 50 } as const;
  const { changes: listed } = await cache.listChanges({ resource: 'issuers', ...changes });
  expect(listed).toMatchObject([{ kind: 'vanished', id: '1', title: '7' }]);
});
