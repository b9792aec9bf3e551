import { cellText, formulaSafe } from '../../preload/contract/cellText.ts';
import type { Json } from '../../preload/contract/json.ts';
import type { ResourceRecord } from '../../preload/contract/records.ts';

/** Tells Excel that the file is UTF-8. */
export const byteOrderMark = '\uFEFF';

/** Rule: RFC 4180, 2.6 and 2.7. */
const needsQuotes = /[",\r\n]/;

/** One line of a CSV file, ended by CRLF (RFC 4180, 2.1). */
export function csvLine(cells: readonly string[]): string {
  return `${cells.join(',')}\r\n`;
}

/** A record's cells in the order of the columns. */
export function csvCells(record: ResourceRecord, columns: readonly string[]): string[] {
  return columns.map((column) => csvCell(record[column]));
}

/** One cell. Numbers are never quoted or escaped; text is made safe against formulas. */
export function csvCell(value: Json | undefined): string {
  const { text, exact } = cellText(value);
  return exact ? text : quoted(text);
}

/** Text as a cell: also for headings. */
export function textCell(text: string): string {
  return quoted(formulaSafe(text));
}

function quoted(text: string): string {
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
