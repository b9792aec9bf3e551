import { z } from 'zod';
import { call, connectionId } from './call.ts';
import { sqlLimits } from './sql.ts';

/** What the user writes in the view of SQL: a draft for each connection, and the statements that were run. */

/** Statements that the history keeps. */
export const keptStatements = 1000;

const text = z.string().max(sqlLimits.text);

/** What stands in the boxes of the parameters, by their names. */
const entries = z.record(z.string().max(64), z.string().max(100_000));

export const sqlDraftSchema = z.strictObject({ sql: text, entries });
export type SqlDraft = z.infer<typeof sqlDraftSchema>;

/** A statement that was run; one that was run again is there once, with its last run. */
export const sqlStatementSchema = z.strictObject({
  id: z.string().min(1).max(100),
  sql: text.min(1),
  entries,
  /** When it began, in milliseconds since 1970 UTC. */
  at: z.number(),
  /** Rows of its result; null where it failed or was stopped. */
  rows: z.int().min(0).nullable(),
});
export type SqlStatement = z.infer<typeof sqlStatementSchema>;

/** Some statements of the history, and how many match in all. */
export interface SqlStatements {
  readonly statements: readonly SqlStatement[];
  readonly total: number;
}

export const sqlHistoryCalls = {
  /** Null where nothing was written. */
  readSqlDraft: call({ connectionId }).returns<SqlDraft | null>(),
  writeSqlDraft: call({ connectionId, draft: sqlDraftSchema }).returns<undefined>(),
  /** Those that have every word, the newest first. */
  findSqlStatements: call({
    words: z.string().max(200),
    start: z.int().min(0),
    count: z.int().min(1).max(keptStatements),
  }).returns<SqlStatements>(),
  /** Writes a run down, and forgets the oldest beyond `keptStatements`. */
  noteSqlStatement: call(sqlStatementSchema.omit({ id: true }).shape).returns<undefined>(),
  /** Removes one statement; null for all. */
  removeSqlStatements: call({ id: z.string().min(1).max(100).nullable() }).returns<undefined>(),
} as const;
