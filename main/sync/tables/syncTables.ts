import type Database from 'better-sqlite3';
import { z } from 'zod';
import { minuteMs } from '../../../preload/contract/days.ts';
import type { CompleteMark } from '../../../preload/contract/sync.ts';
import { FailureError } from '../../../preload/contract/failures.ts';
import { fieldsOf, type Filter } from '../../../preload/contract/query.ts';
import {
  findField,
  resourceNames,
  resources,
  type ResourceName,
} from '../../../preload/contract/resources.ts';
import { jsonText } from '../../platform/sqlite/jsonText.ts';
import type { CompiledFilter } from '../../store/query/compile.ts';
import { isPresent } from '../../store/query/presence.ts';
import { idOf, isRow, undamagedText } from '../../store/query/records.ts';
import { recordKey, type PageCounts, type ResourceRecord } from '../../../preload/contract/records.ts';
import { makeStatements } from '../../store/query/statements.ts';
import { comparableInstant } from '../../store/query/values.ts';
import {
  syncProgressSchema,
  type SyncProgress,
  type SyncSubject,
  type UnfinishedSync,
} from '../proof/types.ts';
import { countsUnmatched, denialOf, filtered } from './answerCheck.ts';
import { differenceOf, noDifference, type Difference } from './difference.ts';
import { provenWhole, type Evidence } from '../proof/evidence.ts';
import { borderDay, silentParts } from '../proof/alternatives.ts';
import { makeVanished } from './vanished.ts';
import { cacheTable } from '../../store/records/resourceTables.ts';
import { makeNewerRows } from '../../store/records/newerRows.ts';
import { filterKey, filterText, leftOutSchema } from './completeness.ts';
import { readAnswer } from '../../store/records/readAnswer.ts';
import type { RecordIntake } from '../../store/records/recordIntake.ts';
import { advance, firstProgress, isTooMuch, nextPass, type PageFacts } from '../proof/progress.ts';

export type SyncTables = ReturnType<typeof makeSyncTables>;

/** A page of a sync as the service answered it. */
export type SyncPage = SyncSubject & {
  readonly bytes: Uint8Array;
  readonly fetchedAt: number;
  readonly request: string;
  readonly page: number;
  readonly perPage: number;
  /** Set for a page that is only compared with what was read. */
  readonly check?: PageCheck | undefined;
  /** Ids that the pass has not read, for `unseen`. */
  readonly unseen?: readonly (string | number)[] | undefined;
};

/** Why the cache cannot repeat a filter; `note` says it of records that came. */
export interface Opaque {
  readonly detail: string;
  readonly missing: readonly string[];
  readonly note?: string;
}

/**
 * What a page is compared for: `sample`, whether its records have changed; `end` and `from-last`, whether the
 * list ends with the last record read, by its other end or by the records from there on; `part`, whether all
 * of them were read; `unseen`, whether the service sends whole records by id: only then are those of `unseen`
 * stored. No other check stores anything.
 */
export type PageCheck = 'sample' | 'end' | 'from-last' | 'part' | 'unseen';

/** The progress after a page, or why its answer is unusable. */
export type SyncPageResult =
  | {
      readonly progress: SyncProgress;
      readonly notes: readonly string[];
      readonly ids: readonly string[];
      readonly pagination: PageCounts;
      /**
       * Of a check: records that the pass has not read, or that the service counts beyond those read. For
       * `unseen`: records that came with fewer members than the pass has read.
       */
      readonly others?: number;
    }
  | { readonly problem: string };
/** Times in milliseconds since 1970 UTC. */
interface SyncBegin {
  readonly startedAt: number;
  readonly perPage: number;
  readonly notBefore?: number;
}
interface UnseenRange {
  readonly limit: number;
  /** The last id of the range before. */
  readonly after?: string | number | null | undefined;
}
type Finishing = SyncSubject & {
  /** When the last page was fetched, milliseconds since 1970 UTC. */
  readonly now: number;
  /** True to remove what is gone, however much it is. */
  readonly acceptRemovals?: boolean;
  /** Records that stay though they were not in the list. */
  readonly kept?: readonly (string | number)[];
  readonly evidence: Evidence;
  /** Records that could not be kept. */
  readonly leftOut: CompleteMark['leftOut'];
};
export type Finished =
  | { readonly mark: CompleteMark; readonly vanished: number }
  /** Incomplete: why, in sentences. */
  | { readonly mark: null; readonly shortfalls: string[] }
  /** Nothing was removed and no mark is left: `gone` of the `known` cached records are missing. */
  | { readonly mark: null; readonly gone: number; readonly known: number; readonly shortfalls: string[] };

const resourceName = z.enum(resourceNames);
const syncsSchema = z.array(
  z.object({
    resource: resourceName,
    filter: filterText,
    state: z.enum(['running', 'paused']),
    startedAt: z.number(),
    progress: jsonText(syncProgressSchema),
  }),
);
const marksSchema = z.array(
  z.object({
    resource: resourceName,
    filter: filterText,
    asOf: z.number(),
    until: z.number(),
    count: z.number(),
    leftOut: leftOutSchema,
    changed: z.number().transform(Boolean),
  }),
);
const maxNamed = 5;

/** Rule: service notes, "Freshness". */
const cachedForMs = 30 * minuteMs;

/** Page sizes become smaller by less than this. */
const mostEarlier = 10;

/** The process that runs syncs, named by its mark in the database. */
export interface SyncOwner {
  readonly name: string;
  readonly isRunning: (name: string) => boolean;
}

/** Syncs of one connection, stored in its cache together with the records they bring. */
export function makeSyncTables(database: Database.Database, intake: RecordIntake, owner: SyncOwner) {
  const unfinished = 'SELECT resource, filter, state, started_at AS startedAt, progress FROM syncs';
  const listed = database.prepare(`${unfinished} ORDER BY started_at`);
  const findUnfinished = database.prepare(`${unfinished} WHERE resource = ? AND filter = ?`);
  const begin = database.prepare(
    `INSERT INTO syncs (resource, filter, state, owner, started_at, since, progress)
     VALUES (?, ?, 'paused', '', ?, ?, ?)`,
  );
  const setState = database.prepare(
    'UPDATE syncs SET state = ?, owner = ? WHERE resource = ? AND filter = ?',
  );
  // Another process’s syncs stay as they are.
  const leave = database.prepare(
    `UPDATE syncs SET state = ?, owner = '' WHERE resource = ? AND filter = ? AND owner IN ('', ?)`,
  );
  const abandon = database.prepare(
    `DELETE FROM syncs WHERE resource = ? AND filter = ? AND owner IN ('', ?)`,
  );
  const findOwner = database.prepare('SELECT owner FROM syncs WHERE resource = ? AND filter = ?').pluck();
  const setProgress = database.prepare('UPDATE syncs SET progress = ? WHERE resource = ? AND filter = ?');
  const drop = database.prepare('DELETE FROM syncs WHERE resource = ? AND filter = ?');
  const countPasses = database
    .prepare('SELECT count(*) FROM fetches WHERE request = ? AND at BETWEEN ? AND ?')
    .pluck();
  const findSince = database.prepare('SELECT since FROM syncs WHERE resource = ? AND filter = ?').pluck();
  const setSince = database.prepare(
    'UPDATE syncs SET since = ?, started_at = ? WHERE resource = ? AND filter = ?',
  );
  const marks = database.prepare(
    `SELECT resource, filter, as_of AS asOf, until, count, left_out AS leftOut, changed
     FROM complete WHERE shortfalls = '[]' ORDER BY resource, filter`,
  );
  const putMark = database.prepare(
    `INSERT OR REPLACE INTO complete (resource, filter, as_of, until, count, left_out, changed, evidence, shortfalls)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const dropMark = database.prepare('DELETE FROM complete WHERE resource = ? AND filter = ?');
  const dropOldMarks = database.prepare(
    'DELETE FROM complete WHERE (resource, filter) IN (SELECT resource, filter FROM complete ORDER BY as_of DESC LIMIT -1 OFFSET 1000)',
  );

  const newerRows = makeNewerRows(database);
  const vanished = makeVanished(database, intake, newerRows);
  const key = ({ resource, filter }: SyncSubject): [string, string] => [resource, filterKey(filter)];
  const nameOf = ({ resource }: SyncSubject): string => `sync ${resource}`;
  const list = (): UnfinishedSync[] => syncsSchema.parse(listed.all());

  function find(subject: SyncSubject): UnfinishedSync | undefined {
    const [sync] = syncsSchema.parse(findUnfinished.all(...key(subject)));
    return sync;
  }

  function findBegun(subject: SyncSubject): UnfinishedSync {
    const sync = find(subject);
    if (sync === undefined || findOwner.get(...key(subject)) !== owner.name) throw new FailureError(ended);
    return sync;
  }

  /** The fetch before a pass, which also names the pass. */
  const passOf = (subject: SyncSubject): number => Number(findSince.get(...key(subject)));

  /** SQL for records fetched since the pass began, by whatever requested them. */
  function sinceBegin(subject: SyncSubject): string {
    return `r._fetch > ${passOf(subject).toString()}`;
  }

  function part(subject: SyncSubject, condition: string): CompiledFilter {
    const { where, parameters } = filtered(database, subject);
    return { where: `${condition} AND (${where})`, parameters };
  }

  /** Records of a subject that the pass has not seen, except `kept`. */
  function unseenBut(subject: SyncSubject, kept: readonly (string | number)[]): CompiledFilter {
    const { where, parameters } = part(
      subject,
      `NOT ${sinceBegin(subject)} AND r."id" NOT IN (SELECT value FROM json_each(:kept))`,
    );
    return { where, parameters: { ...parameters, kept: JSON.stringify(kept) } };
  }

  function countOf(subject: SyncSubject, condition = 'TRUE'): number {
    return countWhere(subject, part(subject, condition));
  }

  function countWhere(subject: SyncSubject, { where, parameters }: CompiledFilter): number {
    const { name } = cacheTable(resources[subject.resource]);
    return Number(database.prepare(`SELECT count(*) FROM ${name} r WHERE ${where}`).pluck().get(parameters));
  }

  /** Removes the marks of lists that have some of these records. */
  function dropMarksOf(resource: ResourceName, { where, parameters }: CompiledFilter): void {
    const { name } = cacheTable(resources[resource]);
    const keys = database.prepare(`SELECT r._key FROM ${name} r WHERE ${where}`).pluck().all(parameters);
    for (const { filter } of listComplete().filter((mark) => mark.resource === resource)) {
      const among = part({ resource, filter }, 'r._key IN (SELECT value FROM json_each(:keys))');
      const withKeys = { ...among, parameters: { ...among.parameters, keys: JSON.stringify(keys) } };
      if (countWhere({ resource, filter }, withKeys) > 0) dropMark.run(...key({ resource, filter }));
    }
  }

  /** Stores the evidence of a reading, which is a mark of completeness if there are no shortfalls. */
  function keep(
    subject: SyncSubject,
    mark: Pick<CompleteMark, 'asOf' | 'until' | 'leftOut' | 'changed'>,
    evidence: Evidence,
    shortfalls: readonly string[],
  ): number {
    const { asOf, until, leftOut, changed } = mark;
    const count = countOf(subject);
    const texts = [leftOut, evidence, shortfalls].map((value) => JSON.stringify(value));
    const [lost, shown, short] = texts;
    putMark.run(...key(subject), asOf, until, count, lost, Number(changed), shown, short);
    dropOldMarks.run();
    newerRows.forget(subject.resource);
    vanished.forgetReturned(subject.resource);
    return count;
  }

  /**
   * Marks a subject as complete if one answer has all of it, and no other cached record of it may have
   * changed or vanished. Called in the transaction that stores the answer.
   * @param fetch the key of its fetch: records with this key or a later one are in the answer
   */
  function markWholePage(
    subject: SyncSubject,
    { fetch, at }: { fetch: number; at: number },
    evidence: Evidence,
  ): void {
    try {
      if (provenWhole(evidence).length > 0 || countOf(subject, `r._fetch < ${fetch.toString()}`) > 0) return;
      const mark = { asOf: at, until: at, leftOut: { count: 0, names: [] }, changed: false };
      keep(subject, mark, evidence, []);
    } catch (error) {
      // A mark would cover nothing, because the filter cannot run on cached records.
      if (!(error instanceof FailureError)) throw error;
    }
  }

  function put(subject: SyncSubject, progress: SyncProgress): SyncProgress {
    setProgress.run(JSON.stringify(progress), ...key(subject));
    return progress;
  }

  /**
   * Tells whether this pass, or the pass before, has read a record, and whether its values have changed in
   * this one.
   */
  function readBeforeIn(
    subject: SyncSubject,
    { previous }: SyncProgress,
    isById: boolean,
  ): (record: ResourceRecord) => Difference & { known: PageFacts['known'][number] } {
    const table = cacheTable(resources[subject.resource]);
    const find = database
      .prepare(
        `SELECT f.sync, ${table.selectList} FROM ${table.name} r JOIN fetches f ON f.key = r._fetch
         JOIN ${table.bodies} b ON b.key = r._body WHERE r."id" = ? AND f.sync IN (?, ?)`,
      )
      .raw();
    const pass = passOf(subject);
    return (record) => {
      const found = find.get(idOf(record), pass, previous?.since ?? pass);
      if (!isRow(found)) return { known: 'no', ...noDifference };
      const [sync, ...row] = found;
      if (sync !== pass) return { known: 'before', ...noDifference };
      return { known: 'now', ...differenceOf(undamagedText(table, row), record, isById) };
    };
  }

  const listComplete = (): CompleteMark[] => marksSchema.parse(marks.all());

  /**
   * Why the cache cannot repeat the filter, and the fields that its records lack; null if it can. It cannot
   * if records came that do not match here: the service may read the filter otherwise, or know records that
   * are not cached.
   */
  function whyOpaque(subject: SyncSubject): Opaque | null {
    const { resource, filter } = subject;
    try {
      filtered(database, subject);
    } catch (error) {
      if (!(error instanceof FailureError)) throw error;
      return { detail: error.failure.detail ?? error.message, missing: [] };
    }
    const statements = makeStatements(database);
    const table = cacheTable(resources[resource]);
    const missing = fieldsOf(filter).filter((name) => !isPresent(statements, table, name));
    if (missing.length > 0) return { detail: missing.join(', '), missing };
    const { unclear, distinct } = findBegun(subject).progress;
    const [differ = '', all = ''] = [unclear, distinct].map((count) => count.toLocaleString('en'));
    if (unclear === 0) return null;
    const whole = listComplete().filter((mark) => mark.filter === undefined);
    const note = `${differ} of ${all} records that the service sent do not match the filter here.`;
    return {
      detail: note,
      note,
      missing: fieldsOf(filter).filter((name) => {
        const via = findField(resources[resource], name)?.via;
        return via !== undefined && !whole.some((mark) => mark.resource === via.resource);
      }),
    };
  }

  /** Ids that the pass has read, unless something else has requested them since. */
  function idsRead(subject: SyncSubject, choice = ''): (string | number)[] {
    const { name } = cacheTable(resources[subject.resource]);
    return database
      .prepare(`SELECT r."id" FROM ${name} r JOIN fetches f ON f.key = r._fetch WHERE f.sync = ? ${choice}`)
      .pluck()
      .all(passOf(subject))
      .filter((id) => typeof id === 'string' || typeof id === 'number');
  }

  const countUnmatched = countsUnmatched(database);
  const writePage = database.transaction(
    (
      subject: SyncSubject,
      { bytes, page, perPage, check, unseen = [], ...answer }: SyncPage,
    ): SyncPageResult => {
      const { progress: before, startedAt } = findBegun(subject);
      const read = readAnswer(bytes, { page, perPage, isFurther: before.distinct > 0 });
      if ('problem' in read) return read;
      const { records, sent, leftOut, notes, pagination, count } = read;
      const isRenewed = ({ _updated_at: at }: ResourceRecord): boolean => {
        const moment = comparableInstant(at);
        return moment !== null && moment > startedAt && moment <= answer.fetchedAt;
      };
      const progress = { ...before, renewed: before.renewed || records.some(isRenewed) };
      const isById = check === 'sample' || check === 'unseen';
      const found = records.map(readBeforeIn(subject, progress, isById));
      const known = found.map((one) => one.known);
      const changed = found.filter(({ isChanged }) => isChanged).length;
      if (check !== undefined) {
        const ids = records.map(recordKey);
        if (check === 'unseen') {
          const others = found.filter(({ isPoorer }) => isPoorer).length;
          const asked = new Set(unseen.map(String));
          const came = records.filter((_one, at) => asked.has(ids[at] ?? ''));
          if (others === 0) intake.take({ ...answer, records: came });
          return { progress, notes, ids, pagination, others };
        }
        if (check === 'sample') {
          const checked = {
            ...progress,
            changed: progress.changed + changed,
            fuller: progress.fuller + found.filter(({ isFuller }) => isFuller).length,
            requests: progress.requests + 1,
          };
          return { progress: put(subject, checked), notes, ids, pagination };
        }
        // A record fetched since the pass began, by any request, is not new.
        const isFetched = database
          .prepare(
            `SELECT 1 FROM ${cacheTable(resources[subject.resource]).name} r WHERE r."id" = ? AND ${sinceBegin(subject)}`,
          )
          .pluck();
        const isRead = records.map((one) => isFetched.get(idOf(one)) === 1);
        const counted = check === 'end' ? (count ?? 0) : 0;
        const listed = Math.max(progress.count ?? 0, progress.distinct + progress.leftOut.length);
        const others = Math.max(isRead.filter((one) => !one).length, counted - listed);
        const at = ids.indexOf(progress.lastId ?? '');
        // A service that lists all has ignored the filter.
        const isFromLast = at >= 0 && ids.length < progress.distinct && others === 0;
        // From the other end, only new records come before the last one.
        const isEnd = check === 'from-last' ? isFromLast : at >= 0 && isRead.indexOf(true) === at;
        const otherEnd = isEnd ? 'seen' : 'none';
        const checked = {
          ...progress,
          changed: progress.changed + changed,
          otherEnd: check === 'part' ? progress.otherEnd : otherEnd,
          requests: progress.requests + 1,
        };
        return { progress: put(subject, checked), notes, ids, pagination, others };
      }
      const facts = {
        perPage: pagination.perPage,
        requested: { page, perPage },
        count,
        sent,
        ids: records.map(recordKey),
        known,
        changed,
        unmatched: 0,
        unclear: 0,
        leftOut,
        denial: denialOf(read, subject.filter !== undefined || before.window.kind !== 'all'),
      };
      // Records behind a gap do not count as read.
      const isKept = advance(progress, facts).distinct > progress.distinct;
      const none = { keys: [], older: new Set<number>(), replaced: 0 };
      const { keys, older, replaced } = isKept
        ? intake.take({ ...answer, records, sync: passOf(subject) })
        : none;
      // Pages overlap: a record counts once.
      const fresh = keys.filter((_key, at) => known[at] !== 'now');
      const next = {
        ...advance(progress, { ...facts, ...countUnmatched(subject, fresh) }),
        older: progress.older + fresh.filter((one) => older.has(one)).length,
        replaced: progress.replaced + replaced,
      };
      return { progress: put(subject, next), notes, ids: facts.ids, pagination };
    },
  );

  const finish = database.transaction(
    ({
      now: until,
      acceptRemovals = false,
      kept = [],
      evidence: shown,
      leftOut: { count: lost, names },
      ...subject
    }: Finishing): Finished => {
      const { startedAt: asOf, progress } = findBegun(subject);
      const known = countOf(subject);
      const unseen = unseenBut(subject, kept);
      const gone = countWhere(subject, unseen);
      const ofRun = { ...unseen, where: `${unseen.where} AND r._fetch > ${progress.runSince.toString()}` };
      const evidence = { ...shown, gone: countWhere(subject, ofRun) };
      const shortfalls = provenWhole(evidence);
      const isWhole = shortfalls.length === 0;
      if (!acceptRemovals && isTooMuch(gone, known)) {
        dropMarksOf(subject.resource, unseen);
        return { mark: null, gone, known, shortfalls };
      }
      // An incomplete list proves no removals.
      const removed = isWhole || acceptRemovals ? vanished.take(subject.resource, unseen, until) : 0;
      const leftOut = { count: lost, names: names.slice(0, maxNamed) };
      const changed = progress.changed > 0 || progress.renewed;
      const count = keep(subject, { asOf, until, leftOut, changed }, evidence, shortfalls);
      drop.run(...key(subject));
      if (!isWhole) return { mark: null, shortfalls };
      return { mark: { ...subject, asOf, until, count, leftOut, changed }, vanished: removed };
    },
  );

  return {
    listUnfinished: list,
    markWholePage,
    /**
     * Continues the unfinished sync of the subject, or begins one with pages of `perPage`. One that began
     * before `notBefore`, or in the future, begins anew: its figures are of another day.
     */
    begin({ startedAt, perPage, notBefore = 0, ...subject }: SyncSubject & SyncBegin): UnfinishedSync {
      return database
        .transaction(() => {
          const runner = findOwner.get(...key(subject));
          if (typeof runner === 'string' && runner !== owner.name && owner.isRunning(runner))
            throw new FailureError({ ...runsElsewhere, retryAt: startedAt + minuteMs });
          const left = find(subject);
          if (left !== undefined && (left.startedAt < notBefore || left.startedAt > startedAt))
            drop.run(...key(subject));
          if (find(subject) === undefined) {
            const earlier = Number(
              countPasses.get(nameOf(subject), startedAt - cachedForMs, startedAt + cachedForMs),
            );
            const since = intake.markFetch(startedAt, nameOf(subject));
            const progress = firstProgress(perPage, { kind: 'all' }, earlier % mostEarlier);
            const begun = { ...progress, runSince: since };
            begin.run(...key(subject), startedAt, since, JSON.stringify(begun));
          }
          setState.run('running', owner.name, ...key(subject));
          return findBegun(subject);
        })
        .immediate();
    },
    pause(subject: SyncSubject): void {
      leave.run('paused', ...key(subject), owner.name);
    },
    /** Lets other processes go on with an unfinished sync, as the next start does. */
    release(subject: SyncSubject): void {
      leave.run('running', ...key(subject), owner.name);
    },
    /** Forgets an unfinished sync; fetched records stay. */
    drop(subject: SyncSubject): void {
      abandon.run(...key(subject), owner.name);
    },
    /** Stores an answer and the progress in one transaction. */
    writePage: (answer: SyncPage): SyncPageResult => writePage.immediate(answer, answer),
    /**
     * Parts of the filter that no record shows to have been read; each is requested alone. The other end of a
     * list of one page shows the days at its borders.
     */
    listSilent({ filter, ...subject }: SyncSubject): Filter[] {
      const ofPass = `r._fetch IN (SELECT key FROM fetches WHERE sync = ${passOf({ filter, ...subject }).toString()})`;
      const { distinct, pages } = findBegun({ filter, ...subject }).progress;
      return silentParts(
        filter,
        distinct,
        (one) => countOf({ ...subject, filter: one }, ofPass),
        (one) => (pages > 1 && isDate(subject, one.field) ? borderDay(one) : null),
      );
    },
    /** Stores progress that comes from something other than a page. */
    save({ progress, ...subject }: SyncSubject & { progress: SyncProgress }): SyncProgress {
      findBegun(subject);
      return put(subject, progress);
    },
    beginPass({ startedAt, ...subject }: SyncSubject & { startedAt: number }): SyncProgress {
      return database
        .transaction(() => {
          const since = passOf(subject);
          setSince.run(intake.markFetch(startedAt, nameOf(subject)), startedAt, ...key(subject));
          return put(subject, nextPass(findBegun(subject).progress, since));
        })
        .immediate();
    },
    /** Ids of cached records not fetched since the pass began, in order after `after`. */
    listUnseen({ limit, after = null, ...subject }: SyncSubject & UnseenRange): (string | number)[] {
      const { where, parameters } = part(
        subject,
        `NOT ${sinceBegin(subject)} AND (:after IS NULL OR r."id" > :after)`,
      );
      const { name } = cacheTable(resources[subject.resource]);
      return database
        .prepare(`SELECT r."id" FROM ${name} r WHERE ${where} ORDER BY r."id" LIMIT ${limit.toString()}`)
        .pluck()
        .all({ ...parameters, after })
        .filter((id) => typeof id === 'string' || typeof id === 'number');
    },
    whyOpaque,
    /** Cached records of the subject fetched since the pass began, by whatever requested them. */
    countFetched: (subject: SyncSubject): number => countOf(subject, sinceBegin(subject)),
    /** Ids of transactions that came by their token account only, as far as the cache knows. */
    listAlone({ filter, limit }: { filter: Filter; limit: number }): unknown[] {
      const { where, parameters } = part({ resource: 'transactions', filter }, 'r."id" GLOB :form');
      const { name } = cacheTable(resources.transactions);
      return database
        .prepare(
          `SELECT r."id" FROM ${name} r WHERE ${where} AND r._key NOT IN (SELECT key FROM twins) LIMIT ${limit.toString()}`,
        )
        .pluck()
        .all({ ...parameters, form: '[0-9]*-*-[0-9]*' });
    },
    /** Random ids that the pass has read. */
    listSample({ limit, ...subject }: SyncSubject & { limit: number }): (string | number)[] {
      return idsRead(subject, `ORDER BY random() LIMIT ${limit.toString()}`);
    },
    findFirst: (subject: SyncSubject): string | number | undefined =>
      idsRead(subject, 'ORDER BY r."id" LIMIT 1')[0],
    /** Ids that the pass has read, unless something else has requested them since. */
    listRead: (subject: SyncSubject): (string | number)[] => idsRead(subject),
    /**
     * Ends a sync with a mark of completeness. Records not fetched since it began leave the cache as
     * vanished. If these are more than twenty and more than a tenth, they stay, and the sync can be finished
     * again with `acceptRemovals`.
     */
    finish: (subject: Finishing): Finished => finish.immediate(subject),
    listComplete,
    /** Records missed since a moment that have not come back. */
    listVanished: vanished.list,
  };
}

const runsElsewhere = {
  code: 'storage',
  message: 'Another process of the app is fetching these records. Wait until it is done, then start again.',
} as const;

const ended = {
  code: 'storage',
  message: 'The sync ended, since the cache was cleared.',
} as const;

/** True for a field of days, without times. */
export function isDate({ resource }: SyncSubject, field: string): boolean {
  return findField(resources[resource], field)?.type === 'date';
}
