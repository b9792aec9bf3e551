import { isExactText } from '../../../../preload/contract/sentNumber.ts';
import { formulaSafe } from '../../../../preload/contract/cellText.ts';
import type { ExportOptions } from '../../../../preload/contract/exports.ts';
import { type Cell, type CellRow, Instant } from '../cells.ts';
import type { ExportColumn } from '../exportColumns.ts';
import { dayText, momentText } from '../instants.ts';
import { plainNumber } from '../../../../preload/contract/plainNumber.ts';
import type { About, FileShape, FormatWriter } from './format.ts';
import type { Sink } from './sink.ts';

/** Tells Excel that the file is UTF-8. */
export const byteOrderMark = '\uFEFF';

type CsvOptions = Pick<ExportOptions, 'delimiter' | 'decimalComma'> &
  Partial<Pick<ExportOptions, 'formulas'>>;

/** Writes cells as CSV does. Rule: RFC 4180. */
export function csvDialect({ delimiter, decimalComma, formulas = 'guard' }: CsvOptions) {
  const needsQuotes = new RegExp(`["\\r\\n${delimiter}]`);
  const commaInNumbers = decimalComma && delimiter === ',';
  let guarded = 0;

  function text(value: string): string {
    const safe = formulas === 'keep' ? value : formulaSafe(value);
    if (safe !== value) guarded += 1;
    // A quoted empty text is a text; nothing between delimiters is no value.
    return safe === '' || needsQuotes.test(safe) ? quoted(safe) : safe;
  }

  function quoted(value: string): string {
    return `"${value.replaceAll('"', '""')}"`;
  }

  function number(digits: string): string {
    if (!decimalComma) return digits;
    const local = digits.replace('.', ',');
    return commaInNumbers && local !== digits ? `"${local}"` : local;
  }

  function cell(value: Cell, kind: ExportColumn['kind'] | undefined): string {
    if (value === null) return '';
    if (typeof value === 'string') {
      const isNumber = (kind === 'number' || kind === 'any') && isExactText(value);
      return isNumber ? number(value) : text(value);
    }
    if (typeof value === 'number') return number(plainNumber(value));
    if (value instanceof Instant) return kind === 'date' ? dayText(value.ms) : momentText(value.ms);
    return String(value);
  }

  return {
    text,
    guarded: () => guarded,
    headings(names: readonly string[]) {
      const line = `${names.map(text).join(delimiter)}\r\n`;
      // Excel rejects such a file as SYLK. Rule: https://support.microsoft.com/en-us/topic/215591
      const [first = ''] = names;
      return line.startsWith('ID') ? `${quoted(first)}${line.slice(first.length)}` : line;
    },
    /** Ends with CRLF. Rule: RFC 4180, 2.1. */
    line: (cells: CellRow, columns: readonly Pick<ExportColumn, 'kind'>[]) =>
      `${cells.map((value, index) => cell(value, columns[index]?.kind)).join(delimiter)}\r\n`,
  };
}

export function csvWriter(
  sink: Sink,
  { columns, options }: FileShape,
  about: About | null,
): FormatWriter & { guarded(): number } {
  const dialect = csvDialect(options);
  const names = columns.map(({ name, label }) => (options.headings === 'labels' ? label : name));
  sink.writeText(options.byteOrderMark ? byteOrderMark : '');
  if (about !== null) sink.writeText(`${csvDialect(options).text(`# ${JSON.stringify(about)}`)}\r\n`);
  sink.writeText(dialect.headings(names));
  return {
    guarded: dialect.guarded,
    writeRows(rows) {
      sink.writeText(rows.map((row) => dialect.line(row, columns)).join(''));
    },
    writeTexts() {
      throw new Error('CSV takes cells.');
    },
    writeLines(bytes) {
      sink.write(bytes);
    },
    end() {
      // Nothing follows the last row.
    },
  };
}
