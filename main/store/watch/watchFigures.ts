import { dayNumber, dayText } from '../../../preload/contract/days.ts';
import { z } from 'zod';
import type { Flow, WatchlistFigures } from '../../../preload/contract/watchlists.ts';
import type { SqlDatabase } from '../query/database.ts';
import type { Table } from '../query/tables.ts';
import { installKinds, kindSql } from './kindFunctions.ts';
import type { FiguresRequest } from './watchTypes.ts';

/** Counterparties listed: the largest. */
const maxCounterparties = 50;

const typesSchema = z.array(
  z.object({
    kind: z.enum(['mint', 'burn', 'other']),
    count: z.number(),
    unpriced: z.number(),
    dollars: z.number(),
    day: z.number(),
    inward: z.number(),
    outward: z.number(),
  }),
);
const partiesSchema = z.array(
  z.object({ address: z.string(), side: z.enum(['from', 'to']), count: z.number(), dollars: z.number() }),
);
const checkedSchema = z.number().nullable();

/**
 * Sums up the members of a list. Dollars are added as doubles by SQLite, which carries the error of each addition along
 * (Kahan-Babuška), so that the sum of a million amounts is right to the last cent that a double can show.
 *
 * Nobody sends a mint and nobody receives a burn, whatever address stands there: see `transactionKinds.ts`.
 */
export function makeWatchFigures(
  database: SqlDatabase,
  table: Table,
): (request: FiguresRequest) => WatchlistFigures {
  database.exec(
    `CREATE TEMP TABLE IF NOT EXISTS figure_wallets (address TEXT PRIMARY KEY, place INTEGER NOT NULL) WITHOUT ROWID;
     CREATE TEMP TABLE IF NOT EXISTS figure_rows (day INTEGER, body INTEGER, dollars REAL, sender TEXT, recipient TEXT);
     CREATE TEMP TABLE IF NOT EXISTS figure_kinds (body INTEGER PRIMARY KEY, kind TEXT, token TEXT);
     CREATE TEMP VIEW IF NOT EXISTS figure_moves AS
     SELECT day, dollars, kind,
       CASE WHEN kind <> 'mint' THEN sender END AS sender, CASE WHEN kind <> 'burn' THEN recipient END AS recipient
     FROM (SELECT r.*, coalesce(k.kind, rwa_kind_of_parties(r.sender, r.recipient, k.token)) AS kind
           FROM temp.figure_rows r LEFT JOIN temp.figure_kinds k ON k.body = r.body)`,
  );
  installKinds(database);
  // The members lie all over the table of transactions: each is looked up once, and its kind once for all that share a body.
  const clear = database.prepare('DELETE FROM temp.figure_rows');
  const clearKinds = database.prepare('DELETE FROM temp.figure_kinds');
  const collect = database.prepare(
    `INSERT INTO temp.figure_rows
     SELECT m.day, r._body, r."usd_amount", r."from_address", r."to_address"
     FROM watch_members m CROSS JOIN ${table.name} r ON r._key = m.key
     WHERE m.list = :list AND m.day BETWEEN :from AND :to`,
  );
  const collectKinds = database.prepare(
    `INSERT INTO temp.figure_kinds
     SELECT b.key, ${kindSql('b.content')}, b.content ->> '$.token.address'
     FROM ${table.bodies} b WHERE b.key IN (SELECT body FROM temp.figure_rows)`,
  );
  const inWallets = (field: string): string =>
    `EXISTS (SELECT 1 FROM temp.figure_wallets w WHERE w.address = r.${field})`;
  const byDay = database.prepare(
    `SELECT day, kind, count(*) AS count, sum(dollars IS NULL) AS unpriced, coalesce(sum(dollars), 0.0) AS dollars,
       coalesce(sum(dollars) FILTER (WHERE is_in), 0.0) AS inward,
       coalesce(sum(dollars) FILTER (WHERE is_out), 0.0) AS outward
     FROM (SELECT r.day, r.kind, r.dollars, ${inWallets('recipient')} AS is_in, ${inWallets('sender')} AS is_out
           FROM temp.figure_moves r)
     GROUP BY day, kind ORDER BY day`,
  );
  const byParty = database.prepare(
    `SELECT 'from' AS side, r.sender AS address, count(*) AS count, coalesce(sum(r.dollars), 0.0) AS dollars
     FROM temp.figure_moves r WHERE r.sender IS NOT NULL GROUP BY 2
     UNION ALL
     SELECT 'to', r.recipient, count(*), coalesce(sum(r.dollars), 0.0)
     FROM temp.figure_moves r WHERE r.recipient IS NOT NULL GROUP BY 2`,
  );
  const byOther = database.prepare(
    `SELECT 'from' AS side, r.sender AS address, count(*) AS count, coalesce(sum(r.dollars), 0.0) AS dollars
     FROM temp.figure_moves r
     WHERE r.sender IS NOT NULL AND ${inWallets('recipient')} AND NOT ${inWallets('sender')} GROUP BY 2
     UNION ALL
     SELECT 'to', r.recipient, count(*), coalesce(sum(r.dollars), 0.0)
     FROM temp.figure_moves r
     WHERE r.recipient IS NOT NULL AND ${inWallets('sender')} AND NOT ${inWallets('recipient')} GROUP BY 2`,
  );
  const findList = database.prepare('SELECT number FROM watch_lists WHERE id = ?').pluck();
  const checked = database.prepare('SELECT checked_at FROM watch_lists WHERE id = ?').pluck();
  const clearWallets = database.prepare('DELETE FROM temp.figure_wallets');
  const addWallet = database.prepare('INSERT OR IGNORE INTO temp.figure_wallets VALUES (?, ?)');

  return ({ listId, wallets, from, to }) => {
    const scope = {
      list: Number(findList.get(listId) ?? -1),
      from: from === null ? Number.MIN_SAFE_INTEGER : dayNumber(from),
      to: to === null ? Number.MAX_SAFE_INTEGER : dayNumber(to),
    };
    clearWallets.run();
    wallets.forEach(({ spellings }, index) => {
      for (const spelling of spellings) addWallet.run(spelling, index);
    });
    for (const statement of [clear, clearKinds]) statement.run();
    collect.run(scope);
    collectKinds.run();
    const rows = typesSchema.parse(byDay.all());
    const parties = partiesSchema.parse(byParty.all());
    const others = wallets.length === 0 ? parties : partiesSchema.parse(byOther.all());
    for (const statement of [clear, clearKinds]) statement.run();
    const minted = flowOf(rows.filter(({ kind }) => kind === 'mint'));
    const burned = flowOf(rows.filter(({ kind }) => kind === 'burn'));
    const walletIndexes = new Map(
      wallets.flatMap(({ spellings }, index) => spellings.map((one) => [one, index])),
    );
    const flows = wallets.map(() => ({ in: { count: 0, dollars: 0 }, out: { count: 0, dollars: 0 } }));
    for (const { address, side, count, dollars } of parties) {
      const flow = flows[walletIndexes.get(address) ?? -1]?.[side === 'to' ? 'in' : 'out'];
      if (flow === undefined) continue;
      flow.count += count;
      flow.dollars += dollars;
    }
    const checkedAt = checked.get(listId);
    return {
      ...flowsOf(rows),
      minted,
      burned,
      netMinted: minted.dollars - burned.dollars,
      wallets: wallets.map(({ address, label }, index) => {
        const flow = flows[index] ?? { in: none, out: none };
        return { address, label, ...flow, net: flow.in.dollars - flow.out.dollars };
      }),
      counterparties: largest(others),
      days: daysOf(rows),
      checkedAt: checkedSchema.catch(null).parse(checkedAt ?? null),
    };
  };
}

const none: Flow = { count: 0, dollars: 0 };

type TypeRow = z.infer<typeof typesSchema>[number];

function flowOf(rows: readonly TypeRow[]): Flow {
  return {
    count: rows.reduce((sum, { count }) => sum + count, 0),
    dollars: rows.reduce((sum, { dollars }) => sum + dollars, 0),
  };
}

function flowsOf(
  rows: readonly TypeRow[],
): Pick<WatchlistFigures, 'count' | 'unpriced' | 'volume' | 'firstDay' | 'lastDay'> {
  const { count, dollars } = flowOf(rows);
  const first = rows[0];
  const last = rows.at(-1);
  return {
    count,
    unpriced: rows.reduce((sum, { unpriced }) => sum + unpriced, 0),
    volume: dollars,
    firstDay: first === undefined ? null : dayText(first.day),
    lastDay: last === undefined ? null : dayText(last.day),
  };
}

function daysOf(rows: readonly TypeRow[]): WatchlistFigures['days'] {
  const days = Map.groupBy(rows, ({ day }) => day);
  return [...days].map(([day, ofDay]) => ({
    day: dayText(day),
    ...flowOf(ofDay),
    minted: flowOf(ofDay.filter(({ kind }) => kind === 'mint')).dollars,
    burned: flowOf(ofDay.filter(({ kind }) => kind === 'burn')).dollars,
    in: ofDay.reduce((sum, { inward }) => sum + inward, 0),
    out: ofDay.reduce((sum, { outward }) => sum + outward, 0),
  }));
}

function largest(rows: z.infer<typeof partiesSchema>): WatchlistFigures['counterparties'] {
  const parties = Map.groupBy(rows, ({ address }) => address);
  return [...parties]
    .map(([address, sides]) => {
      const from = sides.find(({ side }) => side === 'from') ?? none;
      const to = sides.find(({ side }) => side === 'to') ?? none;
      return {
        address,
        from: { count: from.count, dollars: from.dollars },
        to: { count: to.count, dollars: to.dollars },
        dollars: from.dollars + to.dollars,
      };
    })
    .sort((a, b) => b.dollars - a.dollars || (a.address < b.address ? -1 : 1))
    .slice(0, maxCounterparties);
}
