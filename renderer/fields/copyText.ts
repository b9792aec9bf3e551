import { cellText } from '../../preload/contract/cellText.ts';
import { markdownText } from '../../preload/contract/markdownText.ts';
import type { Json } from '../../preload/contract/json.ts';
import type { ResourceRecord } from '../../preload/contract/records.ts';
import type { ShownField } from './infer.ts';
import { writtenValue } from './value.ts';

/** Cells as text for the clipboard: exact values, as an export writes them. */

export type CopyFormat = 'tsv' | 'csv' | 'json' | 'markdown';

export const copyFormatLabels: Readonly<Record<CopyFormat, string>> = {
  tsv: 'cells for a spreadsheet',
  csv: 'CSV',
  json: 'JSON',
  markdown: 'a Markdown table',
};

export interface CopyOptions {
  readonly format: CopyFormat;
  /** Begins with the names of the columns. JSON always names them, a Markdown table always has a head. */
  readonly headings: boolean;
}

type Field = Pick<ShownField, 'name' | 'label' | 'compute'>;

/** The cells of these records and fields as one text. */
export function copyText(
  records: readonly ResourceRecord[],
  fields: readonly Field[],
  { format, headings }: CopyOptions,
): string {
  const rows = (): Row[] => [
    ...(headings ? [fields.map(({ label }) => label)] : []),
    ...records.map((record) => fields.map((field) => writtenValue(record, field))),
  ];
  switch (format) {
    case 'tsv':
      return tableText(rows());
    case 'csv':
      return lines(rows(), ',', /[",\r\n]/, '\r\n');
    case 'json':
      return json(records, fields);
    case 'markdown':
      return markdown(records, fields);
  }
}

/** A row of values; text among them is made safe, whatever its source. */
type Row = readonly (Json | undefined)[];

/** A table for a spreadsheet: exact figures, text that runs no formula, cells apart by tabs. */
export function tableText(rows: readonly Row[]): string {
  return lines(rows, '\t', /["\t\r\n]/, '\n');
}

/** Rule: RFC 4180, 2.5 to 2.7; spreadsheets read tabs in place of commas alike. */
function lines(rows: readonly Row[], separator: string, needsQuotes: RegExp, end: string): string {
  const cell = (value: Json | undefined): string => {
    const { text, exact } = cellText(value);
    return !exact && needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return rows.map((row) => row.map(cell).join(separator)).join(end);
}

/** The values as the service sent them, under its names; those of computed columns under the names that the user gave them. */
function json(records: readonly ResourceRecord[], fields: readonly Field[]): string {
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
function markdown(records: readonly ResourceRecord[], fields: readonly Field[]): string {
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

/** Markdown runs no formulas: its text needs no apostrophe. */
function plain(value: Json | undefined): string {
  return typeof value === 'string' ? value : cellText(value).text;
}
