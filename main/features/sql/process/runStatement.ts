import { closeSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { errorCode, errorText, FailureError } from '../../../../preload/contract/failures.ts';
import { readStatement, StatementRefused } from '../../../../preload/contract/sqlStatement.ts';
import { leaveRoom } from '../../../platform/system/diskSpace.ts';
import { openWorkFile } from '../../../platform/system/workFolder.ts';
import { guard } from './guard.ts';
import { heldBytes, type SqlMessage, type SqlStart } from './messages.ts';
import { openViews, type Sqlite } from './openViews.ts';
import { plainColumns } from './plainColumns.ts';
import { withPosition } from './syntaxError.ts';
import type { SqlCell, SqlColumnType, SqlCutOff, SqlKind } from '../../../../preload/contract/sql.ts';

/** Rows, bytes and milliseconds after which rows go to the file. */
const batch = { rows: 500, bytes: 1_000_000, ms: 50 };

export async function runStatement(
  sqlite: Sqlite,
  start: SqlStart,
  tell: (message: SqlMessage) => void,
): Promise<void> {
  let refusal: (() => StatementRefused | null) | undefined;
  try {
    const { parameters, words } = readStatement(start.sql);
    const missing = parameters.find((name) => !Object.hasOwn(start.parameters, name));
    if (missing !== undefined) throw new StatementRefused(`The parameter “:${missing}” has no value.`);
    const { database, names, types } = openViews(sqlite, start, words);
    const guarded = guard(database, { ...names, constants: sqlite.constants });
    refusal = guarded.refusal;
    const startedAt = performance.now();
    const statement = database.prepare(start.sql);
    const columns = statement.columns().map(({ name }) => name);
    const known = plainColumns(sqlite, start.sql, types, words);
    tell({
      kind: 'columns',
      names: columns,
      reads: Object.fromEntries([...guarded.reads].map(([view, read]) => [view, [...read]])),
    });
    const bound = Object.fromEntries(parameters.map((name) => [name, start.parameters[name] ?? null]));
    const rows = statement.iterate(bound) as unknown as Iterable<readonly unknown[]>;
    const { firstRowAt, ...written } = await writeRows(rows, known, start, tell);
    tell({
      kind: 'done',
      ...written,
      elapsedMs: performance.now() - startedAt,
      firstRowMs: firstRowAt === null ? null : firstRowAt - startedAt,
    });
    database.close();
  } catch (error) {
    tell(failureOf(refusal?.() ?? error, start, (message) => withPosition(sqlite, start.sql, message)));
  }
}

interface Written {
  readonly held: string | null;
  readonly cutOff: SqlCutOff | null;
  readonly firstRowAt: number | null;
  readonly kinds: readonly KindOfColumn['kind'][];
}

async function writeRows(
  rows: Iterable<readonly unknown[]>,
  types: readonly (SqlColumnType | undefined)[],
  { databasePath, resultPath, limits }: SqlStart,
  tell: (message: SqlMessage) => void,
): Promise<Written> {
  let held = '';
  let file: number | null = null;
  const width = types.length;
  const kinds = types.map((type) => new KindOfColumn(type));
  const told = { rows: 0, bytes: 0, at: performance.now() };
  let lines = '';
  let lineBytes = 0;
  let count = 0;
  let cutOff: Written['cutOff'] = null;
  let firstRowAt: number | null = null;
  const flush = (): void => {
    if (lines === '') return;
    told.bytes += lineBytes;
    held += lines;
    if (file !== null || told.bytes > heldBytes) {
      const bytes = Buffer.from(held);
      file ??= openWorkFile(resultPath, 'wx');
      leaveRoom(dirname(databasePath), bytes.byteLength, noRoom);
      writeWhole(file, bytes);
      held = '';
    }
    told.rows = count;
    told.at = performance.now();
    lines = '';
    lineBytes = 0;
    tell({ kind: 'rows', rows: told.rows, bytes: told.bytes });
  };
  try {
    for (const row of rows) {
      firstRowAt ??= performance.now();
      if (count >= limits.rows) {
        cutOff = 'rows';
        break;
      }
      if ((count + 1) * width > limits.cells) {
        cutOff = 'cells';
        break;
      }
      const cells = row.map((value, place) => cellOf(value, types[place]));
      const line = `${JSON.stringify(cells)}\n`;
      const bytes = Buffer.byteLength(line);
      if (told.bytes + lineBytes + bytes > limits.resultBytes) {
        cutOff = 'bytes';
        break;
      }
      cells.forEach((cell, place) => kinds[place]?.add(cell));
      lines += line;
      lineBytes += bytes;
      count += 1;
      const isFull = count - told.rows >= batch.rows || lineBytes >= batch.bytes;
      if (!isFull && performance.now() - told.at < batch.ms) continue;
      flush();
      // Messages leave between turns of the event loop.
      await setImmediate();
    }
    flush();
  } finally {
    if (file !== null) closeSync(file);
  }
  return { held: file === null ? held : null, cutOff, firstRowAt, kinds: kinds.map(({ kind }) => kind) };
}

const noRoom = { what: 'The result is too large', next: 'run the statement again.' };

function writeWhole(file: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
}

/** SQLite result codes of the file or the disk. Rule: sqlite.org/rescode.html. */
const storageCodes: readonly (number | null)[] = [5, 6, 10, 13, 14];
const damageCodes: readonly (number | null)[] = [11, 26];
const noMemory = 7;
const tooBig = 18;

function failureOf(error: unknown, { limits }: SqlStart, located: (message: string) => string): SqlMessage {
  const words = errorText(error);
  if (error instanceof FailureError) return { kind: 'failed', why: 'room', message: words };
  if (error instanceof StatementRefused) return { kind: 'failed', why: 'statement', message: words };
  // The low eight bits are the primary result code.
  const code = error instanceof Error && 'errcode' in error ? Number(error.errcode) & 0xff : null;
  if (damageCodes.includes(code)) return { kind: 'failed', why: 'damaged', message: words };
  if (code === noMemory) return { kind: 'failed', why: 'memory', message: words };
  if (code === tooBig) {
    const megabytes = Math.round(limits.cellBytes / 1e6).toString();
    const message = `A value of the statement is larger than ${megabytes} MB.`;
    return { kind: 'failed', why: 'statement', message };
  }
  const isOfFile = storageCodes.includes(code) || (error instanceof Error && 'syscall' in error);
  return isOfFile
    ? { kind: 'failed', why: 'storage', message: words, code: errorCode(error) }
    : { kind: 'failed', why: 'statement', message: `SQLite: ${located(words)}.` };
}

/** Converts a value of SQLite to JSON. SQLite has no booleans: those of a view are 1 and 0. */
function cellOf(value: unknown, type: SqlColumnType | undefined): SqlCell {
  if (value === null || value === undefined) return null;
  if (type === 'boolean' && (value === 0n || value === 1n)) return value === 1n;
  if (typeof value === 'bigint') {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : value.toString();
  }
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (typeof value === 'string') return value;
  return value instanceof Uint8Array ? `x'${Buffer.from(value).toString('hex')}'` : null;
}

const day = /^\d{4}-\d\d-\d\d$/;
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z$/;

const kindOfType: Readonly<Record<SqlColumnType, SqlKind>> = {
  id: 'text',
  text: 'text',
  integer: 'number',
  number: 'number',
  milliseconds: 'number',
  boolean: 'boolean',
  date: 'date',
  datetime: 'datetime',
  json: 'json',
};

/** Infers the type of a computed result column. */
class KindOfColumn {
  readonly #isKnown: boolean;
  #kind: SqlKind;

  constructor(type: SqlColumnType | undefined) {
    this.#isKnown = type !== undefined;
    this.#kind = type === undefined ? 'empty' : kindOfType[type];
  }

  add(cell: SqlCell): void {
    if (this.#isKnown || cell === null || typeof cell === 'boolean' || this.#kind === 'mixed') return;
    const kind = kindOf(cell);
    if (this.#kind === 'empty') this.#kind = kind;
    else if (this.#kind !== kind)
      this.#kind = this.#kind === 'number' || kind === 'number' ? 'mixed' : 'text';
  }

  get kind(): SqlKind {
    return this.#kind;
  }
}

function kindOf(cell: string | number): SqlKind {
  if (typeof cell === 'number') return 'number';
  if (day.test(cell)) return 'date';
  return moment.test(cell) ? 'datetime' : 'text';
}
