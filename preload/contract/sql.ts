import { z } from 'zod';
import { call, connectionId, ticket } from './call.ts';
import type { Completeness } from './completeness.ts';
import type { ResourceName } from './resources.ts';

/** SQL over the cached records: reading only, over documented views, in a process of its own. */

/** Counts up whenever a view or a column is renamed, removed or means something else. New columns leave it as it is. */
export const sqlViewsVersion = 1;

/** What a statement and its result may take. */
export const sqlLimits = {
  /** Characters of the statement. */
  text: 1_000_000,
  /** Seconds that it may run. */
  seconds: 30,
  mostSeconds: 600,
  /** Bytes of one value. */
  cellBytes: 16_000_000,
  rows: 100_000,
  resultBytes: 256_000_000,
  /** Rows times columns. */
  cells: 10_000_000,
  /** Bytes of memory, above which the process ends. */
  memoryBytes: 1_000_000_000,
  /** Statements that run side by side, and results that are kept. */
  running: 3,
  results: 20,
} as const;

/** How the values of a view's column are to be read. `json`: text that the JSON functions of SQLite take apart. */
export type SqlColumnType =
  'id' | 'text' | 'integer' | 'number' | 'boolean' | 'date' | 'datetime' | 'milliseconds' | 'json';

export interface SqlColumn {
  readonly name: string;
  readonly type: SqlColumnType;
  readonly label: string;
  readonly description: string;
  readonly unit?: string | undefined;
  /** True where conditions on it and sorts by it follow an index. */
  readonly indexed: boolean;
}

export interface SqlView {
  readonly name: string;
  /** Whose records it has; null for changes of records, and for the user's labels and notes. */
  readonly resource: ResourceName | null;
  readonly description: string;
  readonly columns: readonly SqlColumn[];
}

/** True and false where a column is one of a view that has them. Blobs are text like `x'00ff'`, whole numbers beyond 2^53 their digits, infinities `Infinity` and `-Infinity`. */
export type SqlCell = string | number | boolean | null;

/** What the values of a column of a result are; `json`: its text; `mixed` where they differ, `empty` without any. */
export type SqlKind = 'text' | 'number' | 'boolean' | 'date' | 'datetime' | 'json' | 'mixed' | 'empty';

export interface SqlResultColumn {
  readonly name: string;
  readonly kind: SqlKind;
}

/** What is cached of a resource that a statement reads. Moments are milliseconds since 1970 UTC. */
export interface SqlCoverage extends Completeness {
  readonly resource: ResourceName;
  readonly cachedRecords: number;
  readonly oldestFetchedAt: number | null;
  readonly newestFetchedAt: number | null;
  /** Records whose twin counts in their place, where the statement does not ask for `twin_of`. */
  readonly twins?: number;
}

export type SqlCutOff = 'rows' | 'bytes' | 'cells';

export interface SqlResult {
  readonly resultId: string;
  readonly columns: readonly SqlResultColumn[];
  readonly rows: number;
  /** Which limit cut the result off; null for all rows. */
  readonly cutOff: SqlCutOff | null;
  /** Milliseconds of SQLite and of writing the result. */
  readonly elapsedMs: number;
  /** From the start of the statement to its first row, in milliseconds; null without a row. */
  readonly firstRowMs: number | null;
  readonly coverage: readonly SqlCoverage[];
  /** True where the figures are synthetic. */
  readonly sample: boolean;
  /** True where it can have the user's labels and notes in it. */
  readonly labels: boolean;
}

/** Rows of a result as the JSON text of a list of lists. */
export interface SqlRows {
  readonly rowsText: string;
  /** May be fewer than requested: wide rows come in smaller pieces. */
  readonly count: number;
}

const rowsSchema = z.array(z.array(z.union([z.string(), z.number(), z.boolean(), z.null()])));

/** Parses the rows of a result. Throws where the text is something else. */
export function parseSqlRows({ rowsText }: Pick<SqlRows, 'rowsText'>): SqlCell[][] {
  return rowsSchema.parse(JSON.parse(rowsText));
}

const parameterName = z.string().regex(/^[A-Za-z_]\w{0,63}$/);

export const sqlRequest = {
  connectionId,
  sql: z.string().min(1).max(sqlLimits.text),
  /** Values of the parameters `:name`, by their names without the colon. */
  parameters: z.record(parameterName, z.union([z.string().max(1_000_000), z.number(), z.null()])),
  seconds: z.int().min(1).max(sqlLimits.mostSeconds),
  /** Adds the view of private labels and notes. */
  labels: z.boolean(),
};
const sqlRequestSchema = z.strictObject(sqlRequest);
export type SqlRequest = z.infer<typeof sqlRequestSchema>;

const resultId = z.string().min(1).max(100);

export const sqlCalls = {
  listSqlViews: call().returns<{ version: number; views: readonly SqlView[] }>(),
  /** Runs one statement on the cached records; sends no request. Its result is kept until it is closed. */
  runSql: call({ ...sqlRequest, ticket: ticket.optional() }).returns<SqlResult>(),
  /** Rows of a kept result, from 0, `end` not included. */
  readSqlRows: call({
    resultId,
    start: z.int().min(0),
    end: z.int().min(1),
  }).returns<SqlRows>(),
  closeSqlResult: call({ resultId }).returns<undefined>(),
} as const;
