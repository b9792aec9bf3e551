import { z } from 'zod';
import type { Flow, WatchlistFigures } from '../../../preload/contract/calls/watchlists.ts';
import type { SqlDatabase } from '../query/database.ts';
import type { Table } from '../query/tables.ts';
import { dayNumber, dayText } from './watchTables.ts';
import type { WatchStore } from './watchTypes.ts';

type Request = Parameters<WatchStore['readFigures']>[0];

/** Counterparties told of: the largest. */
const mostCounterparties = 50;

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
 * A mint or a burn is told by the slug of the type (data service interface, "Transaction"); where a transaction has no type, by
 * a missing sender or recipient (service notes, "Records").
 */
export function makeWatchFigures(
  database: SqlDatabase,
  table: Table,
): (request: Request) => WatchlistFigures {
  const members = `watch_members m CROSS JOIN ${table.name} r ON r._key = m.key`;
  const chosen = 'm.list = :list AND m.day BETWEEN :from AND :to';
  const slug = `(SELECT lower(json_extract(b.content, '$.transaction_type.slug')) FROM ${table.bodies} b WHERE b.key = r._body)`;
  database.exec(
    'CREATE TEMP TABLE IF NOT EXISTS figure_wallets (address TEXT PRIMARY KEY, place INTEGER NOT NULL) WITHOUT ROWID',
  );
  const inWallets = (field: string): string =>
    `EXISTS (SELECT 1 FROM temp.figure_wallets w WHERE w.address = r."${field}")`;
  const byDay = database.prepare(
    `SELECT day, kind, count(*) AS count, sum(dollars IS NULL) AS unpriced, coalesce(sum(dollars), 0.0) AS dollars,
       coalesce(sum(dollars) FILTER (WHERE is_in), 0.0) AS inward,
       coalesce(sum(dollars) FILTER (WHERE is_out), 0.0) AS outward
     FROM (SELECT m.day, r."usd_amount" AS dollars, ${inWallets('to_address')} AS is_in, ${inWallets('from_address')} AS is_out,
             CASE
               WHEN ${slug} LIKE '%mint%' THEN 'mint'
               WHEN ${slug} LIKE '%burn%' THEN 'burn'
               WHEN ${slug} IS NOT NULL THEN 'other'
               WHEN r."from_address" IS NULL AND r."to_address" IS NOT NULL THEN 'mint'
               WHEN r."to_address" IS NULL AND r."from_address" IS NOT NULL THEN 'burn'
               ELSE 'other' END AS kind
           FROM ${members} WHERE ${chosen})
     GROUP BY day, kind ORDER BY day`,
  );
  const byParty = database.prepare(
    `SELECT 'from' AS side, r."from_address" AS address, count(*) AS count, coalesce(sum(r."usd_amount"), 0.0) AS dollars
     FROM ${members} WHERE ${chosen} AND r."from_address" IS NOT NULL GROUP BY 2
     UNION ALL
     SELECT 'to', r."to_address", count(*), coalesce(sum(r."usd_amount"), 0.0)
     FROM ${members} WHERE ${chosen} AND r."to_address" IS NOT NULL GROUP BY 2`,
  );
  const byOther = database.prepare(
    `SELECT 'from' AS side, r."from_address" AS address, count(*) AS count, coalesce(sum(r."usd_amount"), 0.0) AS dollars
     FROM ${members} WHERE ${chosen} AND r."from_address" IS NOT NULL
       AND ${inWallets('to_address')} AND NOT ${inWallets('from_address')} GROUP BY 2
     UNION ALL
     SELECT 'to', r."to_address", count(*), coalesce(sum(r."usd_amount"), 0.0)
     FROM ${members} WHERE ${chosen} AND r."to_address" IS NOT NULL
       AND ${inWallets('from_address')} AND NOT ${inWallets('to_address')} GROUP BY 2`,
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
    wallets.forEach(({ spellings }, place) => {
      for (const spelling of spellings) addWallet.run(spelling, place);
    });
    const rows = typesSchema.parse(byDay.all(scope));
    const parties = partiesSchema.parse(byParty.all(scope));
    const minted = flowOf(rows.filter(({ kind }) => kind === 'mint'));
    const burned = flowOf(rows.filter(({ kind }) => kind === 'burn'));
    const places = new Map(wallets.flatMap(({ spellings }, place) => spellings.map((one) => [one, place])));
    const flows = wallets.map(() => ({ in: { count: 0, dollars: 0 }, out: { count: 0, dollars: 0 } }));
    for (const { address, side, count, dollars } of parties) {
      const flow = flows[places.get(address) ?? -1]?.[side === 'to' ? 'in' : 'out'];
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
      wallets: wallets.map(({ address, label }, place) => {
        const flow = flows[place] ?? { in: none, out: none };
        return { address, label, ...flow, net: flow.in.dollars - flow.out.dollars };
      }),
      counterparties: largest(wallets.length === 0 ? parties : partiesSchema.parse(byOther.all(scope))),
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
    .slice(0, mostCounterparties);
}
