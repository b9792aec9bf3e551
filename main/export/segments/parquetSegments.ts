import { columnSql, type CacheScan } from '../../store/cache/cacheScan.ts';
import { cellsOf } from '../cells.ts';
import type { ColumnKind, ExportColumn } from '../exportColumns.ts';
import { columnsOf, dayNumber, microseconds } from '../formats/parquet.ts';
import { rowGroupMaker, rowGroupRows, type ParquetValue } from '../formats/parquetFile.ts';
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
      const { data, leftOut } = read(index * blocks, Math.min(scan.blocks, (index + 1) * blocks));
      return { ...makeGroup(data), rows: data[0]?.length ?? 0, leftOut };
    },
  };
}

/** The values of each column in the records of some blocks. */
type ReadColumns = (from: number, to: number) => { data: ParquetValue[][]; leftOut: number };

function slowColumns(scan: CacheScan, columns: readonly ExportColumn[]): ReadColumns {
  return (from, to) => {
    const rows = [];
    for (let block = from; block < to; block += 1) {
      for (const record of scan.records(block)) rows.push(cellsOf(record, columns));
    }
    return columnsOf(rows, columns);
  };
}

function plainColumns(scan: CacheScan, columns: readonly ExportColumn[]): ReadColumns | null {
  const plain = plainColumnsOf(scan, columns);
  if (plain === null) return null;
  const select = scan.select(plain.map(columnSql));
  return (from, to) => {
    const data: ParquetValue[][] = columns.map(() => []);
    let leftOut = 0;
    for (let block = from; block < to; block += 1) {
      const rows = select(block);
      columns.forEach(({ kind }, place) => {
        const values = data[place] ?? [];
        for (const row of rows) {
          const value = row[place] ?? null;
          const fitting = valueOf(value, kind);
          if (fitting === null && value !== null) leftOut += 1;
          values.push(fitting);
        }
      });
    }
    return { data, leftOut };
  };
}

function valueOf(value: string | number | Buffer | null, kind: ColumnKind): ParquetValue {
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
