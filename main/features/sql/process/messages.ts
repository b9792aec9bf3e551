import type { SqlCutOff, SqlKind } from '../../../../preload/contract/sql.ts';

export interface SqlStart {
  readonly databasePath: string;
  readonly sql: string;
  readonly parameters: Readonly<Record<string, string | number | null>>;
  /** Labels and notes in the order of the view's columns; null if the statement may not read them. */
  readonly labels: readonly (readonly (string | number | null)[])[] | null;
  readonly resultPath: string;
  readonly limits: StatementLimits;
}

export interface StatementLimits {
  readonly seconds: number;
  readonly cellBytes: number;
  readonly rows: number;
  readonly resultBytes: number;
  readonly cells: number;
  readonly memoryBytes: number;
}

/** Results up to this many bytes need no disk, which may be full. */
export const heldBytes = 1_000_000;

/** `rows` and `bytes` count what was written so far. */
export type SqlMessage =
  | SqlColumns
  | { readonly kind: 'rows'; readonly rows: number; readonly bytes: number }
  | SqlDone
  | {
      readonly kind: 'failed';
      readonly why: 'statement' | 'storage' | 'damaged' | 'room' | 'memory' | 'missing';
      readonly message: string;
      readonly code?: string;
    };

export interface SqlColumns {
  readonly kind: 'columns';
  readonly names: readonly string[];
  readonly reads: Readonly<Record<string, readonly string[]>>;
}

export interface SqlDone {
  readonly kind: 'done';
  readonly held: string | null;
  readonly cutOff: SqlCutOff | null;
  readonly elapsedMs: number;
  readonly firstRowMs: number | null;
  readonly kinds: readonly SqlKind[];
}

/** The process leaves this empty file if it runs out of memory: SQLite then allows no message. */
export function memoryMark({ resultPath }: Pick<SqlStart, 'resultPath'>): string {
  return `${resultPath}.memory`;
}
