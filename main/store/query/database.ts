import type { SqlValue } from './columns.ts';

export interface SqlDatabase {
  prepare(sql: string): SqlStatement;
  exec(sql: string): unknown;
  function(
    name: string,
    options: { deterministic: boolean; directOnly: boolean; varargs?: boolean },
    body: (...values: (string | number | null)[]) => SqlValue,
  ): unknown;
}

export interface SqlStatement {
  run(...parameters: unknown[]): { changes: number; lastInsertRowid: number | bigint };
  get(...parameters: unknown[]): unknown;
  all(...parameters: unknown[]): unknown[];
  raw(): SqlStatement;
  pluck(): SqlStatement;
}
