import { columnSql, type CacheScan, type SqlValue } from '../../store/cache/cacheScan.ts';
import { cellsOf } from '../cells.ts';
import type { ColumnKind, ExportColumn } from '../exportColumns.ts';
import { columnsOf, dayNumber, microseconds } from '../formats/parquet.ts';
import { rowGroupMaker, rowGroupRows, type ParquetValue, type ReadColumn } from '../formats/parquetFile.ts';
import { plainNumber } from '../../../preload/contract/plainNumber.ts';
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

function plainColumns(scan: CacheScan, columns: readonly ExportColumn[]): ReadColumns | null {
  const plain = plainColumnsOf(scan, columns);
  if (plain === null) return null;
  const readers = plain.map((column) => scan.values(columnSql(column)));
  return (from, to) => {
    let leftOut = 0;
    const column: ReadColumn = (place) => {
      const kind = columns[place]?.kind ?? 'any';
      return (readers[place]?.(from, to) ?? []).map((value) => {
        const fitting = valueOf(value, kind);
        if (fitting === null && value !== null) leftOut += 1;
        return fitting;
      });
    };
    return { column, leftOut: () => leftOut };
  };
}

function valueOf(value: SqlValue, kind: ColumnKind): ParquetValue {
  if (value === null || typeof value === 'object') return null;
  if (typeof value === 'string') return kind === 'text' ? value.toWellFormed() : null;
  switch (kind) {
    case 'date':
      return dayNumber(value);
    case 'datetime':
      return microseconds(value);
    case 'boolean':
      return value === 1;
    case 'text':
      return plainNumber(value);
    case 'number':
    case 'nested':
    case 'any':
      return value;
  }
}
