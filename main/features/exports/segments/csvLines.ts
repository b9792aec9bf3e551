import type { ExportOptions } from '../../../../preload/contract/exports.ts';
import { columnSql, type CacheScan } from '../../../store/cache/cacheScan.ts';
import type { ExportColumn } from '../exportColumns.ts';
import { plainNumber } from '../../../../preload/contract/plainNumber.ts';

/** Days that SQLite spells as `instants.ts` does: from 1970 to the year 9999. */
const lastMs = 253_402_300_799_999;

/** The lines of a block. */
export interface Lines {
  readonly bytes: Buffer;
  readonly rows: number;
}

/**
 * Lines of CSV put together by SQLite, a block of records at once: several times as fast as cell by cell. Null where
 * the columns are not all kept in the table, or the dialect needs more.
 *
 * A block is only good as SQLite makes it where no text in it needs quotes or could run as a formula, and no instant is out of
 * the common. That is seen in the bytes of the whole block: no mark that is never part of a number or an instant, exactly as many
 * delimiters and line ends as there are cells, no cell that begins with a minus sign unless it is a number. Where it fails the caller
 * writes the block cell by cell (null).
 */
export function csvLines(
  scan: CacheScan,
  columns: readonly ExportColumn[],
  { delimiter, decimalComma, values }: ExportOptions,
): ((block: number) => Lines | null) | null {
  if (decimalComma || values !== 'raw' || columns.length === 0) return null;
  const parts: Part[] = [];
  for (const column of columns) {
    const part = partOf(scan, column);
    if (part === null) return null;
    parts.push(part);
  }
  const line = parts.map(({ cell }) => cell).join(`, '${delimiter}', `);
  const instants = parts.flatMap(({ instant }) => instant ?? []);
  scan.addFunction('rwa_plain_number', (value) => (value === null ? null : plainNumber(value)));
  const select = scan.select([
    // As bytes: they go to the file as they are.
    `CAST(group_concat(concat(${line}, char(13, 10)), '') AS BLOB)`,
    'count(*)',
    instants.length === 0 ? '1' : `min(${instants.join(' AND ')})`,
  ]);
  const starts = parts.flatMap(({ text }) => (text === undefined ? [] : startsPlainly(text)));
  const selectStarts = starts.length === 0 ? null : scan.select([`min(${starts.join(' AND ')})`]);
  const marks = never.filter((mark) => mark !== delimiter).map((mark) => mark.charCodeAt(0));
  const minus = [...separators.map((separator) => `${separator}-`), '\n-'];

  function isFit(bytes: Buffer, rows: number, block: number): boolean {
    if (marks.some((mark) => bytes.includes(mark)) || bytes.includes(fullWidth)) return false;
    if (!hasCells(bytes, delimiter.charCodeAt(0), rows, columns.length)) return false;
    if (selectStarts === null) return true;
    // Seldom: then each text is asked for.
    if (bytes[0] !== minusCode && !minus.some((start) => bytes.includes(start))) return true;
    return selectStarts(block)[0]?.[0] !== 0;
  }

  return (block) => {
    const [[bytes, rows, areCommon] = []] = select(block);
    // Null where no row had a value to test.
    if (!Buffer.isBuffer(bytes) || typeof rows !== 'number' || areCommon === 0) return null;
    return isFit(bytes, rows, block) ? { bytes, rows } : null;
  };
}

/** What makes quotes needed, or begins a formula: seldom anywhere in a text, and cheap to look for in all of a block. */
const never = ['"', '\t', '=', '+', '@'];
/** The full-width forms of those marks, U+FF0B to U+FF20, begin with these bytes. */
const fullWidth = Buffer.from([0xef, 0xbc]);
const minusCode = '-'.charCodeAt(0);
const lf = 10;
const cr = 13;

/** Whether delimiters and line ends stand between the cells and nowhere else. */
function hasCells(bytes: Buffer, delimiter: number, rows: number, columns: number): boolean {
  let delimiters = 0;
  let ends = 0;
  // Hundreds of MB pass through here: an iterator would take several times as long.
  let place = 0;
  while (place < bytes.length) {
    const byte = bytes[place];
    place += 1;
    if (byte === delimiter) delimiters += 1;
    else if (byte === lf || byte === cr) ends += 1;
  }
  return delimiters === rows * (columns - 1) && ends === rows * 2;
}

/** SQL of a cell; of the text in it, where it may be any; and of whether its instant is spelled by SQLite as by us. */
interface Part {
  readonly cell: string;
  readonly text?: string;
  readonly instant?: string;
}

function partOf(scan: CacheScan, column: ExportColumn): Part | null {
  const plain = column.path.length === 1 ? scan.plainColumn(column.path[0] ?? '') : null;
  if (plain === null) return null;
  const sql = columnSql(plain);
  switch (column.kind) {
    case 'text':
      // An empty text is written in quotes: they make the block unfit.
      return { cell: plain.codec.sqlType === 'TEXT' ? `iif(${sql} = '', '""', ${sql})` : sql, text: sql };
    case 'number':
      return { cell: numberSql(sql) };
    case 'boolean':
      return { cell: `CASE ${sql} WHEN 1 THEN 'true' WHEN 0 THEN 'false' END` };
    case 'date':
      return { cell: `date(${sql} / 1000, 'unixepoch')`, instant: isCommonInstant(sql) };
    case 'datetime':
      return {
        // Half the time of strftime. Without a value there is nothing, which begins no moment.
        cell: `date(${sql} / 1000, 'unixepoch'), iif(${sql} IS NULL, NULL, 'T'), time(${sql} / 1000, 'unixepoch'), iif(${sql} IS NULL, NULL, 'Z')`,
        instant: `(${isCommonInstant(sql)} AND ${sql} % 1000 = 0)`,
      };
    case 'nested':
    case 'named':
    case 'any':
      return null;
  }
}

/** What a spreadsheet may take for the end of a cell. A tab is one of `never`. */
const separators = [',', ';', '|'];

/** False for text that begins with a minus sign, or has one behind a separator. */
function startsPlainly(sql: string): string {
  const within = separators.map((separator) => ` AND instr(${sql}, '${separator}-') = 0`).join('');
  return `(${sql} >= 0 AND NOT (${sql} >= '-' AND ${sql} < '.')${within})`;
}

/** SQLite writes digits that give the number back exactly; whole ones it ends with `.0`, large and tiny ones with an exponent. */
function numberSql(sql: string): string {
  const size = `abs(${sql})`;
  return `CASE WHEN ${sql} = CAST(${sql} AS INTEGER) AND ${size} < 1e15 THEN CAST(${sql} AS INTEGER) WHEN ${size} BETWEEN 0.001 AND 1e15 THEN ${sql} WHEN ${sql} IS NOT NULL THEN rwa_plain_number(${sql}) END`;
}

function isCommonInstant(sql: string): string {
  return `(${sql} BETWEEN 0 AND ${lastMs.toString()} AND ${sql} = CAST(${sql} AS INTEGER))`;
}
