import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { CompleteMark } from '../../../preload/contract/sync.ts';
import { FailureError } from '../../../preload/contract/failures.ts';
import { fieldsOf } from '../../../preload/contract/query.ts';
import { resourceNames, resources, type ResourceName } from '../../../preload/contract/resources.ts';
import { jsonText } from '../../platform/sqlite/jsonText.ts';
import { compileWhere, type CompiledFilter } from '../query/compile.ts';
import type { SqlDatabase } from '../query/database.ts';
import { isPresent } from '../query/presence.ts';
import { QueryProblem } from '../query/problems.ts';
import { recordText, type Row } from '../query/records.ts';
import { makeStatements } from '../query/statements.ts';
import { comparableId } from '../query/values.ts';
import type { SyncProgress, SyncSubject, UnfinishedSync, VanishedRecord } from '../syncTypes.ts';
import { cachedFields } from './cachedFields.ts';
import { filterKey, filterText } from './completeness.ts';
import { readAnswer } from './readAnswer.ts';
import type { RecordIntake } from './recordIntake.ts';
import { cacheTable } from './resourceTables.ts';
import { advance, firstProgress, nextPass } from './syncProgress.ts';

export type SyncTables = ReturnType<typeof makeSyncTables>;

/** An answer of the service to a page of a sync. */
type SyncPage = SyncSubject & {
  readonly bytes: Uint8Array;
  readonly fetchedAt: number;
  readonly request: string;
  readonly page: number;
  readonly perPage: number;
};
type Finishing = SyncSubject & { readonly now: number; readonly unseen: 'vanished' | 'unknown' };
/** Every page was fetched at or after `since`, and the service counted `count` records. Times in milliseconds since 1970 UTC. */
type Fetched = SyncSubject & {
  readonly since: number;
  readonly now: number;
  readonly count: number;
  /** Ids requested from the service since, whether it gave them or not. */
  readonly requested: readonly (string | number)[];
};

const progressSchema = z.object({
  nextPage: z.number(),
  perPage: z.number(),
  resultCount: z.number().nullable(),
  lastPage: z.number().nullable(),
  pass: z.number(),
  grownAt: z.number(),
  changes: z.number(),
  requests: z.number(),
});
const resourceName = z.enum(resourceNames);
/** Ids that are requested in one request. */
const unseenAtOnce = 100;
const syncsSchema = z.array(
  z.object({
    resource: resourceName,
    filter: filterText,
    state: z.enum(['running', 'paused']),
    startedAt: z.number(),
    progress: jsonText(progressSchema),
  }),
);
const marksSchema = z.array(
  z.object({ resource: resourceName, filter: filterText, asOf: z.number(), count: z.number() }),
);
const vanishedSchema = z.array(
  z.object({ resource: resourceName, id: z.string(), fetchedAt: z.number(), noticedAt: z.number() }),
);

/** The state of the syncs of one connection: stored in its cache, written together with the records they bring. */
export function makeSyncTables(database: Database.Database, intake: RecordIntake) {
  const listed = database.prepare(
    'SELECT resource, filter, state, started_at AS startedAt, progress FROM syncs ORDER BY started_at',
  );
  const begin = database.prepare(
    `INSERT INTO syncs (resource, filter, state, started_at, since, progress)
     VALUES (?, ?, 'running', ?, ?, ?)`,
  );
  const setState = database.prepare('UPDATE syncs SET state = ? WHERE resource = ? AND filter = ?');
  const setProgress = database.prepare('UPDATE syncs SET progress = ? WHERE resource = ? AND filter = ?');
  const drop = database.prepare('DELETE FROM syncs WHERE resource = ? AND filter = ?');
  const findSince = database.prepare('SELECT since FROM syncs WHERE resource = ? AND filter = ?').pluck();
  const marks = database.prepare(
    'SELECT resource, filter, as_of AS asOf, count FROM complete ORDER BY resource, filter',
  );
  const putMark = database.prepare(
    `INSERT INTO complete (resource, filter, as_of, count) VALUES (?, ?, ?, ?)
     ON CONFLICT (resource, filter) DO UPDATE SET as_of = excluded.as_of, count = excluded.count`,
  );
  // Every list that was loaded to its end leaves one.
  const dropOldMarks = database.prepare(
    'DELETE FROM complete WHERE (resource, filter) IN (SELECT resource, filter FROM complete ORDER BY as_of DESC LIMIT -1 OFFSET 1000)',
  );
  const dropWholeMark = database.prepare(`DELETE FROM complete WHERE resource = ? AND filter = ''`);
  const vanished = database.prepare(
    `SELECT resource, id, fetched_at AS fetchedAt, noticed_at AS noticedAt FROM vanished
     WHERE noticed_at >= ? ORDER BY noticed_at, resource, id`,
  );
  const putVanished = database.prepare(
    `INSERT OR REPLACE INTO vanished (resource, id, record, fetched_at, noticed_at) VALUES (?, ?, ?, ?, ?)`,
  );
  const dropVanished = database.prepare('DELETE FROM vanished WHERE resource = ? AND id = ?');

  const key = ({ resource, filter }: SyncSubject): [string, string] => [resource, filterKey(filter)];
  const list = (): UnfinishedSync[] => syncsSchema.parse(listed.all());

  function find(subject: SyncSubject): UnfinishedSync | undefined {
    const wanted = key(subject).join(' ');
    return list().find((sync) => key(sync).join(' ') === wanted);
  }

  function findBegun(subject: SyncSubject): UnfinishedSync {
    const sync = find(subject);
    if (sync === undefined) throw new Error(`No sync of ${subject.resource} is under way.`);
    return sync;
  }

  /** SQL for the records that were fetched since the sync of a subject began. */
  function sinceBegin(subject: SyncSubject): string {
    return `r._fetch > ${Number(findSince.get(...key(subject))).toString()}`;
  }

  /** The records of a subject that match, and of which `condition` holds. */
  function part(subject: SyncSubject, condition: string): CompiledFilter {
    const { where, parameters } = filtered(database, subject);
    return { where: `${condition} AND (${where})`, parameters };
  }

  function countSeen(subject: SyncSubject, seen = sinceBegin(subject)): number {
    const { where, parameters } = part(subject, seen);
    const { name } = cacheTable(resources[subject.resource]);
    return Number(database.prepare(`SELECT count(*) FROM ${name} r WHERE ${where}`).pluck().get(parameters));
  }

  function listUnseen(subject: SyncSubject, limit: number, seen = sinceBegin(subject)): (string | number)[] {
    const { where, parameters } = part(subject, `NOT ${seen}`);
    const { name } = cacheTable(resources[subject.resource]);
    return database
      .prepare(`SELECT r."id" FROM ${name} r WHERE ${where} LIMIT ${limit.toString()}`)
      .pluck()
      .all(parameters)
      .filter((id) => typeof id === 'string' || typeof id === 'number');
  }

  /** Keeps what is known of the records that were not seen any more, and takes them out of the cache. */
  function removeUnseen(subject: SyncSubject, seen: string, now: number, keep: boolean): number {
    const table = cacheTable(resources[subject.resource]);
    const { where, parameters } = part(subject, `NOT ${seen}`);
    const rows = database
      .prepare(
        `SELECT r._key, f.at, r."id", ${table.selectList} FROM ${table.name} r
         JOIN ${table.bodies} b ON b.key = r._body JOIN fetches f ON f.key = r._fetch WHERE ${where}`,
      )
      .raw()
      .all(parameters)
      .filter(isUnseen);
    for (const [, at, id, ...row] of keep ? rows : [])
      putVanished.run(subject.resource, String(id), recordText(table, row), at, now);
    intake.remove(
      subject.resource,
      rows.map(([rowKey]) => rowKey),
    );
    return rows.length;
  }

  /** What has come back is not vanished. */
  function forgetReturned(resource: ResourceName): void {
    const { name } = cacheTable(resources[resource]);
    const isHere = database.prepare(`SELECT 1 FROM ${name} WHERE "id" = ?`);
    for (const gone of vanishedSchema.parse(vanished.all(0))) {
      if (gone.resource === resource && isHere.get(comparableId(gone.id)) !== undefined)
        dropVanished.run(resource, gone.id);
    }
  }

  const writePage = database.transaction((subject: SyncSubject, { bytes, ...answer }: SyncPage) => {
    const read = readAnswer(bytes, answer);
    if ('problem' in read) return read;
    const { progress } = findBegun(subject);
    const { page, perPage, pageCount, resultCount } = read.pagination;
    // Empty where there are records: known of the service, and requested again by the caller.
    if (read.records.length === 0 && page <= pageCount && resultCount > 0)
      return { progress, records: 0, notes: read.notes };
    intake.take({ ...answer, records: read.records });
    const next = advance(progress, { page: answer.page, perPage, pageCount, resultCount });
    setProgress.run(JSON.stringify(next), ...key(subject));
    return { progress: next, records: read.records.length, notes: read.notes };
  });

  /** Marks a subject as complete as of a moment, of which everything that is left was seen. */
  function markComplete(
    { resource, filter, now, unseen }: Finishing,
    { seen, asOf }: { seen: string; asOf: number },
  ): { mark: CompleteMark; vanished: number } {
    const subject = { resource, filter };
    const keep = unseen === 'vanished';
    const gone = removeUnseen(subject, seen, now, keep);
    if (gone > 0 && !keep && filter !== undefined) dropWholeMark.run(resource);
    const count = countSeen(subject, seen);
    putMark.run(...key(subject), asOf, count);
    dropOldMarks.run();
    forgetReturned(resource);
    return { mark: { ...subject, asOf, count }, vanished: keep ? gone : 0 };
  }

  const finish = database.transaction((subject: Finishing) => {
    const finished = markComplete(subject, {
      seen: sinceBegin(subject),
      asOf: findBegun(subject).startedAt,
    });
    drop.run(...key(subject));
    return finished;
  });

  const markFetched = database.transaction(({ since, count, requested, ...subject }: Fetched) => {
    // By the time and not by the key: a page that the service says is unchanged keeps its key.
    const seen = `r._fetch IN (SELECT key FROM fetches WHERE at >= ${since.toString()})`;
    if (countSeen(subject, seen) < count) return { mark: null, unrequested: [] };
    const known = new Set(requested);
    const unseen = subject.filter === undefined ? [] : listUnseen(subject, unseenAtOnce, seen);
    const unrequested = unseen.filter((id) => !known.has(id));
    if (unrequested.length > 0) return { mark: null, unrequested };
    const isAll = unseen.length < unseenAtOnce;
    const finished = markComplete(
      { ...subject, unseen: isAll ? 'vanished' : 'unknown' },
      { seen, asOf: since },
    );
    return { mark: finished.mark, unrequested };
  });

  return {
    listUnfinished: list,
    /** Goes on with the unfinished sync of the same subject, or begins one with pages of `perPage`. */
    begin(subject: SyncSubject & { startedAt: number; perPage: number }): UnfinishedSync {
      filtered(database, subject);
      return database
        .transaction(() => {
          if (find(subject) === undefined) {
            const since = intake.markFetch(subject.startedAt, 'sync');
            const progress = JSON.stringify(firstProgress(subject.perPage));
            begin.run(...key(subject), subject.startedAt, since, progress);
          }
          setState.run('running', ...key(subject));
          return findBegun(subject);
        })
        .immediate();
    },
    pause(subject: SyncSubject): void {
      setState.run('paused', ...key(subject));
    },
    /** Forgets an unfinished sync; the records it fetched stay. */
    drop(subject: SyncSubject): void {
      drop.run(...key(subject));
    },
    /** Stores the records of an answer and how far the sync is, together or not at all. */
    writePage: (
      answer: SyncPage,
    ): { progress: SyncProgress; records: number; notes: readonly string[] } | { readonly problem: string } =>
      writePage.immediate(answer, answer),
    /** How many records of the subject were fetched since the sync began. */
    countSeen: (subject: SyncSubject): number => countSeen(subject),
    /** Records of the subject that are cached and were not fetched since the sync began: their ids, at most `limit`. */
    listUnseen: ({ limit, ...subject }: SyncSubject & { limit: number }): (string | number)[] =>
      listUnseen(subject, limit),
    /** The fields of the subject's filter that no cached record has: which records match cannot be determined here. */
    missingFields({ resource, filter }: SyncSubject): string[] {
      const statements = makeStatements(database);
      const table = cacheTable(resources[resource]);
      return fieldsOf(filter).filter((name) => !isPresent(statements, table, name));
    },
    /** Begins a further pass over the pages up to one. */
    beginPass({ lastPage, ...subject }: SyncSubject & { lastPage: number }): SyncProgress {
      const progress = nextPass(findBegun(subject).progress, lastPage);
      setProgress.run(JSON.stringify(progress), ...key(subject));
      return progress;
    },
    /**
     * Ends a sync with a mark of completeness. Records of the subject that were not fetched since it began leave the cache: as
     * vanished ones where `unseen` says so, else without a word.
     */
    finish: (subject: Finishing): { mark: CompleteMark; vanished: number } => finish.immediate(subject),
    /**
     * Leaves the mark of a finished sync after every page of a subject was fetched. Records of the subject that were not seen then
     * leave the cache as vanished ones.
     * @returns the mark; null where not all the records are cached, or where `unrequested` has ids that may have changed or vanished:
     *   fetch those and call it again
     */
    markFetched: (
      subject: Fetched,
    ): { mark: CompleteMark | null; unrequested: readonly (string | number)[] } =>
      markFetched.immediate(subject),
    listComplete: (): CompleteMark[] => marksSchema.parse(marks.all()),
    /** Records that were missed at or after a moment, and have not come back since. */
    listVanished: (since: number): VanishedRecord[] => vanishedSchema.parse(vanished.all(since)),
  };
}

/** Fields that the catalogue does not know are open: the service has accepted the filter. */
function filtered(database: SqlDatabase, { resource, filter }: SyncSubject): CompiledFilter {
  try {
    return compileWhere(cacheTable(resources[resource]), filter, cachedFields(database));
  } catch (error) {
    if (!(error instanceof QueryProblem)) throw error;
    const message = 'This filter cannot be synced: it cannot run on the cached records.';
    throw new FailureError({ code: 'bad-query', message, detail: error.message }, { cause: error });
  }
}

function isUnseen(row: unknown): row is [number, number, string | number, ...Row] {
  return Array.isArray(row) && row.length > 3;
}
