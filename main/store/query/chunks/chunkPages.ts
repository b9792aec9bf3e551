import type { Query } from '../../../../preload/contract/query.ts';
import type { Order } from '../compile.ts';
import type { FieldOptions } from '../fields.ts';
import { dataVersion, makeBoundedMap, type Statements } from '../statements.ts';
import { hasIndex, type Column, type Table } from '../tables.ts';
import { chunkRows, type ChunkValues } from './chunkCodec.ts';
import { findMatches, type Matches } from './chunkMatches.ts';
import { makeChunkReader, type ChunkReader } from './chunkReader.ts';
import { selectKeys, type Page, type SelectionTerm } from './chunkSelection.ts';
import { chunkKinds } from './chunkTable.ts';
import { codeOf } from './sortCode.ts';

export type ChunkPages = ReturnType<typeof makeChunkPages>;

function* readValues(
  reader: ChunkReader,
  columns: readonly Column[],
  keys: Iterable<number>,
  throwIfCanceled: () => void,
): Generator<ChunkValues> {
  const cursors = columns.map(({ name }) => reader.cursor(name));
  const rowsOf = new Map<number, number[]>();
  for (const key of keys) {
    const row = key % chunkRows;
    const chunk = (key - row) / chunkRows;
    const rows = rowsOf.get(chunk);
    if (rows === undefined) rowsOf.set(chunk, [row]);
    else rows.push(row);
  }
  for (const [chunk, rows] of rowsOf) {
    throwIfCanceled();
    for (const cursor of cursors) {
      const values = cursor.at(chunk);
      yield values instanceof Float64Array
        ? Float64Array.from(rows, (row) => values[row] ?? NaN)
        : rows.map((row) => values[row] ?? null);
    }
  }
}

/** Number of filters whose matches are cached, one bit per row. */
const keptFilters = 8;

/** Answers queries from the chunks of a table in one state of the data; returns null if SQL has to answer. */
export function makeChunkPages(statements: Statements) {
  const kept = makeBoundedMap<Matches>(keptFilters);
  const readers = new Map<string, { reader: ChunkReader; isFresh: boolean }>();

  let knownVersion = '';

  function readerOf(table: Table): ChunkReader | null {
    if (!table.chunked) return null;
    const version = dataVersion(statements);
    if (version !== knownVersion) {
      kept.clear();
      for (const one of readers.values()) one.isFresh = false;
    }
    knownVersion = version;
    const known = readers.get(table.name) ?? { reader: makeChunkReader(statements, table), isFresh: false };
    if (!known.isFresh) known.reader.refresh();
    known.isFresh = true;
    known.reader.begin();
    readers.set(table.name, known);
    return known.reader;
  }
  const matchesOf = (table: Table, reader: ChunkReader, query: Query, options: FieldOptions): Matches => {
    const { filter, computed } = query;
    const find = (): Matches => findMatches({ statements, table, reader }, filter, { ...options, computed });
    return kept.get(JSON.stringify([table.name, filter, computed]), find);
  };

  return {
    matches(table: Table, query: Query, options: FieldOptions) {
      const reader = readerOf(table);
      return reader === null ? null : matchesOf(table, reader, query, options);
    },
    keys(table: Table, query: Query, order: Order, options: FieldOptions, page: Page) {
      const reader = readerOf(table);
      const terms = reader === null ? null : termsOf(table, order);
      if (reader === null || terms === null) return null;
      const keys = selectKeys(reader, matchesOf(table, reader, query, options), terms, page);
      const [first] = terms;
      if (keys === null || first === undefined || first.read === null || first.sharesCodes) return keys;
      return [keys.at(0), keys.at(-1)].every((key) => hasUniqueCode(table, first, key)) ? keys : null;
    },
    values(table: Table, columns: readonly Column[], keys: Iterable<number>) {
      const reader = readerOf(table);
      const kinds = chunkKinds(table);
      if (reader === null || !columns.every(({ name }) => kinds.get(name) === 'values')) return null;
      const look = statements.values('SELECT rwa_throw_if_canceled()');
      return readValues(reader, columns, keys, () => look.get());
    },
  };

  function termsOf(table: Table, { thenBy, ...first }: Order): SelectionTerm[] | null {
    const kinds = chunkKinds(table);
    const named = [first, ...thenBy].map(({ column, rest, direction }, index): SelectionTerm | null => {
      const kind = column === null || rest !== null ? undefined : kinds.get(column.name);
      if (column === null || kind === undefined) return null;
      if (kind === 'values') return { field: column.name, direction, read: null, sharesCodes: false };
      const isId = column.name === 'id';
      return isId || index === 0
        ? { ...coded(table, column, direction), sharesCodes: !isId && !hasIndex(table, column) }
        : null;
    });
    const id = table.column.get('id');
    if (id === undefined || named.includes(null)) return null;
    const terms = named.filter((term) => term !== null);
    const end = terms.findIndex(({ field }) => field === 'id');
    return end < 0 ? [...terms, coded(table, id, 'asc')] : terms.slice(0, end + 1);
  }

  function coded({ name }: Table, { name: field, sql }: Column, direction: 'asc' | 'desc'): SelectionTerm {
    const read = statements.values(`SELECT r.${sql} FROM ${name} r WHERE r._key = ?`);
    return {
      field,
      direction,
      read(key) {
        const value = read.get(key);
        return typeof value === 'string' || typeof value === 'number' ? value : null;
      },
      sharesCodes: false,
    };
  }

  /** Returns whether only this row's text has its code; then rows of this code are in order. */
  function hasUniqueCode(
    { name, column }: Table,
    { field, read }: SelectionTerm,
    key: number | undefined,
  ): boolean {
    const text = key === undefined ? null : (read?.(key) ?? null);
    const sql = column.get(field)?.sql ?? field;
    if (text === null || field === 'id') return true;
    return [`max(${sql}) FROM ${name} WHERE ${sql} < ?`, `min(${sql}) FROM ${name} WHERE ${sql} > ?`]
      .map((select) => statements.values(`SELECT ${select}`).get(text))
      .every((other) => typeof other !== 'string' || codeOf(other) !== codeOf(text));
  }
}
