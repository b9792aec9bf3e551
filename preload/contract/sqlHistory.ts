import { z } from 'zod';
import { call, connectionId } from './call.ts';
import { sqlLimits } from './sql.ts';

export const keptStatements = 1000;

const text = z.string().max(sqlLimits.text);

/** Inputs of the parameters by name. */
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

export interface SqlStatements {
  readonly statements: readonly SqlStatement[];
  readonly total: number;
}

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
