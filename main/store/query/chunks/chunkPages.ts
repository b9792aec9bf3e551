import type { Query } from '../../../../preload/contract/query.ts';
import type { CompiledQuery, Order } from '../compile.ts';
import type { FieldOptions } from '../fields.ts';
import { makeBoundedMap, type Statements } from '../statements.ts';
import { hasIndex, type Column, type Table } from '../tables.ts';
import { findMatches, type Matches } from './chunkMatches.ts';
import { makeChunkReader, type ChunkReader } from './chunkReader.ts';
import { selectKeys, type SelectionTerm } from './chunkSelection.ts';
import { chunkKinds } from './chunkTable.ts';
import { codeOf } from './valueCode.ts';

/** Answers queries by the chunks of a table, while the data stay as they are. */
export interface ChunkPages {
  /** The number of records that match; null where the table has no chunks. */
  count(table: Table, query: Query, options: FieldOptions): number | null;
  /** The keys of a page; null where SQL has to find them. */
  keys(
    table: Table,
    query: Query,
    compiled: CompiledQuery,
    options: FieldOptions,
    offset: number,
  ): number[] | null;
  /** The data have changed. */
  forget(): void;
}

/** Filters whose matches are kept: a bit for each row. */
const keptFilters = 8;

export function makeChunkPages(statements: Statements): ChunkPages {
  const kept = makeBoundedMap<Matches>(keptFilters);
  const readers = new Map<string, { reader: ChunkReader; isWhole: boolean | null }>();

  function readerOf(table: Table): ChunkReader | null {
    if (!table.chunked) return null;
    const known = readers.get(table.name) ?? { reader: makeChunkReader(statements, table), isWhole: null };
    known.isWhole ??= known.reader.refresh();
    readers.set(table.name, known);
    return known.isWhole ? known.reader : null;
  }
  const matchesOf = (table: Table, reader: ChunkReader, query: Query, options: FieldOptions): Matches => {
    const { filter, computed } = query;
    const find = (): Matches => findMatches({ statements, table, reader }, filter, { ...options, computed });
    return kept.get(JSON.stringify([table.name, filter, computed]), find);
  };

  return {
    count(table, query, options) {
      const reader = readerOf(table);
      return reader === null ? null : matchesOf(table, reader, query, options).count;
    },
    keys(table, query, { order, perPage }, options, offset) {
      const reader = readerOf(table);
      const terms = reader === null ? null : termsOf(table, order);
      if (reader === null || terms === null) return null;
      const matches = matchesOf(table, reader, query, options);
      const page = { offset, limit: Math.min(perPage, matches.count - offset) };
      const keys = selectKeys(reader, matches, terms, page);
      const [first] = terms;
      if (keys === null || first === undefined || first.read === null || first.sharesCodes) return keys;
      return [keys.at(0), keys.at(-1)].every((key) => isAlone(table, first, key)) ? keys : null;
    },
    forget() {
      kept.clear();
      for (const known of readers.values()) known.isWhole = null;
    },
  };

  /** Null where a term is not stored in chunks, or is a text behind another one. */
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

  /** True where no other text of the table has the code of that in a row: then the rows of this code are in order among themselves. */
  function isAlone(
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
