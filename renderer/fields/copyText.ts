import { dayMs } from '../../preload/contract/days.ts';
import { cellText } from '../../preload/contract/cellText.ts';
import { markdownText } from '../../preload/contract/markdownText.ts';
import type { Json } from '../../preload/contract/json.ts';
import type { PartialRecord } from '../../preload/contract/records.ts';
import { decimalSign } from '../format/typedNumbers.ts';
import type { ShownField } from './infer.ts';
import { writtenValue } from './value.ts';

/**
 * Clipboard formats. They contain exact values, like exports. Figures of cells have the decimal sign of the
 * settings and no grouping, so that fields of the window and spreadsheets read them as they are.
 */

type CopyFormat = 'tsv' | 'csv' | 'json' | 'markdown';

export const copyFormatLabels: Readonly<Record<CopyFormat, string>> = {
  tsv: 'cells for a spreadsheet',
  csv: 'CSV',
  json: 'JSON',
  markdown: 'a Markdown table',
};

export interface CopyOptions {
  readonly format: CopyFormat;
  /** Adds column names. JSON and Markdown always have them. */
  readonly headings: boolean;
}

type Field = Pick<ShownField, 'name' | 'label' | 'compute'> & { readonly type?: ShownField['type'] };

/** Cells for a spreadsheet: as text, and as a table with types that do not depend on its locale. */
export interface CopiedCells {
  readonly text: string;
  readonly html: string;
}

export function recordCells(
  records: readonly PartialRecord[],
  fields: readonly Field[],
  headings: boolean,
): CopiedCells {
  return copiedCells(rowsOf(records, fields, headings));
}

function rowsOf(records: readonly PartialRecord[], fields: readonly Field[], headings: boolean): Row[] {
  return [
    ...(headings ? [fields.map(({ label }) => label)] : []),
    ...records.map((record) => fields.map((field) => writtenValue(record, field))),
  ];
}

export function copyText(
  records: readonly PartialRecord[],
  fields: readonly Field[],
  { format, headings }: CopyOptions,
): string {
  switch (format) {
    case 'tsv':
      return tableText(rowsOf(records, fields, headings));
    case 'csv':
      return lines(rowsOf(records, fields, headings), ',', /[",\r\n]/, '\r\n', '.');
    case 'json':
      return json(records, fields);
    case 'markdown':
      return markdown(records, fields);
  }
}

/** Text in it is escaped, whatever its source. */
type Row = readonly (Json | undefined)[];

/** Exact figures, and text that cannot run as a formula. */
export function copiedCells(rows: readonly Row[]): CopiedCells {
  return { text: tableText(rows), html: tableHtml(rows) };
}

const isoMoment = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z)?$/;
const dayZero = Date.UTC(1899, 11, 30);
const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Uses types of LibreOffice (`sdval`, `sdnum`) and Excel (`x:num`; Office HTML Reference). */
function tableHtml(rows: readonly Row[]): string {
  const decimal = decimalSign();
  const cell = (value: Json | undefined): string => {
    const { text, exact } = cellText(value);
    const shown = text
      .replace(/[&<>"]/g, (found) => escapes[found] ?? found)
      .replaceAll(/\r?\n/g, '<br style="mso-data-placement:same-cell">');
    const moment = exact || !isoMoment.test(text) ? NaN : Date.parse(text);
    if (!Number.isNaN(moment)) {
      const number = (moment - dayZero) / dayMs;
      const [calc, excel] = Number.isInteger(number)
        ? ['YYYY-MM-DD', 'yyyy\\-mm\\-dd']
        : ['YYYY-MM-DD HH:MM:SS', 'yyyy\\-mm\\-dd\\ hh\\:mm\\:ss'];
      return `<td sdval="${number.toString()}" sdnum="1033;0;${calc}" x:num="${number.toString()}" style="mso-number-format:${excel}">${shown}</td>`;
    }
    if (text === '' || typeof value === 'boolean') return `<td>${shown}</td>`;
    return exact
      ? `<td sdval="${text}" sdnum="1033;" x:num="${text}">${text.replace('.', decimal)}</td>`
      : `<td sdnum="1033;0;@" style="mso-number-format:'\\@'">${shown}</td>`;
  };
  const lines = rows.map((row) => `<tr>${row.map(cell).join('')}</tr>`).join('');
  return `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><meta charset="utf-8"></head><body><table>${lines}</table></body></html>`;
}

function tableText(rows: readonly Row[]): string {
  return lines(rows, '\t', /["\t\r\n]/, '\n', decimalSign());
}

/** Rule: RFC 4180, 2.5 to 2.7. Spreadsheets read tabs like commas. */
function lines(
  rows: readonly Row[],
  separator: string,
  needsQuotes: RegExp,
  end: string,
  decimal: string,
): string {
  const cell = (value: Json | undefined): string => {
    const { text, exact } = cellText(value);
    if (exact) return text.replace('.', decimal);
    return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return rows.map((row) => row.map(cell).join(separator)).join(end);
}

/** Writes values as sent, with the service's names. Computed columns have the user's names. */
function json(records: readonly PartialRecord[], fields: readonly Field[]): string {
  const rows = records.map((record) =>
    Object.fromEntries(
      fields.map((field): [string, Json] => [
        field.compute === undefined ? field.name : field.label,
        writtenValue(record, field) ?? null,
      ]),
    ),
  );
  return JSON.stringify(rows, null, 2);
}

/** Rule: GitHub Flavored Markdown, 4.10. */
function markdown(records: readonly PartialRecord[], fields: readonly Field[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  const safe = (text: string): string => markdownText(text.replace(/\s+/g, ' '));
  const isNumeric = fields.map(
    (field) => records.length > 0 && records.every((record) => isExact(writtenValue(record, field))),
  );
  return [
    line(fields.map(({ label }) => safe(label))),
    line(isNumeric.map((numeric) => (numeric ? '---:' : '---'))),
    ...records.map((record) => line(fields.map((field) => safe(plain(writtenValue(record, field)))))),
  ].join('\n');
}

function isExact(value: Json | undefined): boolean {
  return cellText(value).exact && typeof value !== 'boolean';
}

/** Text needs no apostrophe, since Markdown runs no formulas. */
function plain(value: Json | undefined): string {
  return typeof value === 'string' ? value : cellText(value).text;
}
