import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Filter } from '../../../../../preload/contract/query.ts';
import type { ResourceRecord } from '../../../../../preload/contract/records.ts';
import { makeWalletFlowReader } from '../../../../../main/movements/flows.ts';
import { makeTokenReader } from '../../../../../main/movements/token.ts';
import { makeWalletReader } from '../../../../../main/movements/wallet.ts';
import { migrate } from '../../../../../main/platform/sqlite/migrations.ts';
import { cacheMigrations } from '../../../../../main/store/cache/maintenance/cacheMigrations.ts';
import { makeColumnSummary } from '../../../../../main/store/cache/reading/columnSummary.ts';
import { makeRecordTotals } from '../../../../../main/store/cache/reading/recordTotals.ts';
import { makeRowObservers } from '../../../../../main/store/cache/writing/rowObservers.ts';
import { makeChunkPages } from '../../../../../main/store/query/chunks/chunkPages.ts';
import { installFunctions } from '../../../../../main/store/query/functions.ts';
import { makeStatements } from '../../../../../main/store/query/statements.ts';
import { makeRecordIntake, type RecordIntake } from '../../../../../main/store/records/recordIntake.ts';
import { makeWatchReader } from '../../../../../main/store/watchlists/watchReader.ts';
import type { AlertRules } from '../../../../../main/store/watchlists/watchTypes.ts';
import { makeWatchWriter } from '../../../../../main/store/watchlists/watchWriter.ts';
import { answerBytes } from '../../../../support/storedPages.ts';

/** Solana transfers that come twice: every figure counts each once, in whatever order and pages its records came. */

const kinds = { mint: 'token-mint', burn: 'token-burn', transfer: 'token-transfer' };
const [ann, bob] = ['OwnerAnn', 'OwnerBob'];
/** The token account of a wallet. */
const accountOf = (owner: string | null): string | null => owner?.replace('Owner', 'Account') ?? null;

interface Move {
  readonly hash: string;
  readonly kind: keyof typeof kinds;
  readonly amount: number;
  readonly from: string | null;
  readonly to: string | null;
}

function recordOf(
  { hash, kind, amount, ...move }: Move,
  feed: 'accounts' | 'owners',
  index = 1,
): ResourceRecord {
  const [from, to] = feed === 'owners' ? [move.from, move.to] : [accountOf(move.from), accountOf(move.to)];
  return {
    id: feed === 'owners' ? `2_${hash}_4_${index.toString()}` : `2-${hash}-${index.toString()}`,
    transaction_hash: hash,
    date: '2026-11-10T00:00:00.000Z',
    timestamp: '2026-11-10T10:00:00.000Z',
    transaction_type: { id: 1, slug: kinds[kind] },
    amount,
    usd_amount: amount * 2,
    token_id: 7,
    token: { id: '7', address: 'Mint7', network_name: 'Solana' },
    asset: { id: '3', name: 'A fund' },
    from_address: from,
    to_address: to,
  };
}

const minted: Move = { hash: 'Hash1', kind: 'mint', amount: 1000, from: null, to: ann };
const moved: Move = { hash: 'Hash2', kind: 'transfer', amount: 400, from: ann, to: bob };
const burned: Move = { hash: 'Hash3', kind: 'burn', amount: 600, from: ann, to: null };
const moves = [minted, moved, burned];
const ofAccounts = moves.map((move) => recordOf(move, 'accounts'));
const ofOwners = moves.map((move) => recordOf(move, 'owners'));
const byToken: Filter = { operator: 'equals', field: 'token_id', value: 7 };

let database: Database.Database;
let intake: RecordIntake;

beforeEach(() => {
  database = new Database(':memory:');
  migrate(database, cacheMigrations);
  installFunctions(database);
  intake = makeRecordIntake(database, makeRowObservers(database));
});
afterEach(() => {
  database.close();
});

function take(records: readonly ResourceRecord[]): number[] {
  return database.transaction(
    () => intake.take({ resource: 'transactions', records, fetchedAt: 1, request: '/v4/transactions' }).keys,
  )();
}

function remove(keys: readonly number[]): void {
  database.transaction(() => {
    intake.remove('transactions', keys);
  })();
}

/** How many transfers there are, what was moved in all, and what is said of twins. */
function totals(filter: Filter = byToken): unknown[] {
  const { rows, recordCount, twins } = makeRecordTotals(database)({
    resource: 'transactions',
    query: { filter },
    rows: [{ field: 'transaction_hash' }],
    measures: [{ kind: 'count' }, { kind: 'sum', field: 'amount' }],
  });
  return [recordCount, ...(rows[0]?.figures ?? []), ...(twins === undefined ? [] : [twins])];
}

const thrice = [3, 3, 2000, { merged: 3, unsure: 0, cut: 0 }];

describe('a transfer that came twice counts once', () => {
  it.each([
    ['on one page', [[...ofAccounts, ...ofOwners]]],
    ['its owner’s record on a later page', [ofAccounts, ofOwners]],
    ['its owner’s record on an earlier page', [ofOwners, ofAccounts]],
    ['each record alone, and again', [...ofOwners, ...ofAccounts, ...ofOwners].map((record) => [record])],
  ])('%s', (_, pages) => {
    for (const page of pages) take(page);
    expect(totals()).toEqual(thrice);
  });

  it('in the figures of a token', () => {
    take([...ofAccounts, ...ofOwners]);
    const activity = makeTokenReader(database)(7);
    expect(activity).toMatchObject({
      transactions: 3,
      minted: { count: 1, amount: 1000, dollars: 2000 },
      burned: { count: 1, amount: 600 },
      transferred: { count: 1, amount: 400 },
      netMinted: { amount: 400 },
      twins: { merged: 3, unsure: 0, cut: 0 },
    });
    expect(activity.holders.map(({ address, net }) => [address, net])).toEqual([
      [bob, 400],
      [ann, 0],
    ]);
  });

  it('in the summary of a column, of a filter that chunks answer and of all; a selection is what it shows', () => {
    take([...ofAccounts, ...ofOwners]);
    const summarize = makeColumnSummary(database, makeChunkPages(makeStatements(database)));
    for (const query of [{}, { filter: byToken }]) {
      const summary = summarize({ resource: 'transactions', query, fields: ['amount'] });
      expect(summary).toMatchObject({ rows: 3, count: 3, twins: { merged: 3, unsure: 0, cut: 0 } });
      expect(summary.figures?.sum).toBe(2000);
    }
    const rows = { start: 0, end: 6 };
    const selected = summarize({ resource: 'transactions', query: {}, fields: ['amount'], rows });
    expect(selected).toMatchObject({ rows: 6, count: 6 });
    expect(selected).not.toHaveProperty('twins');
  });

  it('in wallets and flows, where a token account has its own records', () => {
    take([...ofAccounts, ...ofOwners]);
    const readWallet = makeWalletReader(database);
    const readFlows = makeWalletFlowReader(database);
    for (const address of [ann, 'AccountAnn']) {
      const wallet = readWallet({ address });
      expect(wallet.positions).toMatchObject([{ received: 1000, sent: 1000, net: 0, transactions: 3 }]);
      expect(readFlows({ address })).toMatchObject({
        transactions: 3,
        recipients: { nobody: { figure: 1200 } },
      });
    }
    const both: Filter = { operator: 'in', field: 'from_address', value: [ann, 'AccountAnn'] };
    expect(totals(both)).toEqual([2, 2, 1000, { merged: 2, unsure: 0, cut: 0 }]);
    expect(totals({ operator: 'equals', field: 'from_address', value: 'AccountAnn' })).toEqual([
      ...[2, 2, 1000],
      { merged: 0, unsure: 0, cut: 2 },
    ]);
  });

  it('and of what remains where one of the two goes, or comes with another amount', () => {
    const accounts = take(ofAccounts);
    const owners = take(ofOwners);
    remove(owners);
    expect(totals()).toEqual([3, 3, 2000]);
    take(ofOwners);
    expect(totals()).toEqual(thrice);
    remove(accounts);
    expect(totals()).toEqual([3, 3, 2000]);
    take(ofAccounts);
    expect(totals()).toEqual(thrice);
    take(ofOwners.map((record) => ({ ...record, amount: 5 })));
    expect(totals()).toEqual([6, 6, 2015]);
  });
});

it('merges nothing where equal amounts leave it open, and says how many may have come twice', () => {
  const other = { ...moved, from: bob, to: ann };
  take([recordOf(moved, 'accounts', 1), recordOf(moved, 'owners', 1), recordOf(minted, 'accounts')]);
  expect(totals()).toEqual([2, 2, 1400, { merged: 1, unsure: 0, cut: 0 }]);
  const [late] = take([recordOf(other, 'owners', 2)]);
  expect(totals()).toEqual([4, 4, 2200, { merged: 0, unsure: 1, cut: 0 }]);
  expect(makeTokenReader(database)(7).twins).toEqual({ merged: 0, unsure: 1, cut: 0 });
  remove([late ?? 0]);
  expect(totals()).toEqual([2, 2, 1400, { merged: 1, unsure: 0, cut: 0 }]);
});

describe('a watchlist', () => {
  const list = { id: 'list', on: true, filter: byToken, base: byToken, wallets: [] };
  const single: AlertRules = {
    id: 'single',
    listId: 'list',
    since: 0,
    kind: 'transaction',
    filter: undefined,
  };
  const sum: AlertRules = {
    id: 'sum',
    listId: 'list',
    since: 0,
    kind: 'sum',
    wallet: null,
    direction: 'either',
    moreThan: 3000,
    hours: 24,
  };

  /** @param past the records that the list begins with */
  function watch(past: readonly ResourceRecord[] = []) {
    const keys = Float64Array.from(take(past));
    const writer = makeWatchWriter(database, intake);
    const reader = makeWatchReader(database, makeChunkPages(makeStatements(database)));
    writer.setRules([list], [single, sum]);
    writer.setMembers({ listId: 'list', filter: byToken, keys, asOf: 0, now: 0 });
    writer.markChecked({ listId: 'list', filter: byToken, at: 1, completeSince: null, now: 1 });
    let fetchedAt = 10;
    return {
      reader,
      check(records: readonly ResourceRecord[]): void {
        fetchedAt += 1;
        const pagination = { page: 1, perPage: 1000, pageCount: 1, resultCount: records.length };
        const bytes = answerBytes({ records, pagination });
        writer.takeIn({ query: {}, bytes, request: 'page', fetchedAt }, 1_000_000);
      },
      hits: () => reader.readHits().map(({ hit }) => [hit.alertId, hit.count, hit.dollars]),
    };
  }

  it('adds each transfer once in its figures and its feed, and lists both records', () => {
    const { reader, check } = watch();
    check([...ofAccounts, ...ofOwners]);
    const wallets = [ann];
    expect(reader.readFigures({ listId: 'list', wallets, from: null, to: null })).toMatchObject({
      count: 3,
      volume: 4000,
      minted: { count: 1, dollars: 2000 },
      wallets: [{ in: { count: 1, dollars: 2000 }, out: { count: 2, dollars: 2000 } }],
      twins: { merged: 3, unsure: 0, cut: 0 },
    });
    const choice = { listIds: ['list'], show: 'all', since: 0 } as const;
    const { groups } = reader.readFeed({ ...choice, before: null, days: 5, entries: 50 });
    expect(groups).toMatchObject([{ count: 6, dollars: 4000 }]);
    expect(
      groups[0]?.entries.map(({ transaction }) => [transaction.id, transaction['twin_of'] ?? null]),
    ).toEqual([
      ['2-Hash1-1', '2_Hash1_4_1'],
      ['2-Hash2-1', '2_Hash2_4_1'],
      ['2-Hash3-1', '2_Hash3_4_1'],
      ['2_Hash1_4_1', null],
      ['2_Hash2_4_1', null],
      ['2_Hash3_4_1', null],
    ]);
  });

  it('raises its alerts once for a transfer whose records come together', () => {
    const { check, hits } = watch();
    check([...ofAccounts, ...ofOwners]);
    expect(hits()).toEqual([
      ['single', 3, 4000],
      ['sum', 3, 4000],
    ]);
  });

  it.each([
    ['accounts first', ofAccounts, ofOwners],
    ['owners first', ofOwners, ofAccounts],
  ])(
    'raises its alerts once for a transfer whose records come one after the other: %s',
    (_, first, second) => {
      const { check, hits } = watch();
      check(first);
      const raised = hits();
      expect(raised).toEqual([
        ['single', 3, 4000],
        ['sum', 3, 4000],
      ]);
      check(second);
      expect(hits()).toEqual(raised);
    },
  );

  it.each([
    ['owners', ofAccounts, ofOwners],
    ['token accounts', ofOwners, ofAccounts],
  ])('raises no alert for the records of %s where the others were its past', (_, past, news) => {
    const { check, hits } = watch(past);
    check(news);
    expect(hits()).toEqual([]);
  });

  it('adds the dollars of a day in its feed to what is written', () => {
    const { reader, check } = watch();
    check([0.1, 0.2].map((usd, at) => ({ ...ofOwners[at], id: `1-0x${at.toString()}-1`, usd_amount: usd })));
    const choice = { listIds: ['list'], show: 'all', since: 0 } as const;
    const { groups } = reader.readFeed({ ...choice, before: null, days: 5, entries: 50 });
    expect(groups[0]?.dollars).toBe(0.3);
  });
});
