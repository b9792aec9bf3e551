import type { ExportOptions } from '../../../preload/contract/exports.ts';
import { columnSql, type CacheScan } from '../../store/cache/cacheScan.ts';
import type { ExportColumn } from '../exportColumns.ts';
import { plainNumber } from '../../../preload/contract/plainNumber.ts';

/** Days that SQLite spells as `instants.ts` does: from 1970 to the year 9999. */
const lastMs = 253_402_300_799_999;

/**
 * Lines of CSV put together by SQLite, a block of records at once: several times as fast as cell by cell. Null where
 * the columns are not all kept in the table, or the dialect needs more.
 *
 * A block is only good as SQLite makes it where no text in it needs quotes or could run as a formula, and no instant is out of
 * the common: that is tested for the block as a whole, and where the test fails the caller writes the block cell by cell (null).
 */
export function csvLines(
  scan: CacheScan,
  columns: readonly ExportColumn[],
  { delimiter, decimalComma, values }: ExportOptions,
): ((block: number) => { readonly lines: string; readonly rows: number } | null) | null {
  if (decimalComma || values !== 'raw' || columns.length === 0) return null;
  const parts: Part[] = [];
  for (const column of columns) {
    const part = partOf(scan, column);
    if (part === null) return null;
    parts.push(part);
  }
  const texts = parts.flatMap(({ text }) => text ?? []);
  const safe = parts.flatMap(({ isSafe }) => isSafe ?? []);
  const line = parts.map(({ cell }) => cell).join(`, '${delimiter}', `);
  scan.addFunction('rwa_plain_number', (value) => (value === null ? null : plainNumber(value)));
  const select = scan.select([
    `group_concat(concat(${line}, char(13, 10)), '')`,
    texts.length === 0 ? "''" : `group_concat(concat(${texts.join(', ')}), '')`,
    safe.length === 0 ? '1' : `min(${safe.join(' AND ')})`,
    'count(*)',
  ]);
  const unfit = [...marks, delimiter];

  return (block) => {
    const [[lines, text, isSafe, rows] = []] = select(block);
    if (typeof lines !== 'string' || typeof text !== 'string' || typeof rows !== 'number') return null;
    // Null where no row had a value to test.
    if (isSafe === 0 || unfit.some((mark) => text.includes(mark))) return null;
    return { lines, rows };
  };
}

/** What makes quotes needed, or begins a formula: seldom anywhere in a text, and cheap to look for in all of a block. */
const marks = ['"', '\r', '\n', '\t', '=', '+', '@', '\uFF1D', '\uFF0B', '\uFF0D', '\uFF20'];

/** SQL of a cell; of the text in it, where it may be any; and of what makes the cell good as it is. */
interface Part {
  readonly cell: string;
  readonly text?: string;
  readonly isSafe?: string;
}

function partOf(scan: CacheScan, column: ExportColumn): Part | null {
  const plain = column.path.length === 1 ? scan.plainColumn(column.path[0] ?? '') : null;
  if (plain === null) return null;
  const sql = columnSql(plain);
  switch (column.kind) {
    case 'text':
      return { cell: sql, text: sql, isSafe: startsPlainly(sql) };
    case 'number':
      return { cell: numberSql(sql) };
    case 'boolean':
      return { cell: `CASE ${sql} WHEN 1 THEN 'true' WHEN 0 THEN 'false' END` };
    case 'date':
      return { cell: `date(${sql} / 1000, 'unixepoch')`, isSafe: isCommonInstant(sql) };
    case 'datetime':
      return {
        cell: `strftime('%FT%TZ', ${sql} / 1000, 'unixepoch')`,
        isSafe: `(${isCommonInstant(sql)} AND ${sql} % 1000 = 0)`,
      };
    case 'nested':
    case 'any':
      return null;
  }
}

/** False for text that begins with a minus sign: one within it, as in many identifiers, does no harm. */
function startsPlainly(sql: string): string {
  return `(${sql} >= 0 AND NOT (${sql} >= '-' AND ${sql} < '.'))`;
}

/** SQLite writes digits that give the number back exactly; whole ones it ends with `.0`, large and tiny ones with an exponent. */
function numberSql(sql: string): string {
  return `CASE WHEN abs(${sql}) >= 1e15 THEN rwa_plain_number(${sql}) WHEN ${sql} = CAST(${sql} AS INTEGER) THEN CAST(${sql} AS INTEGER) WHEN abs(${sql}) >= 0.001 THEN ${sql} ELSE rwa_plain_number(${sql}) END`;
}

function isCommonInstant(sql: string): string {
  return `(${sql} BETWEEN 0 AND ${lastMs.toString()} AND ${sql} = CAST(${sql} AS INTEGER))`;
}
