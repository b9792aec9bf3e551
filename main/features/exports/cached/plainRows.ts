import { columnSql, type CacheScan } from '../../../store/cache/cacheScan.ts';
import type { Column } from '../../../store/query/tables.ts';
import { Instant, type Cell, type CellRow } from '../cells.ts';
import type { ColumnKind, ExportColumn } from '../exportColumns.ts';
import { plainNumber } from '../../../../preload/contract/plainNumber.ts';

/**
 * Returns a function that reads the cells of a block of cached records from the columns of their table, without decoding the
 * records; null where some of the values are not stored there.
 */
export function plainRows(
  scan: CacheScan,
  columns: readonly ExportColumn[],
): ((block: number) => CellRow[]) | null {
  const stored: Column[] = [];
  for (const { path, kind } of columns) {
    const isScalar = path.length === 1 && kind !== 'nested' && kind !== 'named' && kind !== 'any';
    const column = isScalar ? scan.plainColumn(path[0] ?? '') : null;
    if (column === null) return null;
    stored.push(column);
  }
  if (stored.length === 0) return null;
  const select = scan.select(stored.map(columnSql));
  const kinds = columns.map(({ kind }) => kind);
  return (block) =>
    select(block).map((row) => row.map((value, index) => cellOf(value, kinds[index] ?? 'any')));
}

function cellOf(value: string | number | Buffer | null, kind: ColumnKind): Cell {
  if (value === null || Buffer.isBuffer(value)) return null;
  if (typeof value === 'string') return value;
  switch (kind) {
    case 'date':
    case 'datetime':
      return new Instant(value);
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
