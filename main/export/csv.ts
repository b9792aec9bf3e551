import type { Json } from '../../preload/contract/json.ts';
import { isJsonObject } from '../../preload/contract/json.ts';
import { readMetric } from '../../preload/contract/metric.ts';
import type { ResourceRecord } from '../../preload/contract/records.ts';
import { plainNumber } from './plainNumber.ts';

/** Tells Excel that the file is UTF-8. */
export const byteOrderMark = '\uFEFF';

/** Text that a spreadsheet would run as a formula, full-width forms included. Rule: OWASP, CSV Injection; ASVS 1.2.10. */
const formulaStart = /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/;

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

/**
 * One cell: metrics by their current value, lists joined by `; `, nested objects as JSON, null as an empty cell. Numbers are
 * exact and never quoted or escaped; text is made safe against formulas.
 */
export function csvCell(value: Json | undefined): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return plainNumber(value);
  if (typeof value === 'boolean') return String(value);
  const metric = readMetric(value);
  if (metric !== null) return csvCell(metric.val ?? null);
  return textCell(plainText(value));
}

/** Text as a cell: also for headings. */
export function textCell(text: string): string {
  const safe = formulaStart.test(text) ? `'${text}` : text;
  return needsQuotes.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function plainText(value: Json): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return plainNumber(value);
  if (Array.isArray(value)) {
    const items = value as readonly Json[];
    return items.some(isJsonObject) ? JSON.stringify(items) : items.map(plainText).join('; ');
  }
  return isJsonObject(value) ? JSON.stringify(value) : String(value);
}
