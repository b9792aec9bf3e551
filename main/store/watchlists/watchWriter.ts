import { dayNumber } from '../../../preload/contract/days.ts';
import type Database from 'better-sqlite3';
import { z } from 'zod';
import { canonicalJson } from '../../../preload/contract/json.ts';
import { readAnswer } from '../records/readAnswer.ts';
import type { Filter } from '../../../preload/contract/query.ts';
import { recordKey, type ResourceRecord } from '../../../preload/contract/records.ts';
import { resources } from '../../../preload/contract/resources.ts';
import type { RecordIntake } from '../records/recordIntake.ts';
import { cacheTable } from '../records/resourceTables.ts';
import type { SqlValue } from '../query/columns.ts';
import { valueIn } from '../query/records.ts';
import { comparableId } from '../query/values.ts';
import { addressesSql, factsSql, makeMemberFacts, type MemberFacts } from '../../movements/facts.ts';
import { installKinds } from '../../movements/kinds.ts';
import { makeAlertHits } from './alertHits.ts';
import { isSameFilter, parseFilterText } from './filterText.ts';
import { makeWatchMatcher, type ArrivedRow } from './watchMatcher.ts';
import { memberStates } from './watchTables.ts';
import type { AlertRules, MarkRequest, WatchAnswer, WatchRules, WatchIntakeResult } from './watchTypes.ts';

const storedLists = z.array(
  z.object({
    number: z.number(),
    id: z.string(),
    filter: z.string().nullable(),
    synced: z.string().nullable(),
  }),
);

interface Known {
  readonly rules: WatchRules;
  readonly number: number;
}

interface FoundMembers {
  readonly listId: string;
  readonly filter: Filter;
  readonly keys: Float64Array;
  readonly datesMoved?: boolean;
  readonly asOf: number;
  readonly now: number;
}

/** A complete check of `filter` that began `at`. */
interface CheckedList {
  readonly listId: string;
  readonly filter: Filter;
  /** Whether the rules as written were checked before, so that only moving dates differ. */
  readonly datesMoved?: boolean;
  readonly at: number;
  readonly completeSince: string | null;
  readonly now: number;
}

export function makeWatchWriter(database: Database.Database, intake: RecordIntake) {
  const table = cacheTable(resources.transactions);
  const facts = makeMemberFacts(database, table);
  installKinds(database);
  const indexes = { time: table.column.get('timestamp')?.index, date: table.column.get('date')?.index };
  const readLists = database.prepare('SELECT number, id, filter, synced FROM watch_lists');
  const addList = database.prepare('INSERT INTO watch_lists (id) VALUES (?)');
  const setFilter = database.prepare('UPDATE watch_lists SET filter = ? WHERE number = ?');
  const setChecked = database.prepare(
    'UPDATE watch_lists SET synced = ?, checked_at = ?, complete_since = ? WHERE number = ?',
  );
  const forget = [
    database.prepare('DELETE FROM watch_members WHERE list = ?'),
    database.prepare('DELETE FROM watch_events WHERE list = ?'),
    database.prepare('DELETE FROM watch_lists WHERE number = ?'),
  ];
  const addMember = database.prepare(
    `INSERT OR IGNORE INTO watch_members (list, day, key, time, at, state, kind, dollars, sender, recipient)
     VALUES (:list, :day, :key, :time, :at, :state, :kind, :dollars, :sender, :recipient)`,
  );
  const keysOf = database.prepare('SELECT key FROM watch_members WHERE list = ?').pluck();
  const removeMembers = database.prepare(
    'DELETE FROM watch_members WHERE list = ? AND at < ? AND key IN (SELECT value FROM json_each(?))',
  );
  const addedSql = 'SELECT value AS key FROM json_each(:added)';
  const addAddresses = database.prepare(addressesSql(table, addedSql));
  const addPast = database.prepare(
    `INSERT INTO watch_members (list, day, key, time, at, state, kind, dollars, sender, recipient)
       SELECT :list, day, key, time, :now, ${memberStates.past.toString()}, kind, dollars, sender, recipient
       FROM (${factsSql(`(${addedSql}) f CROSS JOIN ${table.name} r ON r._key = f.key CROSS JOIN ${table.bodies} b ON b.key = r._body`)})`,
  );
  const addEvent = database.prepare('INSERT INTO watch_events (list, at, kind, count) VALUES (?, ?, ?, ?)');
  const thinEvents = database.prepare(
    `DELETE FROM watch_events WHERE list = :list AND rowid <=
       (SELECT rowid FROM watch_events WHERE list = :list ORDER BY rowid DESC LIMIT 1 OFFSET ${maxEvents.toString()})`,
  );
  const countOf = database.prepare('SELECT count FROM watch_lists WHERE number = ?').pluck();
  const lastDayOf = database.prepare('SELECT max(day) FROM watch_members WHERE list = ?').pluck();
  const lastKey = database.prepare(`SELECT coalesce(max(_key), 0) FROM ${table.name}`).pluck();
  const countAll = database.prepare(`SELECT count(*) FROM ${table.name}`).pluck();
  const markLook = database.prepare(
    `INSERT INTO watch_marks (name, at) VALUES ('looked', ?) ON CONFLICT (name) DO UPDATE SET at = excluded.at`,
  );
  const endAhead = [
    `UPDATE watch_members SET at = :now - 1
     WHERE list IN (SELECT number FROM watch_lists) AND at > :now AND state > 0`,
    `UPDATE watch_events SET at = :now - 1 WHERE list IN (SELECT number FROM watch_lists) AND at > :now`,
    `UPDATE watch_marks SET at = :now - 1 WHERE at > :now`,
  ].map((sql) => database.prepare(sql));
  const addHit = database.prepare('INSERT INTO watch_hits (alert, at, hit) VALUES (?, ?, ?)');
  const dropHits = database.prepare(
    'DELETE FROM watch_hits WHERE alert NOT IN (SELECT value FROM json_each(?))',
  );
  const settleHits = database.prepare(
    'DELETE FROM watch_hits WHERE number IN (SELECT value FROM json_each(?))',
  );
  const dropCounted = database.prepare(
    'DELETE FROM watch_counted WHERE alert NOT IN (SELECT value FROM json_each(?))',
  );

  let known: readonly Known[] = [];
  let matcher = makeWatchMatcher(database, table, []);
  let alerts = makeAlertHits(database, table, []);
  /** Counted on first use, then updated by this writer; other writes count at the next start. */
  let storedCount: number | null = null;

  const lists = (): z.infer<typeof storedLists> => storedLists.parse(readLists.all());
  const find = (listId: string): Known | undefined => known.find(({ rules }) => rules.id === listId);

  function note(list: number, at: number, kind: string, count: number): void {
    addEvent.run(list, at, kind, count);
    thinEvents.run({ list });
  }

  const setRules = database.transaction(
    (
      rules: readonly WatchRules[],
      alertRules: readonly AlertRules[],
    ): { listId: string; isNew: boolean }[] => {
      const wanted = new Set(rules.map(({ id }) => id));
      for (const { id, number } of lists())
        if (!wanted.has(id)) for (const statement of forget) statement.run(number);
      const stored = new Map(lists().map((list) => [list.id, list]));
      const changed: { listId: string; isNew: boolean }[] = [];
      known = rules.map((list): Known => {
        const before = stored.get(list.id);
        const number = before?.number ?? Number(addList.run(list.id).lastInsertRowid);
        if (before?.filter !== canonicalJson(list.filter))
          changed.push({ listId: list.id, isNew: (before?.filter ?? null) === null });
        return { rules: list, number };
      });
      matcher = makeWatchMatcher(database, table, rules);
      alerts = makeAlertHits(database, table, alertRules);
      const alertIds = JSON.stringify(alertRules.map(({ id }) => id));
      dropCounted.run(alertIds);
      dropHits.run(alertIds);
      return changed;
    },
  );

  const setMembers = database.transaction((found: FoundMembers): number => {
    const { listId, filter, keys, datesMoved = false, asOf, now } = found;
    const list = find(listId);
    if (list === undefined || !isSameFilter(list.rules.filter, filter)) return 0;
    const { number } = list;
    const before = lists().find(({ id }) => id === listId)?.filter ?? null;
    const gone = new Set(keysOf.all(number).map(Number));
    // Only new keys are looked up, because each may lie anywhere in the table of transactions.
    const added = JSON.stringify([...keys.filter((key) => !gone.delete(key))]);
    removeMembers.run(number, asOf, JSON.stringify([...gone]));
    addAddresses.run({ added });
    const { changes } = addPast.run({ added, list: number, now });
    if (before === canonicalJson(filter)) return changes;
    setFilter.run(canonicalJson(filter), number);
    if (!datesMoved) note(number, now, before === null ? 'made' : 'changed', 0);
    if (changes > 0) note(number, now, 'cached', changes);
    return changes;
  });

  const store = database.transaction(
    (
      records: readonly ResourceRecord[],
      { request, fetchedAt }: { request: string; fetchedAt: number },
    ): Pick<WatchIntakeResult, 'lists' | 'fresh' | 'raised'> => {
      const before = Number(lastKey.get());
      const { keys } = intake.take({ resource: 'transactions', records, fetchedAt, request });
      const rows = arrivedRows(records, keys);
      storedCount = (storedCount ?? 0) + new Set(keys.filter((key) => key > before)).size;
      return join(rows, fetchedAt);
    },
  );

  function arrivedRows(records: readonly ResourceRecord[], keys: readonly number[]): ArrivedRow[] {
    const rows = new Map<number, ArrivedRow>();
    records.forEach((record, index) => {
      const key = keys[index] ?? 0;
      const values = table.columns.map((column) => asRead(valueIn(table, column, record)));
      const time = Math.floor(Number(values[indexes.time ?? -1] ?? values[indexes.date ?? -1] ?? 0));
      rows.set(key, { key, values, record, time });
    });
    return [...rows.values()];
  }

  function join(
    rows: readonly ArrivedRow[],
    at: number,
  ): Pick<WatchIntakeResult, 'lists' | 'fresh' | 'raised'> {
    const matched = matcher.match(rows);
    const synced = new Map(lists().map((list) => [list.id, list.synced]));
    const fresh = new Map<ArrivedRow, string[]>();
    const listResults: WatchIntakeResult['lists'][number][] = [];
    const byList = new Map<number, { row: ArrivedRow; ofRow: MemberFacts }[]>();
    rows.forEach((row, index) => {
      const positions = matched[index] ?? [];
      if (positions.length === 0) return;
      const member = { row, ofRow: facts.of(row.key) };
      for (const position of positions) {
        const members = byList.get(position);
        if (members === undefined) byList.set(position, [member]);
        else members.push(member);
      }
    });
    for (const [position, members] of [...byList].sort(([a], [b]) => a - b)) {
      const list = known[position];
      if (list === undefined) continue;
      const { rules, number } = list;
      const lastDay = lastDayOf.get(number);
      const isNews = newsOf(
        rules,
        synced.get(rules.id) ?? null,
        members.map(({ row }) => row),
      );
      const counts = { added: 0, arrived: 0, late: 0 };
      members.forEach(({ row, ofRow }, index) => {
        const state = isNews[index] === true ? memberStates.unread : memberStates.past;
        if (addMember.run({ ...ofRow, list: number, at, state }).changes === 0) return;
        counts.added += 1;
        if (state === memberStates.past) return;
        if (typeof lastDay === 'number' && ofRow.day < lastDay) counts.late += 1;
        else counts.arrived += 1;
        fresh.set(row, [...(fresh.get(row) ?? []), rules.id]);
      });
      if (counts.arrived > 0) note(number, at, 'arrived', counts.arrived);
      if (counts.late > 0) note(number, at, 'late', counts.late);
      listResults.push({ listId: rules.id, matched: members.length, added: counts.added });
    }
    const news = rows.flatMap((row) => {
      const listIds = fresh.get(row);
      return listIds === undefined ? [] : [{ row, listIds }];
    });
    const hits = alerts.find(news, { test: matcher.test, numberOf: (id) => find(id)?.number ?? null });
    for (const hit of hits) addHit.run(hit.alertId, at, JSON.stringify(hit));
    return {
      lists: listResults,
      fresh: news.map(({ row, listIds }) => ({ record: row.record, listIds })),
      raised: hits.length,
    };
  }

  /** Rule: a list's past is before its first sync, or outside the completely fetched filter. */
  function newsOf(rules: WatchRules, synced: string | null, rows: readonly ArrivedRow[]): boolean[] {
    if (synced === null) return rows.map(() => false);
    if (synced === canonicalJson(rules.filter)) return rows.map(() => true);
    return matcher.test(parseFilterText(synced), rows);
  }

  const markChecked = database.transaction((checked: CheckedList) => {
    const { listId, filter, datesMoved = false, at, completeSince, now } = checked;
    const list = find(listId);
    if (list === undefined || !isSameFilter(list.rules.filter, filter)) return;
    const synced = canonicalJson(filter);
    const before = lists().find(({ id }) => id === listId)?.synced;
    setChecked.run(synced, at, completeSince, list.number);
    if (!datesMoved && before !== synced) note(list.number, now, 'synced', Number(countOf.get(list.number)));
  });

  const markRead = database.transaction(({ listIds, ids, day, read, until }: MarkRequest) => {
    const [from, to] = read
      ? [memberStates.unread, memberStates.read]
      : [memberStates.read, memberStates.unread];
    const numbers = JSON.stringify(listIds.flatMap((id) => find(id)?.number ?? []));
    // Explicitly named transactions of the past can be marked unread too.
    const isFrom = read ? `state = ${from.toString()}` : 'state <> 1';
    const chosen =
      ids === undefined
        ? `state = ${from.toString()}`
        : `${isFrom} AND key IN (SELECT _key FROM ${table.name} WHERE "id" IN (SELECT value FROM json_each(:ids)))`;
    database
      .prepare(
        `UPDATE watch_members SET state = ${to.toString()}
           WHERE list IN (SELECT value FROM json_each(:numbers)) AND at <= :until AND ${chosen}
             ${day === undefined ? '' : 'AND day = :day'}`,
      )
      .run({
        numbers,
        until,
        ...(day === undefined ? {} : { day: dayNumber(day) }),
        ...(ids === undefined ? {} : { ids: JSON.stringify(ids.map((id) => comparableId(id))) }),
      });
  });

  return {
    /** Returns lists with new rules, for `findMembers` and `setMembers`. Removes other lists. */
    setRules: (
      rules: readonly WatchRules[],
      alertRules: readonly AlertRules[],
    ): { listId: string; isNew: boolean }[] => setRules.immediate(rules, alertRules),
    /** Adds new transactions as a list's past and returns how many. Arrivals after `asOf` stay. */
    setMembers: (request: FoundMembers): number => setMembers.immediate(request),
    takeIn(
      { bytes, query, isFurther = false, ...fetch }: WatchAnswer,
      limit: number,
    ): WatchIntakeResult | { readonly problem: string } {
      const answer = readAnswer(bytes, {
        page: query.pagination?.page ?? 1,
        perPage: query.pagination?.perPage ?? resources.transactions.defaultPerPage,
        isFurther,
      });
      if ('problem' in answer) return answer;
      // Keys begin with 1, so the last one is an upper bound; counting millions takes seconds.
      storedCount ??= Number(lastKey.get());
      if (storedCount >= limit) storedCount = Number(countAll.get());
      if (storedCount >= limit) return { problem: fullProblem };
      const { records, pagination, count, sent, saysMore, leftOut } = answer;
      return {
        pagination,
        count,
        sent,
        saysMore,
        leftOut,
        ids: records.map(recordKey),
        ...store.immediate(records, fetch),
      };
    },
    settleHits(numbers: readonly number[]): void {
      settleHits.run(JSON.stringify(numbers));
    },
    /** Does nothing if the rules are no longer those of `filter`. */
    markChecked(check: CheckedList): void {
      markChecked.immediate(check);
    },
    markRead(request: MarkRequest): void {
      markRead.immediate(request);
    },
    /** Moves times ahead of the clock to just before now, because nothing waits for a wrong clock's time. */
    endAhead(now: number): void {
      for (const statement of endAhead) statement.run({ now });
    },
    noteLook(at: number): void {
      markLook.run(at);
    },
  };
}

/** Reason of `takeIn` if the cache has reached its limit of transactions. */
export const fullProblem = 'full';

/** Maximum events per list; earlier ones are removed. */
const maxEvents = 1000;

function asRead(bound: SqlValue): SqlValue {
  return typeof bound === 'bigint' ? Number(bound) : bound;
}
