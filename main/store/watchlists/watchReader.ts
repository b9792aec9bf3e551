import { dayNumber, dayText } from '../../../preload/contract/days.ts';
import type { FeedEntry, FeedGroup } from '../../../preload/contract/feed.ts';
import { sumOf } from '../../../preload/contract/sum.ts';
import { watchlistEventSchema, type WatchlistEvent } from '../../../preload/contract/watchlists.ts';
import type { Filter } from '../../../preload/contract/query.ts';
import { resources } from '../../../preload/contract/resources.ts';
import { z } from 'zod';
import { shownTable, cachedFields } from '../records/resourceTables.ts';
import { twinsOf } from '../records/twins.ts';
import type { ChunkPages } from '../query/chunks/chunkPages.ts';
import { compileWhere } from '../query/compile.ts';
import type { SqlDatabase } from '../query/database.ts';
import { decodeRecord, type Row } from '../query/records.ts';
import { makeStatements } from '../query/statements.ts';
import { parseFilterText } from './filterText.ts';
import { makeWatchFigures } from '../../movements/watchlist.ts';
import { makeMemberPages } from './watchMembers.ts';
import { memberStates } from './watchTables.ts';
import { jsonText } from '../../platform/sqlite/jsonText.ts';
import { alertHitSchema, type FeedChoice, type WatchState, type WaitingHit } from './watchTypes.ts';

const listsSchema = z.array(
  z.object({
    number: z.number(),
    id: z.string(),
    synced: z.string().nullable(),
    checkedAt: z.number().nullable(),
    completeSince: z.string().nullable(),
    count: z.number(),
    lastDay: z.number().nullable(),
    latestAt: z.number().nullable(),
  }),
);
const numbersSchema = z.array(z.tuple([z.string(), z.number()]));
const unreadSchema = z.array(z.object({ list: z.number(), count: z.number() }));
const hitsSchema = z.array(
  z.object({
    number: z.number(),
    at: z.number(),
    hit: jsonText(alertHitSchema),
  }),
);
const eventsSchema = z.array(watchlistEventSchema);

/** A part of the feed with this many entries ends with the day; further days are read on demand. */
const enoughEntries = 500;

export function makeWatchReader(database: SqlDatabase, chunks: ChunkPages) {
  const table = shownTable(resources.transactions);
  const statements = makeStatements(database);
  // The last day has the latest time.
  const lists = database.prepare(
    `SELECT *, (SELECT max(time) FROM watch_members m WHERE m.list = number AND m.day = lastDay) AS latestAt FROM (
       SELECT number, id, synced, checked_at AS checkedAt, complete_since AS completeSince, count,
         (SELECT max(day) FROM watch_members m WHERE m.list = number) AS lastDay
       FROM watch_lists)`,
  );
  const listNumbers = database.prepare('SELECT id, number FROM watch_lists').raw();
  const unread = database.prepare(
    'SELECT list, count(*) AS count FROM watch_members WHERE state = 1 GROUP BY list',
  );
  const sinceLook = database.prepare(
    `SELECT list, count(*) AS count FROM watch_members
     WHERE state > 0 AND list = ? AND at > ? GROUP BY list`,
  );
  const look = database.prepare(`SELECT at FROM watch_marks WHERE name = 'looked'`).pluck();
  const events = database.prepare(
    `SELECT at, kind, count FROM watch_events WHERE list = (SELECT number FROM watch_lists WHERE id = ?)
     ORDER BY at DESC, rowid DESC LIMIT ?`,
  );

  const hits = database.prepare('SELECT number, at, hit FROM watch_hits ORDER BY number');

  const numbers = (): Map<string, number> => new Map(numbersSchema.parse(listNumbers.all()));

  function shown({ show, since }: FeedChoice): { where: string; parameters: Record<string, number> } {
    if (show === 'unread') return { where: 'm.state = 1', parameters: {} };
    if (show === 'since') return { where: 'm.state > 0 AND m.at > :since', parameters: { since } };
    return { where: '1', parameters: {} };
  }

  function readEntries(
    list: number,
    day: number,
    choice: FeedChoice,
    { offset, limit }: { offset: number; limit: number },
  ): FeedEntry[] {
    const { where, parameters } = shown(choice);
    return statements
      .rows(
        `SELECT m.state, ${table.selectList} FROM (
           SELECT key, state, time FROM watch_members m WHERE m.list = :list AND m.day = :day AND ${where}
           ORDER BY m.time DESC, m.key LIMIT :limit OFFSET :offset
         ) m CROSS JOIN ${table.name} r ON r._key = m.key CROSS JOIN ${table.bodies} b ON b.key = r._body
         ORDER BY m.time DESC, m.key`,
      )
      .all({ ...parameters, list, day, limit, offset })
      .filter(isEntry)
      .map(([state, ...row]) => ({
        transaction: decodeRecord(table, row),
        unread: state === memberStates.unread,
      }));
  }

  return {
    findMembers(filter: Filter): Float64Array {
      const options = cachedFields(database);
      const matches = chunks.matches(table, { filter }, options);
      if (matches !== null) return matches.keys();
      const { where, parameters } = compileWhere(table, filter, options);
      const keys = statements.values(`SELECT r._key FROM ${table.name} r WHERE ${where}`).all(parameters);
      return Float64Array.from(keys, Number);
    },
    /** Returns hits that are not in the alert log yet, earliest first. */
    readHits: (): WaitingHit[] => hitsSchema.parse(hits.all()),
    readStates(): WatchState[] {
      const news = new Map(unreadSchema.parse(unread.all()).map(({ list, count }) => [list, count]));
      return listsSchema.parse(lists.all()).map(({ number, synced, lastDay, ...list }): WatchState => ({
        ...list,
        synced: synced === null ? null : (parseFilterText(synced) ?? null),
        unread: news.get(number) ?? 0,
        lastDay: lastDay === null ? null : dayText(lastDay),
      }));
    },
    readUnread(): {
      lists: { id: string; unread: number; sinceLook: number }[];
      lookedAt: number | null;
    } {
      const lookedAt = look.get();
      const news = new Map(unreadSchema.parse(unread.all()).map(({ list, count }) => [list, count]));
      const since = typeof lookedAt === 'number' ? lookedAt : 0;
      return {
        lists: [...numbers()].map(([id, number]) => ({
          id,
          unread: news.get(number) ?? 0,
          sinceLook: unreadSchema.parse(sinceLook.all(number, since))[0]?.count ?? 0,
        })),
        lookedAt: typeof lookedAt === 'number' ? lookedAt : null,
      };
    },
    readFeed({
      before,
      days,
      entries,
      ...choice
    }: FeedChoice & { before: string | null; days: number; entries: number }): {
      groups: FeedGroup[];
      next: string | null;
    } {
      const known = numbers();
      const { where, parameters } = shown(choice);
      const lastBefore = statements.values(
        `SELECT max(day) FROM watch_members m WHERE list = :list AND day < :day AND ${where}`,
      );
      const chosen = choice.listIds.flatMap((listId) => {
        const list = known.get(listId);
        return list === undefined ? [] : [{ listId, list }];
      });
      const ofDay = new Map<number, typeof chosen>();
      for (const one of chosen) {
        let day = before === null ? Number.MAX_SAFE_INTEGER : dayNumber(before);
        // One more than shown, to know whether there are further days.
        for (let found = 0; found <= days; found += 1) {
          const last = lastBefore.get({ ...parameters, list: one.list, day });
          if (typeof last !== 'number') break;
          day = last;
          ofDay.set(day, [...(ofDay.get(day) ?? []), one]);
        }
      }
      const ordered = [...ofDay.keys()].sort((a, b) => b - a);
      const ofGroup = `m.list = :list AND m.day = :day AND ${where}`;
      // The entries list everything, but totals count each transfer once.
      const counts = `m.key NOT IN (${twinsOf('watch_members m ON m.key = t.owner', ofGroup)})`;
      const readGroup = statements.rows(
        `SELECT count(*), sum(m.state = 1) FROM watch_members m WHERE ${ofGroup}`,
      );
      const readDollars = statements.values(
        `SELECT m.dollars FROM watch_members m WHERE ${ofGroup} AND m.dollars IS NOT NULL AND ${counts}`,
      );
      const groupOf = (day: number, { listId, list }: (typeof chosen)[number]): FeedGroup => {
        const bounds = { ...parameters, list, day };
        const [count, unreadCount] = rowSchema.parse(readGroup.get(bounds));
        return {
          day: dayText(day),
          listId,
          count,
          unread: unreadCount ?? 0,
          dollars: sumOf(readDollars.all(bounds).map(Number)),
          entries: readEntries(list, day, choice, { offset: 0, limit: entries }),
        };
      };
      const groups: FeedGroup[] = [];
      let read = 0;
      let last = 0;
      for (const day of ordered.slice(0, days)) {
        if (read >= enoughEntries) break;
        const ofLists = (ofDay.get(day) ?? []).map((one) => groupOf(day, one));
        groups.push(...ofLists);
        read += ofLists.reduce((sum, group) => sum + group.entries.length, 0);
        last = day;
      }
      const isMore = ordered.some((day) => day < last);
      return { groups, next: isMore ? dayText(last) : null };
    },
    readEntries({
      day,
      offset,
      limit,
      ...choice
    }: FeedChoice & { day: string; offset: number; limit: number }): FeedEntry[] {
      const [listId] = choice.listIds;
      const list = listId === undefined ? undefined : numbers().get(listId);
      return list === undefined ? [] : readEntries(list, dayNumber(day), choice, { offset, limit });
    },
    readMembers: makeMemberPages(database, table),
    readFigures: makeWatchFigures(database),
    readEvents: (listId: string, limit: number): WatchlistEvent[] =>
      eventsSchema.parse(events.all(listId, limit)),
  };
}

const rowSchema = z.tuple([z.number(), z.number().nullable()]);

function isEntry(row: unknown): row is [number, ...Row] {
  return Array.isArray(row) && row.length > 1;
}
