import type Database from 'better-sqlite3';
import { z } from 'zod';
import {
  fullPageNote,
  leftOutNote,
  olderNote,
  otherOrderNote,
  otherPageNote,
  unmatchedNote,
} from '../../../../preload/contract/answerNotes.ts';
import type { MetadataSubject, ServiceMetadata } from '../../../../preload/contract/metadata.ts';
import { fieldsOf, type Query, queryKey } from '../../../../preload/contract/query.ts';
import type { ReadableRecords, ResourceRecord, WithText } from '../../../../preload/contract/recordsText.ts';
import { resources, type ResourceName } from '../../../../preload/contract/resources.ts';
import { twinMember } from '../../../../preload/contract/twins.ts';
import { hasRoomForLog } from '../../../platform/sqlite/logRoom.ts';
import { openDatabase, quarantine } from '../../../platform/sqlite/openDatabase.ts';
import { isOpenMarkHeld } from '../../../platform/sqlite/openMarks.ts';
import type { AnswerBytes, PageRequest, StoredPage, StoredRecord } from '../../storeTypes.ts';
import { aggregateWriter } from './aggregates.ts';
import { countsUnmatched, denialOf, hasAllValues, isInOtherOrder } from '../../../sync/tables/answerCheck.ts';
import { smallestCap } from '../../../sync/proof/caps.ts';
import { evidenceOfPage } from '../../../sync/proof/evidence.ts';
import { cutList, hasRecordsSurely, type ListAnswer } from '../../records/listAnswer.ts';
import { makeBudgets } from '../maintenance/budgets.ts';
import { cacheMigrations } from '../maintenance/cacheMigrations.ts';
import { chooseFields } from '../reading/recordTexts.ts';
import { installFunctions } from '../../query/functions.ts';
import { createMaintenance } from '../maintenance/maintenance.ts';
import { readAnswer, readRecordAnswer } from '../../records/readAnswer.ts';
import { pageSum } from '../pageSum.ts';
import { makeRowObservers } from './rowObservers.ts';
import { makeRecordIntake, type RecordIntake } from '../../records/recordIntake.ts';
import { ownerOfTwin } from '../../records/resourceTables.ts';
import { numberFields } from '../../history/historyTables.ts';
import { makeWatchWriter } from '../../watchlists/watchWriter.ts';
import { storeViews } from '../../records/resourceViews.ts';
import { makeSyncTables, type SyncTables } from '../../../sync/tables/syncTables.ts';

/** Milliseconds without a write before the database is checked. */
const checkMs = 500;
/** Largest write-ahead log during continuous writes, in pages of 4 KiB: 256 MB. */
const maxLogPages = 65_536;

/** Result of `wal_checkpoint`: pages in the log, and how many of them were copied into the file. */
const logSchema = z.tuple([z.object({ log: z.number(), checkpointed: z.number() })]);

/**
 * Copies the write-ahead log into the file between two calls, never within a commit that somebody waits for:
 * once writes have ended, or earlier if the log is long. Call `noteWork` before each write: without it there
 * is no timer. Source: https://sqlite.org/wal.html, “Application-Initiated Checkpoints”.
 */
export function checkpointWhenIdle(
  database: Database.Database,
  maxPages = maxLogPages,
): { noteWork: () => void; end: () => void } {
  database.pragma('wal_autocheckpoint = 0');
  const countChanges = database.prepare<[], number>('SELECT total_changes()').pluck();
  const changes = (): number => countChanges.get() ?? 0;
  /** Reads the log's size (NOOP), or copies what no reader needs (PASSIVE). Returns the remaining pages. */
  const log = (mode: 'NOOP' | 'PASSIVE'): number => {
    const [pages] = logSchema.parse(database.pragma(`wal_checkpoint(${mode})`));
    return pages.log - pages.checkpointed;
  };
  let seen = changes();
  let copied = seen;
  let timer: NodeJS.Timeout | null = null;
  function noteWork(): void {
    timer ??= setTimeout(look, checkMs).unref();
  }
  function look(): void {
    timer = null;
    const now = changes();
    const isIdle = now === seen;
    seen = now;
    try {
      if (now !== copied && (isIdle || log('NOOP') > maxPages)) {
        // If the disk is too full, the next write retries.
        if (!hasRoomForLog(database)) return;
        if (log('PASSIVE') === 0) copied = now;
      }
    } catch {
      // The disk is full or gone, which every write reports.
      return;
    }
    if (now !== copied) noteWork();
  }
  return {
    noteWork,
    end: () => {
      if (timer !== null) clearTimeout(timer);
    },
  };
}

const cacheKiB = 24 * 1024;

export type CacheWriter = ReturnType<typeof openCacheWriter>;

/** Opens or creates a cache. `calls` fail if `readOnly`; `name` is for the message about damage. */
export function openCacheWriter(path: string, name: string, readOnly = false) {
  const opened = openDatabase({
    path,
    migrations: cacheMigrations,
    journal: 'wal',
    readOnly,
    replace: (damaged) =>
      `The cache of “${name}” was damaged. It was set aside as ${quarantine(damaged)} and rebuilt: what it held is fetched again when you open it.`,
  });
  const { database } = opened;
  database.pragma(`cache_size = -${cacheKiB.toString()}`);
  // Filters of syncs and of complete lists call them.
  installFunctions(database);
  const checkpoints = checkpointWhenIdle(database);
  const intake = makeRecordIntake(database, makeRowObservers(database));
  const syncs = makeSyncTables(database, intake, {
    name: opened.openedAs,
    isRunning: (other) => isOpenMarkHeld(path, other),
  });
  return {
    calls: {
      ...makeBudgets(database),
      syncs,
      maintenance: createMaintenance(database, intake, syncs),
      watch: makeWatchWriter(database, intake),
      ...writes(database, intake, syncs),
      writeAggregate: aggregateWriter(database),
      readRecordAnswer,
      storeViews: () => {
        storeViews(database);
      },
    },
    /** Call before each of `calls`. */
    noteWork: checkpoints.noteWork,
    catchUp: () => {
      checkpoints.noteWork();
      return intake.catchUp(Date.now());
    },
    notices: opened.notices,
    /** Removes all fetched data. Close the writer afterwards. */
    clear: () => {
      clearCache(database);
    },
    keepBudgets: () => keepBudgets(database),
    takeBudgets: (write: ReturnType<typeof keepBudgets>) => {
      write(database);
    },
    noteDamage: () => {
      opened.noteDamage();
    },
    close: () => {
      checkpoints.end();
      opened.close();
    },
  };
}

function writes(database: Database.Database, intake: RecordIntake, syncs: SyncTables) {
  const putPage = database.prepare(
    `INSERT INTO pages (resource, query, fetch, records, pagination, applied, notes, etag, used_at, sum)
     VALUES (:resource, :query, :fetch, :records, :pagination, :applied, :notes, :etag, :fetchedAt, :sum)
     ON CONFLICT (resource, query) DO UPDATE
     SET fetch = :fetch, records = :records, pagination = :pagination, applied = :applied, notes = :notes, etag = :etag, used_at = :fetchedAt, sum = :sum`,
  );
  const renew = database.prepare(
    `UPDATE fetches SET at = :fetchedAt
     WHERE key = (SELECT fetch FROM pages WHERE resource = :resource AND query = :query)`,
  );
  const putMetadata = database.prepare(
    `INSERT INTO metadata (resource, metadata, fetched_at) VALUES (?, ?, ?)
     ON CONFLICT (resource) DO UPDATE SET metadata = excluded.metadata, fetched_at = excluded.fetched_at`,
  );
  const countUnmatched = countsUnmatched(database);
  const findLargest = database
    .prepare('SELECT coalesce(max(json_array_length(records)), 0) FROM pages WHERE resource = ?')
    .pluck();
  const largestSent = new Map<ResourceName, number>();
  const largestOf = (resource: ResourceName): number =>
    largestSent.get(resource) ?? Number(findLargest.get(resource));
  const writePage = database.transaction(
    (
      page: Omit<StoredPage, keyof ReadableRecords | 'changedSince'> & {
        records: readonly ResourceRecord[];
        resource: ResourceName;
        query: Query;
        sent: number;
        count: number | null;
        saysMore: boolean;
      },
    ) => {
      const { resource, query, records, pagination, applied, fetchedAt, request, etag } = page;
      const { fetch, keys, older } = intake.take({ resource, records, fetchedAt, request });
      const { unmatched, unclear } = countUnmatched({ resource, filter: query.filter }, keys);
      const notes = [
        ...page.notes,
        ...(unmatched === 0 ? [] : [unmatchedNote(unmatched)]),
        ...(older.size === 0 ? [] : [olderNote(older.size)]),
      ];
      const row = {
        resource,
        query: queryKey(query),
        fetch,
        records: JSON.stringify(keys),
        pagination: JSON.stringify(pagination),
        applied: JSON.stringify(applied),
        notes: JSON.stringify(notes),
        etag,
      };
      putPage.run({ ...row, fetchedAt, sum: pageSum(row) });
      const served = largestOf(resource);
      const isFollowed =
        unmatched === 0 && unclear === 0 && hasAllValues(resource, query.filter, page.records);
      const isFiltered = query.filter !== undefined;
      const denial = denialOf(page, isFiltered);
      const isFirst = pagination.page === 1 && (query.pagination?.page ?? 1) === 1;
      if (isFollowed && isFirst && !fieldsOf(query.filter).includes('id'))
        syncs.markWholePage(
          { resource, filter: query.filter },
          { fetch, at: fetchedAt },
          { ...evidenceOfPage({ ...page, denial, served }, isFiltered), older: older.size },
        );
      largestSent.set(resource, Math.max(served, page.sent));
      return { notes, keys };
    },
  );

  const ownerOf = database.prepare(`SELECT ${ownerOfTwin('?')}`).pluck();
  const withOwners = (records: readonly ResourceRecord[], keys: readonly number[]): ResourceRecord[] =>
    records.map((record, index) => {
      const owner = ownerOf.get(keys[index]);
      return typeof owner === 'string' ? { ...record, [twinMember]: owner } : record;
    });

  const writeRecord = database.transaction(
    ({ record, ...entry }: StoredRecord & { resource: ResourceName }) => {
      intake.take({ ...entry, records: [record] });
    },
  );

  return {
    /**
     * Parses an answer and stores page, records and fetch time, all or none; does not store an empty list
     * without a filter. Returns the page, or a sentence on why the answer is no list of records.
     */
    writeAnswer({
      bytes,
      fields,
      resource,
      query,
      sortsWithinDays = false,
      isLonger = false,
      ...fetch
    }: AnswerBytes & PageRequest):
      (WithText<StoredPage> & Pick<ListAnswer, 'count'>) | { readonly problem: string } {
      const { page: asked = 1, perPage = resources[resource].defaultPerPage } = query.pagination ?? {};
      const sent = readAnswer(bytes, { page: asked, perPage });
      if ('problem' in sent) return sent;
      const read = isLonger ? cutList(sent, perPage) : sent;
      if (read.leftOut.length > 0) read.notes.push(leftOutNote(read.leftOut));
      if (query.sort !== undefined && isInOtherOrder(resource, read.records, query.sort))
        read.notes.push(otherOrderNote);
      if (read.pagination.page !== asked) read.notes.push(otherPageNote(read.pagination.page, asked));
      else if (asked === 1 && mayFollow(read) && !fieldsOf(query.filter).includes('id'))
        read.notes.push(fullPageNote(read.count === null ? null : read.sent));
      const answer = sortsWithinDays ? inOrderOfTimes(read, query) : read;
      if (answer.sent === 0 && hasRecordsSurely(query))
        return { ...answer, ...fetch, recordsText: '[]', recordCount: 0, changedSince: 0 };
      const { notes, keys } = writePage.immediate({ ...answer, ...fetch, resource, query });
      const { records: asSent, sent: _sent, leftOut: _leftOut, ...page } = answer;
      const records = resource === 'transactions' ? withOwners(asSent, keys) : asSent;
      const chosen = fields === undefined ? records : chooseFields(resources[resource], records, fields);
      const recordsText = JSON.stringify(chosen);
      return { ...page, ...fetch, notes, recordsText, recordCount: chosen.length, changedSince: 0 };
    },
    /** Renews a page that the service confirmed: page and records count as fetched now. */
    renewPage({ query, ...page }: { resource: ResourceName; query: Query; fetchedAt: number }): void {
      renew.run({ ...page, query: queryKey(query) });
    },
    writeRecord(entry: StoredRecord & { resource: ResourceName }): void {
      writeRecord.immediate(entry);
    },
    writeMetadata({
      subject,
      metadata,
      fetchedAt,
    }: {
      subject: MetadataSubject;
      metadata: ServiceMetadata;
      fetchedAt: number;
    }): void {
      putMetadata.run(subject, JSON.stringify(metadata), fetchedAt);
    },
  };
}

/** A full first page may be incomplete at its count: some services count only the page. */
function mayFollow({ sent, count, pagination }: ListAnswer): boolean {
  return sent >= Math.max(pagination.perPage, smallestCap) && (count ?? sent) <= sent;
}

/** Sorts each day by `timestamp` in a page that came in the order of `date`, and adds a note. */
function inOrderOfTimes<Page extends { records: ResourceRecord[]; notes: readonly string[] }>(
  page: Page,
  { sort }: Query,
): Page {
  const sign = sort?.direction === 'asc' ? 1 : -1;
  // ISO 8601 texts of one zone sort like their moments; a record without both values stays in place.
  const textOf = ({ date, timestamp }: ResourceRecord): string => `${String(date)} ${String(timestamp)}`;
  const compare = (a: string, b: string): number => (a < b ? -sign : a > b ? sign : 0);
  return {
    ...page,
    records: page.records.toSorted((a, b) => compare(textOf(a), textOf(b))),
    notes: [
      ...page.notes,
      'The service sorts by day. The app has put the loaded transactions of each day in the order of their times.',
    ],
  };
}

const namedSchema = z.array(z.object({ name: z.string(), sql: z.string() }));

function clearCache(database: Database.Database): void {
  const tables = namedSchema.parse(
    database
      .prepare(
        `SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`,
      )
      .all(),
  );
  const virtual = tables.filter(({ sql }) => /^CREATE VIRTUAL/i.test(sql)).map(({ name }) => name);
  const isShadow = (name: string): boolean => virtual.some((of) => name.startsWith(`${of}_`));
  database
    .transaction(() => {
      // Without triggers, SQLite clears a table without visiting its rows.
      const triggers = namedSchema.parse(
        database.prepare(`SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'`).all(),
      );
      for (const { name } of triggers) database.exec(`DROP TRIGGER "${name}"`);
      for (const { name } of tables) {
        // Budgets belong to the service, and stay.
        if (name === 'budgets' || isShadow(name)) continue;
        if (virtual.includes(name)) emptyIndex(database, name);
        else database.exec(`DELETE FROM "${name}"`);
      }
      for (const { sql } of triggers) database.exec(sql);
      numberFields(database);
    })
    .immediate();
  database.exec('VACUUM');
  database.pragma('wal_checkpoint(TRUNCATE)');
}

const budgetsSchema = z.array(z.tuple([z.string(), z.number(), z.number(), z.number().nullable()]));

function keepBudgets(database: Database.Database): (other: Database.Database) => void {
  const rows = budgetsSchema.parse(
    database.prepare('SELECT endpoint, tokens, at, uptime FROM budgets').raw().all(),
  );
  return (other) => {
    const write = other.prepare('INSERT INTO budgets (endpoint, tokens, at, uptime) VALUES (?, ?, ?, ?)');
    for (const row of rows) write.run(row);
  };
}

/** Empties a contentless full-text index by its command (SQLite FTS5, "The delete-all Command"). */
function emptyIndex(database: Database.Database, name: string): void {
  const sql = String(database.prepare('SELECT sql FROM sqlite_schema WHERE name = ?').pluck().get(name));
  if (/content\s*=/i.test(sql)) database.exec(`INSERT INTO "${name}" ("${name}") VALUES ('delete-all')`);
  else database.exec(`DELETE FROM "${name}"`);
}
