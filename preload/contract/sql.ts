import { z } from 'zod';
import { call, connectionId, ticket } from './call.ts';
import type { Completeness } from './completeness.ts';
import type { ResourceName } from './resources.ts';

/** Read-only SQL over cached records, in a separate process. */

/** Increased when a view or column is renamed, removed or redefined. */
export const sqlViewsVersion = 1;

export const sqlLimits = {
  text: 1_000_000,
  seconds: 30,
  mostSeconds: 600,
  cellBytes: 16_000_000,
  rows: 100_000,
  resultBytes: 256_000_000,
  /** Rows × columns. */
  cells: 10_000_000,
  /** The process ends above it. */
  memoryBytes: 1_000_000_000,
  /** Concurrent statements and kept results. */
  running: 3,
  results: 20,
} as const;

/** `json`: text for SQLite's JSON functions. */
export type SqlColumnType =
  'id' | 'text' | 'integer' | 'number' | 'boolean' | 'date' | 'datetime' | 'milliseconds' | 'json';

export interface SqlColumn {
  readonly name: string;
  readonly type: SqlColumnType;
  readonly label: string;
  readonly description: string;
  readonly unit?: string | undefined;
  readonly indexed: boolean;
}

export interface SqlView {
  readonly name: string;
  /** Null for record changes, labels and notes. */
  readonly resource: ResourceName | null;
  readonly description: string;
  readonly columns: readonly SqlColumn[];
}

/** Blobs are `x'00ff'`, integers beyond 2^53 digits, infinities `Infinity` and `-Infinity`. */
export type SqlCell = string | number | boolean | null;

/** `json` is text; `mixed`: values differ; `empty`: no values. */
export type SqlKind = 'text' | 'number' | 'boolean' | 'date' | 'datetime' | 'json' | 'mixed' | 'empty';

export interface SqlResultColumn {
  readonly name: string;
  readonly kind: SqlKind;
}

export interface SqlCoverage extends Completeness {
  readonly resource: ResourceName;
  readonly cachedRecords: number;
  readonly oldestFetchedAt: number | null;
  readonly newestFetchedAt: number | null;
  /** Duplicates, unless the statement names `twin_of`. */
  readonly twins?: number;
}

export type SqlCutOff = 'rows' | 'bytes' | 'cells';

export interface SqlResult {
  readonly resultId: string;
  readonly columns: readonly SqlResultColumn[];
  readonly rows: number;
  readonly cutOff: SqlCutOff | null;
  readonly elapsedMs: number;
  /** Null without a row. */
  readonly firstRowMs: number | null;
  readonly coverage: readonly SqlCoverage[];
  readonly sample: boolean;
  readonly labels: boolean;
}

/** JSON text of a list of rows. */
export interface SqlRows {
  readonly rowsText: string;
  /** May be less than requested. */
  readonly count: number;
}

const rowsSchema = z.array(z.array(z.union([z.string(), z.number(), z.boolean(), z.null()])));

/** @throws ZodError for other text */
export function parseSqlRows({ rowsText }: Pick<SqlRows, 'rowsText'>): SqlCell[][] {
  return rowsSchema.parse(JSON.parse(rowsText));
}

const parameterName = z.string().regex(/^[A-Za-z_]\w{0,63}$/);

const sqlRequest = {
  connectionId,
  sql: z.string().min(1).max(sqlLimits.text),
  /** By name without the colon. */
  parameters: z.record(parameterName, z.union([z.string().max(1_000_000), z.number(), z.null()])),
  seconds: z.int().min(1).max(sqlLimits.mostSeconds),
  /** Adds the view of private labels and notes. */
  labels: z.boolean(),
};
const sqlRequestSchema = z.strictObject(sqlRequest);
export type SqlRequest = z.infer<typeof sqlRequestSchema>;

const resultId = z.string().min(1).max(100);

export const keptStatements = 1000;

const text = z.string().max(sqlLimits.text);

const entries = z.record(z.string().max(64), z.string().max(100_000));

export const sqlDraftSchema = z.strictObject({ sql: text, entries });
export type SqlDraft = z.infer<typeof sqlDraftSchema>;

/** A repeated statement is stored once, with its last run. */
export const sqlStatementSchema = z.strictObject({
  id: z.string().min(1).max(100),
  sql: text.min(1),
  entries,
  /** Start time in milliseconds since 1970 UTC. */
  at: z.number(),
  /** Null if it failed or was stopped. */
  rows: z.int().min(0).nullable(),
});
export type SqlStatement = z.infer<typeof sqlStatementSchema>;

interface SqlStatements {
  readonly statements: readonly SqlStatement[];
  readonly total: number;
}

export const sqlCalls = {
  listSqlViews: call().returns<{ version: number; views: readonly SqlView[] }>(),
  /** Runs one statement on cached records. The result is kept until closed. */
  runSql: call({ ...sqlRequest, ticket: ticket.optional() }).returns<SqlResult>(),
  /** From 0, `end` excluded. */
  readSqlRows: call({
    resultId,
    start: z.int().min(0),
    end: z.int().min(1),
  }).returns<SqlRows>(),
  closeSqlResult: call({ resultId }).returns<undefined>(),
} as const;

export const sqlHistoryCalls = {
  readSqlDraft: call({ connectionId }).returns<SqlDraft | null>(),
  writeSqlDraft: call({ connectionId, draft: sqlDraftSchema }).returns<undefined>(),
  /** Matches all words, newest first. */
  findSqlStatements: call({
    words: z.string().max(200),
    start: z.int().min(0),
    count: z.int().min(1).max(keptStatements),
  }).returns<SqlStatements>(),
  /** Deletes the oldest beyond `keptStatements`. */
  noteSqlStatement: call(sqlStatementSchema.omit({ id: true }).shape).returns<undefined>(),
  /** Null removes all. */
  removeSqlStatements: call({ id: z.string().min(1).max(100).nullable() }).returns<undefined>(),
} as const;
