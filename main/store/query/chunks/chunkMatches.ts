import { isGroup, type Condition, type Filter } from '../../../../preload/contract/query.ts';
import { compileWhere } from '../compile.ts';
import { comparable, pattern } from '../conditionValues.ts';
import { remainderOf } from '../exact.ts';
import type { FieldOptions } from '../fields.ts';
import { cancelCheck } from '../functions.ts';
import { compileTest } from '../match.ts';
import type { NumberRange } from '../operatorPredicates.ts';
import { parseFilter } from '../parse.ts';
import type { Statements } from '../statements.ts';
import { hasIndex, type Column, type Table } from '../tables.ts';
import { chunkRows, type ChunkValues } from './chunkCodec.ts';
import type { ChunkReader } from './chunkReader.ts';
import { chunkKinds, presentField } from './chunkTable.ts';
import { keysByCode, type CodeRange } from './keysByCode.ts';
import { codeOf, prefixRange } from './sortCode.ts';

export class Matches {
  readonly count: number;
  readonly #bits: Uint32Array;

  constructor(bits: Uint32Array) {
    this.#bits = bits;
    this.count = bits.reduce((sum, word) => sum + bitsOf(word), 0);
  }

  keys(): Float64Array {
    const keys = new Float64Array(this.count);
    const rows = new Uint16Array(chunkRows);
    let found = 0;
    for (let chunk = 0; chunk * chunkRows < this.#bits.length * 32; chunk += 1) {
      const count = this.rowsOf(chunk, rows);
      for (const row of rows.subarray(0, count)) {
        keys[found] = chunk * chunkRows + row;
        found += 1;
      }
    }
    return keys;
  }

  rowsOf(chunk: number, into: Uint16Array): number {
    const first = (chunk * chunkRows) >>> 5;
    let count = 0;
    for (let word = 0; word < chunkRows >>> 5; word += 1) {
      for (let bits = this.#bits[first + word] ?? 0; bits !== 0; bits &= bits - 1) {
        into[count] = (word << 5) + 31 - Math.clz32(bits & -bits);
        count += 1;
      }
    }
    return count;
  }
}

function bitsOf(word: number): number {
  let bits = word - ((word >>> 1) & 0x55555555);
  bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
  return Math.imul((bits + (bits >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Writes 1 or 0 for each row of a chunk. Returns false if none matches; `into` is then undefined. */
type ChunkTest = (chunk: number, into: Uint8Array) => boolean;

/**
 * Tests the filter on every row. Conditions on numbers and ids read their columns; those on texts and bodies
 * run as SQL, one by one. Throws a `QueryProblem` if the filter cannot be answered.
 */
export function findMatches(
  { statements, table, reader }: { statements: Statements; table: Table; reader: ChunkReader },
  filter: Filter | undefined,
  options: FieldOptions,
): Matches {
  const kinds = chunkKinds(table);
  const count = reader.count();
  const throwIfCanceled = statements.values('SELECT rwa_throw_if_canceled()');
  const present = reader.cursor(presentField);
  const test = filter === undefined ? always : walk(parseFilter(filter));
  const bits = new Uint32Array((count * chunkRows) >>> 5);
  const matching = new Uint8Array(chunkRows);
  for (let chunk = 0; chunk < count; chunk += 1) {
    if (chunk % chunksBetweenLooks === 0) throwIfCanceled.get();
    if (!test(chunk, matching)) continue;
    const isThere = present.at(chunk);
    const first = (chunk * chunkRows) >>> 5;
    for (let row = 0; row < chunkRows; row += 1)
      if (matching[row] === 1 && isThere[row] === 1) {
        const word = first + (row >>> 5);
        bits[word] = (bits[word] ?? 0) | (1 << (row & 31));
      }
  }
  return new Matches(bits);

  function walk(part: Filter): ChunkTest {
    if (!isGroup(part)) return ofColumn(part) ?? bySql(part);
    const [first, ...others] = part.filters.map(walk);
    if (first === undefined) return part.operator === 'or' ? () => false : always;
    const own = new Uint8Array(chunkRows);
    if (part.operator === 'or')
      return (chunk, into) => {
        let isAny = first(chunk, into);
        for (const other of others) {
          if (!other(chunk, own)) continue;
          if (isAny)
            for (let row = 0; row < chunkRows; row += 1) into[row] = (into[row] ?? 0) | (own[row] ?? 0);
          else into.set(own);
          isAny = true;
        }
        return isAny;
      };
    return (chunk, into) => {
      if (!first(chunk, into)) return false;
      for (const other of others) {
        if (!other(chunk, own)) return false;
        for (let row = 0; row < chunkRows; row += 1) into[row] = (into[row] ?? 0) & (own[row] ?? 0);
      }
      return true;
    };
  }

  /** Null if the column lacks data that the condition needs. */
  function ofColumn(condition: Condition): ChunkTest | null {
    const test = compileTest(table, condition);
    if (test === null || kinds.get(test.column.name) !== 'values') return null;
    const { column, matchesNull, matches, span } = test;
    const isNumber = column.codec.comparison === 'number';
    if (isNumber && (options.hasRests?.(table, column) === true || isBeyond(condition))) return null;
    const cursor = reader.cursor(column.name);
    const ofNull = Number(matchesNull);
    return (chunk, into) => {
      const values = cursor.at(chunk);
      return span !== null && values instanceof Float64Array
        ? testRange(values, span, into)
        : testEach(values, into);
    };
    function testEach(values: ChunkValues, into: Uint8Array): boolean {
      let any = 0;
      for (let row = 0; row < chunkRows; row += 1) {
        const value = values[row] ?? NaN;
        any |= into[row] = value !== value ? ofNull : matches(value) ? 1 : 0;
      }
      return any === 1;
    }
  }

  /** Returns keys that include all matches, by codes of a column without an index; null for all rows. */
  function candidatesFor(condition: Condition): number[] | null {
    const column = table.column.get(condition.field);
    if (column === undefined || column.name === 'id' || hasIndex(table, column)) return null;
    const ranges = kinds.get(column.name) === 'codes' ? rangesOf(column, condition) : null;
    return ranges === null ? null : keysByCode(reader, column.name, ranges, maxCandidates);
  }

  function bySql(condition: Condition): ChunkTest {
    const { where, parameters } = compileWhere(table, condition, options);
    const keys = candidatesFor(condition);
    const among = keys === null ? '' : 'AND r._key IN (SELECT value FROM json_each(:keys))';
    const select = `SELECT r._key FROM ${table.name} r WHERE ${cancelCheck} AND ${where} ${among}`;
    const bound = keys === null ? parameters : { ...parameters, keys: JSON.stringify(keys) };
    const found = new Uint8Array(count * chunkRows);
    const isIn = new Uint8Array(count);
    for (const key of statements.values(select).all(bound).map(Number)) {
      found[key] = 1;
      isIn[Math.floor(key / chunkRows)] = 1;
    }
    return (chunk, into) => {
      if (isIn[chunk] !== 1) return false;
      into.set(found.subarray(chunk * chunkRows, (chunk + 1) * chunkRows));
      return true;
    };
  }
}

/** Returns the codes of a condition on whole texts or prefixes; null for other conditions. */
function rangesOf(column: Column, { operator, value, field }: Condition): CodeRange[] | null {
  const target = { name: field, comparison: column.codec.comparison };
  if (operator === 'startsWith') return [prefixRange(pattern(target, value))];
  if (operator !== 'equals' && operator !== 'in') return null;
  const codes: CodeRange[] = [];
  for (const one of Array.isArray(value) ? value : [value]) {
    if (one === null) return null;
    const code = codeOf(comparable(target, one));
    codes.push([code, code]);
  }
  return codes;
}

/** Above this many look-ups, SQL reads all rows. */
const maxCandidates = 20_000;

function testRange(values: Float64Array, { low, high }: NumberRange, into: Uint8Array): boolean {
  let any = 0;
  for (let row = 0; row < chunkRows; row += 1) {
    const value = values[row] ?? NaN;
    any |= into[row] = value >= low && value <= high ? 1 : 0;
  }
  return any === 1;
}

function always(_: number, into: Uint8Array): boolean {
  into.fill(1);
  return true;
}

const chunksBetweenLooks = 8;

function isBeyond({ value }: Condition): boolean {
  return (Array.isArray(value) ? value : [value]).some((one) => remainderOf(one) !== 0);
}
