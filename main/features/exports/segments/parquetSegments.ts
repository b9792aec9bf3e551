import { dayMs } from '../../../../preload/contract/days.ts';
import { columnSql, type CacheScan, type SqlValue } from '../../../store/cache/cacheScan.ts';
import { cellsOf } from '../cells.ts';
import type { ColumnKind, ExportColumn } from '../exportColumns.ts';
import { columnsOf, microseconds } from '../formats/parquet.ts';
import { rowGroupMaker, rowGroupRows, type ParquetValue, type ReadColumn } from '../formats/parquetFile.ts';
import { plainNumber } from '../../../../preload/contract/plainNumber.ts';
import { plainColumnsOf } from './plainRows.ts';
import type { SegmentMaker } from './segment.ts';

/** Row groups of cached records, their columns straight from those of the table where it has all of the values. */
export function parquetSegments(scan: CacheScan, columns: readonly ExportColumn[]): SegmentMaker {
  const blocks = Math.max(1, Math.round(rowGroupRows / scan.blockSize));
  const makeGroup = rowGroupMaker(columns);
  const read = plainColumns(scan, columns) ?? slowColumns(scan, columns);
  return {
    count: Math.ceil(scan.blocks / blocks),
    make(index) {
      const from = index * blocks;
      const group = read(from, Math.min(scan.blocks, from + blocks));
      return { ...makeGroup(group.column), leftOut: group.leftOut() };
    },
  };
}

/** The records of some blocks: the values of each column, and how many of those that were read its type does not take. */
type ReadColumns = (
  from: number,
  to: number,
) => { readonly column: ReadColumn; readonly leftOut: () => number };

function slowColumns(scan: CacheScan, columns: readonly ExportColumn[]): ReadColumns {
  return (from, to) => {
    const rows = [];
    for (let block = from; block < to; block += 1) {
      for (const record of scan.records(block)) rows.push(cellsOf(record, columns));
    }
    const { data, leftOut } = columnsOf(rows, columns);
    return { column: (place) => data[place] ?? [], leftOut: () => leftOut };
  };
}

/** Columns that are read in one pass: each pass steps over every record again, and what it has read is held until its last is written. */
const columnsAtOnce = 5;

function inParts<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, part) =>
    all.slice(part * size, (part + 1) * size),
  );
}

function plainColumns(scan: CacheScan, columns: readonly ExportColumn[]): ReadColumns | null {
  const plain = plainColumnsOf(scan, columns);
  if (plain === null) return null;
  const readers = inParts(plain.map(columnSql), columnsAtOnce).map((part) => scan.select(part));
  return (from, to) => {
    let leftOut = 0;
    let held: { readonly part: number; readonly data: readonly ParquetValue[][] } | undefined;
    const readPart = (part: number): ParquetValue[][] => {
      const first = part * columnsAtOnce;
      const kinds = columns.slice(first, first + columnsAtOnce).map(({ kind }) => kind);
      const data = kinds.map((): ParquetValue[] => []);
      for (let block = from; block < to; block += 1) {
        const rows = readers[part]?.(block) ?? [];
        kinds.forEach((kind, place) => {
          const values = data[place] ?? [];
          for (const row of rows) {
            const value = row[place] ?? null;
            const fitting = valueOf(value, kind);
            if (fitting === null && value !== null) leftOut += 1;
            values.push(fitting);
          }
        });
      }
      return data;
    };
    const column: ReadColumn = (place) => {
      const part = Math.floor(place / columnsAtOnce);
      if (held?.part !== part) held = { part, data: readPart(part) };
      return held.data[place % columnsAtOnce] ?? [];
    };
    return { column, leftOut: () => leftOut };
  };
}

function valueOf(value: SqlValue, kind: ColumnKind): ParquetValue {
  if (value === null || typeof value === 'object') return null;
  if (typeof value === 'string') return kind === 'text' ? value.toWellFormed() : null;
  switch (kind) {
    case 'date':
      return Math.floor(value / dayMs);
    case 'datetime':
      return microseconds(value);
    case 'boolean':
      return value === 1;
    case 'text':
      return plainNumber(value);
    case 'number':
    case 'nested':
    case 'named':
    case 'any':
      return value;
  }
}
