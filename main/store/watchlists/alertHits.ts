import { dayMs, hourMs } from '../../../preload/contract/days.ts';
import { Sum, sumOf } from '../../../preload/contract/sum.ts';
import { walletKey } from '../../../preload/contract/walletAddresses.ts';
import { z } from 'zod';
import { twinsOf } from '../records/twins.ts';
import type { SqlDatabase } from '../query/database.ts';
import type { Table } from '../query/tables.ts';
import type { ArrivedRow, WatchMatcher } from './watchMatcher.ts';
import { memberStates } from './watchTables.ts';
import type { AlertHit, AlertRules } from './watchTypes.ts';

const namedIds = 50;

const flowsSchema = z.array(
  z.object({
    key: z.number(),
    id: z.union([z.string(), z.number()]),
    time: z.number(),
    dollars: z.number(),
  }),
);

export function makeAlertHits(database: SqlDatabase, table: Table, alerts: readonly AlertRules[]) {
  const dollarIndex = table.column.get('usd_amount')?.index ?? -1;
  const ofWallet =
    'IN (SELECT number FROM watch_addresses WHERE key IN (SELECT value FROM json_each(:wallet)))';
  const matching = `m.list = :list AND m.day BETWEEN :fromDay AND :toDay AND m.time BETWEEN :from AND :to
       AND m.dollars IS NOT NULL
       AND (:wallet IS NULL OR (:out AND m.sender ${ofWallet}) OR (:in AND m.recipient ${ofWallet}))`;
  // The owner's record of a repeated transfer counts, unless the other was counted or is not new.
  const findFlows = database.prepare(
    `SELECT m.key, r."id" AS id, m.time, m.dollars FROM watch_members m CROSS JOIN ${table.name} r ON r._key = m.key
     WHERE ${matching} AND m.state > 0 AND m.at >= :since
       AND m.key NOT IN (${twinsOf('watch_members m ON m.key = t.owner', matching)})
       AND NOT EXISTS (SELECT 1 FROM watch_counted c WHERE c.alert = :alert
         AND c.key IN (m.key, (SELECT t.key FROM twins t WHERE t.owner = m.key)))
       AND NOT EXISTS (SELECT 1 FROM twins t CROSS JOIN watch_members p ON p.key = t.key AND p.list = :list
         WHERE t.owner = m.key AND (p.state = ${memberStates.past.toString()} OR p.at < :since))
     ORDER BY m.time, m.key`,
  );
  const ownerOf = database.prepare('SELECT owner FROM twins WHERE key = ? AND owner IS NOT NULL').pluck();
  const twinOf = database.prepare('SELECT key FROM twins WHERE owner = ?').pluck();
  const isMember = database.prepare('SELECT 1 FROM watch_members WHERE key = ? AND list = ?').pluck();
  const count = database.prepare('INSERT OR IGNORE INTO watch_counted (alert, key) VALUES (?, ?)');

  /** One record of a repeated transfer is new: the owner's if both came together, else the first. */
  function onlyOnce(found: readonly ArrivedRow[], rows: readonly ArrivedRow[], list: number): ArrivedRow[] {
    const arrived = new Set(rows.map(({ key }) => key));
    const matching = new Set(found.map(({ key }) => key));
    const wasThere = (key: unknown): boolean =>
      typeof key === 'number' && !arrived.has(key) && isMember.get(key, list) !== undefined;
    return found.filter(({ key }) => {
      const owner = ownerOf.get(key);
      const isCounted = typeof owner === 'number' && matching.has(owner);
      return !isCounted && !wasThere(owner) && !wasThere(twinOf.get(key));
    });
  }

  /** Transactions that came together are one cause: a burst is reported once. */
  function single(
    alert: AlertRules & { kind: 'transaction' },
    rows: readonly ArrivedRow[],
    list: number,
    test: WatchMatcher['test'],
  ): AlertHit[] {
    const matches = test(alert.filter, rows);
    const matching = rows.filter((_row, index) => matches[index]);
    const found = onlyOnce(matching, rows, list).sort((a, b) => b.time - a.time);
    const [last] = found;
    if (last === undefined) return [];
    const priced = found
      .map(({ values }) => values[dollarIndex])
      .filter((value): value is number => typeof value === 'number' && Number.isFinite(value));
    return [
      {
        alertId: alert.id,
        listId: alert.listId,
        ids: found.slice(0, namedIds).map(({ record }) => record.id),
        count: found.length,
        dollars: priced.length === 0 ? null : sumOf(priced),
        from: found.at(-1)?.time ?? last.time,
        to: last.time,
      },
    ];
  }

  /** Finds windows that end at a transaction, earliest first; each transaction counts in one window. */
  function sums(alert: AlertRules & { kind: 'sum' }, rows: readonly ArrivedRow[], list: number): AlertHit[] {
    const span = alert.hours * hourMs;
    const times = rows.map(({ time }) => time);
    const from = times.reduce((a, b) => Math.min(a, b)) - span;
    const to = times.reduce((a, b) => Math.max(a, b)) + span;
    const flows = flowsSchema.parse(
      findFlows.all({
        list,
        from,
        to,
        fromDay: Math.floor(from / dayMs),
        toDay: Math.floor(to / dayMs),
        since: alert.since,
        wallet: alert.wallet === null ? null : JSON.stringify(alert.wallet.map(walletKey)),
        out: alert.direction === 'in' ? 0 : 1,
        in: alert.direction === 'out' ? 0 : 1,
        alert: alert.id,
      }),
    );
    const hits: AlertHit[] = [];
    let begin = 0;
    let sum = new Sum();
    flows.forEach((flow, end) => {
      sum.add(flow.dollars);
      for (let first = flows[begin]; first !== undefined && first.time <= flow.time - span;) {
        sum.add(-first.dollars);
        begin += 1;
        first = flows[begin];
      }
      const dollars = sum.value;
      if (dollars <= alert.moreThan) return;
      const window = flows.slice(begin, end + 1);
      for (const { key } of window) count.run(alert.id, key);
      hits.push({
        alertId: alert.id,
        listId: alert.listId,
        ids: window
          .toReversed()
          .slice(0, namedIds)
          .map(({ id }) => id),
        count: window.length,
        dollars,
        from: window[0]?.time ?? flow.time,
        to: flow.time,
      });
      begin = end + 1;
      sum = new Sum();
    });
    return hits;
  }

  return {
    /** Call it in the transaction that adds the rows to the lists. */
    find: (
      news: readonly { readonly row: ArrivedRow; readonly listIds: readonly string[] }[],
      { test, numberOf }: { test: WatchMatcher['test']; numberOf: (listId: string) => number | null },
    ): AlertHit[] =>
      alerts.flatMap((alert) => {
        const rows = news.filter(({ listIds }) => listIds.includes(alert.listId)).map(({ row }) => row);
        const list = numberOf(alert.listId);
        if (rows.length === 0 || list === null) return [];
        return alert.kind === 'sum' ? sums(alert, rows, list) : single(alert, rows, list, test);
      }),
  };
}
