import { columnSql, type CacheScan } from '../../../store/cache/cacheScan.ts';
import type { Column } from '../../../store/query/tables.ts';
import { Instant, type Cell, type CellRow } from '../cells.ts';
import type { ColumnKind, ExportColumn } from '../exportColumns.ts';
import { plainNumber } from '../../../../preload/contract/plainNumber.ts';

/** The columns of the table that have the values of an export's; null where some of the values are not kept there. */
export function plainColumnsOf(scan: CacheScan, columns: readonly ExportColumn[]): Column[] | null {
  const found: Column[] = [];
  for (const { path, kind } of columns) {
    const plain =
      path.length === 1 && kind !== 'nested' && kind !== 'named' && kind !== 'any'
        ? scan.plainColumn(path[0] ?? '')
        : null;
    if (plain === null) return null;
    found.push(plain);
  }
  return found.length > 0 ? found : null;
}

/**
 * The cells of cached records straight from the columns of their table, without putting the records together; null where some
 * of the values are not kept there.
 */
export function plainRows(
  scan: CacheScan,
  columns: readonly ExportColumn[],
): ((block: number) => CellRow[]) | null {
  const plain = plainColumnsOf(scan, columns);
  if (plain === null) return null;
  const select = scan.select(plain.map(columnSql));
  const kinds = columns.map(({ kind }) => kind);
  return (block) =>
    select(block).map((row) => row.map((value, place) => cellOf(value, kinds[place] ?? 'any')));
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
