import type { ExportOptions } from '../../../../preload/contract/exports.ts';
import { columnSql, type CacheScan } from '../../../store/cache/reading/cacheScan.ts';
import type { ExportColumn } from '../exportColumns.ts';
import { dayText, momentText } from '../instants.ts';
import { plainNumber } from '../../../../preload/contract/plainNumber.ts';

/** The range of days that SQLite formats like `instants.ts`: 1970 to 9999. */
const lastMs = 253_402_300_799_999;

interface CsvBlock {
  readonly bytes: Buffer;
  readonly rows: number;
}

/**
 * Returns a function that formats a block of cached records in SQLite, in a third of the time of cell by
 * cell. It returns null for a block with text that needs quotes or could run as a formula, or with a negative
 * number. Returns null if the table lacks a column, or the dialect needs more.
 */
export function csvBlocks(
  scan: CacheScan,
  columns: readonly ExportColumn[],
  { delimiter, decimalComma, values }: ExportOptions,
): ((block: number) => CsvBlock | null) | null {
  if (decimalComma || values !== 'raw' || columns.length === 0) return null;
  const cells: string[] = [];
  for (const column of columns) {
    const sql = cellSql(scan, column);
    if (sql === null) return null;
    cells.push(sql);
  }
  scan.addFunction('rwa_plain_number', plainNumber);
  scan.addFunction('rwa_day', dayText);
  scan.addFunction('rwa_moment', momentText);
  const select = scan.select([
    // A BLOB, because its bytes go to the file unchanged.
    `CAST(group_concat(concat(${cells.join(`, '${delimiter}', `)}, char(13, 10)), '') AS BLOB)`,
    'count(*)',
  ]);
  const inPair = specialPairs(delimiter);
  const minus = [`${delimiter}-`, '\n-'];

  return (block) => {
    const [[bytes, rows] = []] = select(block);
    if (!Buffer.isBuffer(bytes) || typeof rows !== 'number') return null;
    const ownSpecials = rows * (columns.length - 1 + lineEnd.length);
    const isPlain =
      countSpecial(bytes, inPair) === ownSpecials && !minus.some((start) => bytes.includes(start));
    return isPlain && bytes[0] !== minusCode ? { bytes, rows } : null;
  };
}

const lineEnd = '\r\n';
const minusCode = '-'.charCodeAt(0);

/**
 * Returns the number of special bytes for each pair of bytes. Plain blocks must have none: bytes that need
 * quotes, start a formula, or may end a cell before one, and the first byte of the full-width forms (U+FF0B
 * to U+FF20).
 */
function specialPairs(delimiter: string): Uint8Array {
  const special = new Set([...Buffer.from(`${delimiter}${lineEnd},;|"\t=+@`), 0xef]);
  return Uint8Array.from(
    { length: 1 << 16 },
    (_, pair) => Number(special.has(pair & 0xff)) + Number(special.has(pair >> 8)),
  );
}

/** Bytewise takes twice as long, an iterator several times. SQLite's bytes have an even address. */
function countSpecial(bytes: Buffer, inPair: Uint8Array): number {
  const pairs = new Uint16Array(bytes.buffer, bytes.byteOffset, bytes.length >> 1);
  let count = bytes.length % 2 === 0 ? 0 : (inPair[bytes.at(-1) ?? 0] ?? 0);
  let index = pairs.length;
  while (index > 0) {
    index -= 1;
    count += inPair[pairs[index] ?? 0] ?? 0;
  }
  return count;
}

function cellSql(scan: CacheScan, { path, kind }: ExportColumn): string | null {
  const plain = path.length === 1 ? scan.plainColumn(path[0] ?? '') : null;
  if (plain === null) return null;
  const sql = columnSql(plain);
  switch (kind) {
    case 'text':
      // A quoted empty text differs from no value; such a block is formatted cell by cell.
      return `iif(${sql} = '', '""', ${sql})`;
    case 'number':
      return numberSql(sql);
    case 'boolean':
      return `CASE ${sql} WHEN 1 THEN 'true' WHEN 0 THEN 'false' END`;
    case 'date':
      return instantSql(sql, isCommonInstant(sql), `date(${sql} / 1000, 'unixepoch')`, 'rwa_day');
    case 'datetime': {
      // Takes a quarter of the time of strftime.
      const text = `replace(datetime(${sql} / 1000, 'unixepoch'), ' ', 'T') || 'Z'`;
      return instantSql(sql, `${isCommonInstant(sql)} AND ${sql} % 1000 = 0`, text, 'rwa_moment');
    }
    case 'nested':
    case 'named':
    case 'any':
      return null;
  }
}

/** SQLite prints exact digits, but `.0` after whole numbers, and exponents for large and tiny ones. */
function numberSql(sql: string): string {
  const size = `abs(${sql})`;
  return `CASE WHEN ${sql} = CAST(${sql} AS INTEGER) AND ${size} < 1e15 THEN CAST(${sql} AS INTEGER) WHEN ${size} BETWEEN 0.001 AND 1e15 THEN ${sql} WHEN ${sql} IS NOT NULL THEN rwa_plain_number(${sql}) END`;
}

function instantSql(sql: string, isCommon: string, common: string, other: string): string {
  return `CASE WHEN ${isCommon} THEN ${common} WHEN ${sql} IS NOT NULL THEN ${other}(${sql}) END`;
}

/** Matches instants that SQLite formats like `instants.ts`. A plain column has whole milliseconds. */
function isCommonInstant(sql: string): string {
  return `${sql} BETWEEN 0 AND ${lastMs.toString()}`;
}
