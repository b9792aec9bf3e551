import type { Query } from '../../../../preload/contract/query.ts';
import type { CompiledQuery } from '../compile.ts';
import type { FieldOptions } from '../fields.ts';
import { compareIds } from '../order.ts';
import { makeBoundedMap, type Statements } from '../statements.ts';
import type { Column, Table } from '../tables.ts';
import { findMatches, type Matches } from './chunkMatches.ts';
import { makeChunkReader, type ChunkReader } from './chunkReader.ts';
import { selectKeys } from './chunkSelection.ts';
import { chunkKinds } from './chunkTable.ts';
import { textCode } from './textCode.ts';

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
      const terms = [order, ...order.thenBy];
      const kinds = chunkKinds(table);
      const isStored = ({ column, rest }: (typeof terms)[number]): boolean =>
        column !== null && rest === null && (column.name === 'id' || kinds.has(column.name));
      if (reader === null || !terms.every(isStored)) return null;
      const matches = matchesOf(table, reader, query, options);
      const texts = terms.flatMap(({ column }) =>
        column !== null && kinds.get(column.name) === 'codes' ? [column] : [],
      );
      if (texts.length > 1 || (texts.length === 1 && terms.length > 1)) return null;
      const keys = selectKeys(reader, matches, order, {
        offset,
        limit: Math.min(perPage, matches.count - offset),
      });
      const [text] = texts;
      return keys === null || text === undefined ? keys : inOrderOfTexts(table, text, order.direction, keys);
    },
    forget() {
      kept.clear();
      for (const known of readers.values()) known.isWhole = null;
    },
  };

  /**
   * Keys of a page in the order of codes, in that of the texts themselves. Null where a text that begins or ends the page shares its code
   * with another one: then the page may need other rows.
   */
  function inOrderOfTexts(
    table: Table,
    { sql }: Column,
    direction: 'asc' | 'desc',
    keys: readonly number[],
  ): number[] | null {
    const read = statements.values(`SELECT r.${sql} FROM ${table.name} r WHERE r._key = ?`);
    const rows = keys.map((key) => ({ key, text: read.get(key) }));
    const isAlone = (text: unknown): boolean => {
      if (typeof text !== 'string') return true;
      const neighbours = [
        `SELECT max(${sql}) FROM ${table.name} WHERE ${sql} < ?`,
        `SELECT min(${sql}) FROM ${table.name} WHERE ${sql} > ?`,
      ].map((select) => statements.values(select).get(text));
      return neighbours.every((other) => typeof other !== 'string' || textCode(other) !== textCode(text));
    };
    if (!isAlone(rows[0]?.text) || !isAlone(rows.at(-1)?.text)) return null;
    const sign = direction === 'asc' ? 1 : -1;
    const sorted = rows.toSorted((a, b) =>
      typeof a.text === 'string' && typeof b.text === 'string' ? sign * compareIds(a.text, b.text) : 0,
    );
    return sorted.map(({ key }) => key);
  }
}
