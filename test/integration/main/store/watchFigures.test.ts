import Database from 'better-sqlite3';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { dayNumber, dayText } from '../../../../preload/contract/days.ts';
import type { ResourceRecord } from '../../../../preload/contract/records.ts';
import type { WatchlistFigures } from '../../../../preload/contract/watchlists.ts';
import { makeRandom, type Random } from '../../../../main/sample-service/data/random.ts';
import { openCacheReader } from '../../../../main/store/cache/reading/cacheReader.ts';
import { openCacheWriter, type CacheWriter } from '../../../../main/store/cache/writing/cacheWriter.ts';
import type { FiguresRequest } from '../../../../main/movements/watchlist.ts';
import { answerBytes } from '../../../support/storedPages.ts';
import { atScale } from '../../../support/scale.ts';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';
import { wholeProof } from '../../../support/wholeProof.ts';

/** Figures of a watchlist, compared with SQL over the cached transactions alone. */

const addresses = ['0xa', '0xb', '0xc', '0xd', 'rIssuer', '0x0000000000'];
const slugs = ['token-mint', 'token-burn', 'transfer', null];
const tokens = [1, 2, 3];
const wallets = ['0xA', '0xb', '0xnever'];
/** The one spelling that the records have. */
const known = (address: string): string => address.toLowerCase();
const requests: Omit<FiguresRequest, 'listId'>[] = [
  { wallets: [], from: null, to: null },
  { wallets, from: null, to: null },
  { wallets, from: '2026-03-03', to: '2026-03-05' },
];

/** Of a token that stays, everything else may differ when it comes again. Dollars are quarters, so that their sums are exact. */
function makeTransaction(random: Random, number: number): ResourceRecord {
  const slug = random.pick(slugs);
  const time = new Date(
    Date.UTC(2026, 2, random.integer(1, 8)) + random.integer(0, 86_399) * 1000,
  ).toISOString();
  return {
    id: `1-0x${number.toString()}-0-0`,
    date: `${time.slice(0, 10)}T00:00:00.000Z`,
    timestamp: random.chance(0.9) ? time : null,
    usd_amount: random.chance(0.9) ? random.integer(1, 400_000) / 4 : null,
    amount: number % 10,
    from_address: random.chance(0.9) ? random.pick(addresses) : null,
    to_address: random.chance(0.9) ? random.pick(addresses) : null,
    token_id: tokens[number % tokens.length] ?? 1,
    transaction_type: slug === null ? null : { slug },
    token: { id: '1', address: random.chance(0.5) ? 'rIssuer' : '0x1' },
  };
}

function take({ calls }: CacheWriter, records: readonly ResourceRecord[]): void {
  const pagination = { page: 1, perPage: 1000, pageCount: 1, resultCount: records.length };
  const bytes = answerBytes({ records, pagination });
  const taken = calls.watch.takeIn({ query: {}, bytes, request: 'page', fetchedAt: 5 }, 1_000_000);
  expect(taken).not.toHaveProperty('problem');
}

function watch({ calls }: CacheWriter): void {
  const rules = tokens.map((token) => {
    const filter = { operator: 'equals', field: 'token_id', value: token } as const;
    return { id: token.toString(), on: true, filter, base: filter, wallets: [] };
  });
  calls.watch.setRules(rules, []);
}

/** A cache with a list for each token: its first half was there before the lists. */
function fillCache(path: string, random: Random, count: number): void {
  const writer = openCacheWriter(path, 'Test');
  const all = Array.from({ length: count }, (_, number) => makeTransaction(random, number));
  take(writer, all.slice(0, count / 2));
  watch(writer);
  addMembers(path, writer);
  take(writer, all.slice(count / 2));
  writer.close();
}

function addMembers(path: string, { calls }: CacheWriter): void {
  using reader = openReader(path);
  for (const token of tokens) {
    const filter = { operator: 'equals', field: 'token_id', value: token } as const;
    const keys = reader.calls.watch.findMembers(filter);
    calls.watch.setMembers({ listId: token.toString(), filter, keys, asOf: 10, now: 10 });
  }
}

function openReader(path: string): Disposable & Pick<ReturnType<typeof openCacheReader>, 'calls'> {
  const reader = openCacheReader(path, { cacheKiB: 1024, throwIfCanceled: () => undefined });
  return {
    calls: reader.calls,
    [Symbol.dispose]: () => {
      reader.close();
    },
  };
}

const sumsSchema = z.object({ count: z.number(), unpriced: z.number(), dollars: z.number() });
const daysSchema = z.array(
  z.object({
    day: z.number(),
    count: z.number(),
    dollars: z.number(),
    minted: z.number(),
    burned: z.number(),
    in: z.number(),
    out: z.number(),
  }),
);
const flowSchema = z.object({ count: z.number(), dollars: z.number() });

/** What the figures are by their definition: each is a query of its own over the transactions. */
function plainFigures(database: Database.Database, { listId, ...request }: FiguresRequest): WatchlistFigures {
  const parameters = {
    token: Number(listId),
    from: request.from === null ? -1e9 : dayNumber(request.from),
    to: request.to === null ? 1e9 : dayNumber(request.to),
    wallets: JSON.stringify(request.wallets.map(known)),
  };
  const nobody = (address: string): string =>
    `(${address} IS NULL OR ${address} LIKE '0x0%' OR ${address} = token AND ${address} NOT LIKE '0x%')`;
  const moves = `WITH typed AS (
      SELECT coalesce(usd_amount, 0) AS dollars, usd_amount IS NULL AS unpriced, from_address AS sender, to_address AS recipient,
        CAST(floor(coalesce(timestamp, date) / 86400000.0) AS INTEGER) AS day,
        content ->> '$.transaction_type.slug' AS slug, content ->> '$.token.address' AS token
      FROM transactions JOIN transactions_bodies ON key = _body WHERE token_id = :token
    ), known AS (
      SELECT *, CASE WHEN slug LIKE '%mint%' THEN 'mint' WHEN slug LIKE '%burn%' THEN 'burn' WHEN slug IS NOT NULL THEN 'other'
        WHEN ${nobody('sender')} AND NOT ${nobody('recipient')} THEN 'mint'
        WHEN ${nobody('recipient')} AND NOT ${nobody('sender')} THEN 'burn' ELSE 'other' END AS kind
      FROM typed WHERE day BETWEEN :from AND :to
    ), moves AS (
      SELECT *, CASE WHEN kind <> 'mint' THEN sender END AS "from", CASE WHEN kind <> 'burn' THEN recipient END AS "to" FROM known
    ), sided AS (
      SELECT *, coalesce("from" IN (SELECT value FROM json_each(:wallets)), 0) AS is_out,
        coalesce("to" IN (SELECT value FROM json_each(:wallets)), 0) AS is_in FROM moves
    )`;
  const all = (select: string, more: object = {}): unknown[] =>
    database.prepare(`${moves} ${select}`).all({ ...parameters, ...more });
  const total = sumsSchema.parse(
    all('SELECT count(*) AS count, total(unpriced) AS unpriced, total(dollars) AS dollars FROM sided')[0],
  );
  const flowOf = (where: string, more: object = {}): z.infer<typeof flowSchema> =>
    flowSchema.parse(
      all(`SELECT count(*) AS count, total(dollars) AS dollars FROM sided WHERE ${where}`, more)[0],
    );
  const days = daysSchema.parse(
    all(`SELECT day, count(*) AS count, total(dollars) AS dollars, total(dollars) FILTER (WHERE kind = 'mint') AS minted,
        total(dollars) FILTER (WHERE kind = 'burn') AS burned, total(dollars) FILTER (WHERE is_in) AS "in",
        total(dollars) FILTER (WHERE is_out) AS "out" FROM sided GROUP BY day ORDER BY day`),
  );
  const [minted, burned] = [flowOf(`kind = 'mint'`), flowOf(`kind = 'burn'`)];
  const counterparties = addresses
    .filter((address) => !request.wallets.map(known).includes(address))
    .map((address) => {
      const other = (side: string): string => (request.wallets.length === 0 ? '1' : side);
      const from = flowOf(`"from" = :address AND ${other('is_in')}`, { address });
      const to = flowOf(`"to" = :address AND ${other('is_out')}`, { address });
      return { address, from, to, dollars: from.dollars + to.dollars };
    })
    .filter(({ from, to }) => from.count + to.count > 0)
    .sort((a, b) => b.dollars - a.dollars || (a.address < b.address ? -1 : 1));
  const [first, last] = [days[0], days.at(-1)];
  return {
    count: total.count,
    unpriced: total.unpriced,
    volume: total.dollars,
    firstDay: first === undefined ? null : dayText(first.day),
    lastDay: last === undefined ? null : dayText(last.day),
    minted,
    burned,
    netMinted: minted.dollars - burned.dollars,
    wallets: request.wallets.map((address) => {
      const received = flowOf('"to" = :of', { of: known(address) });
      const sent = flowOf('"from" = :of', { of: known(address) });
      return { address, in: received, out: sent, net: received.dollars - sent.dollars };
    }),
    counterparties,
    days: days.map(({ day, ...figures }) => ({ day: dayText(day), ...figures })),
  };
}

function expectPlainFigures(path: string): void {
  using reader = openReader(path);
  const database = new Database(path, { readonly: true });
  for (const token of tokens)
    for (const request of requests) {
      const asked = { listId: token.toString(), ...request };
      expect(reader.calls.watch.readFigures(asked)).toEqual(plainFigures(database, asked));
    }
  const count = database.prepare('SELECT count(*) FROM transactions WHERE token_id = ?').pluck();
  for (const list of reader.calls.watch.readStates())
    expect(list.count, list.id).toBe(count.get(Number(list.id)));
  database.close();
}

/** The service no longer has any transaction of an amount. */
function removeSome({ calls }: CacheWriter, amount: number): void {
  const filter = { operator: 'equals', field: 'amount', value: amount } as const;
  const subject = { resource: 'transactions', filter } as const;
  calls.syncs.begin({ ...subject, startedAt: 7, perPage: 100 });
  calls.syncs.finish({ ...subject, now: 8, ...wholeProof });
}

it('figures are those of the transactions, whatever is added, corrected and removed', async () => {
  await atScale(import.meta.filename, 100, ({ count: rounds, seed }) => {
    const random = makeRandom(seed);
    using folder = temporaryFolder();
    const path = join(folder.path, 'cache-test.db');
    fillCache(path, random, 2000);
    expectPlainFigures(path);
    const writer = openCacheWriter(path, 'Test');
    watch(writer);
    expectPlainFigures(path);
    removeSome(writer, 0);
    expectPlainFigures(path);
    for (let round = 1; round <= rounds; round += 1) {
      const some = Array.from({ length: 40 }, () => makeTransaction(random, random.integer(0, 2100 + round)));
      // Of what comes with any other answer only that is a member which was one before.
      if (random.chance(0.7)) take(writer, some);
      else {
        for (const record of some)
          writer.calls.writeRecord({ resource: 'transactions', record, fetchedAt: 6, request: 'record' });
        addMembers(path, writer);
      }
      if (random.chance(0.3)) removeSome(writer, random.integer(0, 9));
      expectPlainFigures(path);
    }
    writer.close();
  });
});
