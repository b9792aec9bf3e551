import { columnSql, type CacheScan } from '../../store/cache/cacheScan.ts';
import { Instant, type Cell, type CellRow } from '../cells.ts';
import type { ColumnKind, ExportColumn } from '../exportColumns.ts';
import { plainNumber } from '../../../preload/contract/plainNumber.ts';

/**
 * The cells of cached records straight from the columns of their table, without putting the records together; null where some
 * of the values are not kept there.
 */
export function plainRows(
  scan: CacheScan,
  columns: readonly ExportColumn[],
): ((block: number) => CellRow[]) | null {
  const expressions: string[] = [];
  for (const { path, kind } of columns) {
    const plain =
      path.length === 1 && kind !== 'nested' && kind !== 'any' ? scan.plainColumn(path[0] ?? '') : null;
    if (plain === null) return null;
    expressions.push(columnSql(plain));
  }
  if (expressions.length === 0) return null;
  const select = scan.select(expressions);
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
    case 'any':
      return value;
  }
}
