import { dayMs } from '../../../../preload/contract/days.ts';
import { type Cell, type CellRow, Instant } from '../cells.ts';
import { momentText } from '../instants.ts';
import { FailureError } from '../../../../preload/contract/failures.ts';
import type { About, FileShape, FormatWriter } from './format.ts';
import type { Sink } from './sink.ts';
import {
  aboutSheet,
  columnLetters,
  contentTypesXml,
  daysBefore1970,
  headingStyle,
  rootRelationsXml,
  sheetEndXml,
  sheetName,
  sheetStartXml,
  styleOf,
  stylesXml,
  widthOf,
  workbookRelationsXml,
  workbookXml,
  xmlText,
} from './xlsxParts.ts';
import { ZipWriter } from './zip.ts';

/** Rule: Excel specifications and limits. */
const maxSheetRows = 1_048_576;
const maxSheetColumns = 16_384;
const maxCellLength = 32_767;
/** Without ZIP64, a part of an archive holds at most 4 GB. */
const maxPartBytes = 3_000_000_000;
/** Excel treats 1900 as a leap year: its earlier days are off by one. */
const firstSoundMs = Date.UTC(1900, 2, 1);

/**
 * Writes a workbook: typed cells, real dates, a frozen heading row, widths and number formats by column,
 * further sheets when one is full, and a last sheet `About` on the source. Text longer than a cell holds is
 * cut and counted.
 */
export function xlsxWriter(
  sink: Sink,
  { columns, options, title }: FileShape,
  rowsOnSheet = maxSheetRows,
): FormatWriter & { readonly leftOut: () => number } {
  if (columns.length > maxSheetColumns) {
    throw new FailureError({
      code: 'bad-arguments',
      message: `A sheet has ${maxSheetColumns.toLocaleString('en')} columns at most. Choose fewer columns, or another format.`,
    });
  }
  const zip = new ZipWriter(sink);
  const sheets: string[] = [];
  const letters = columns.map((_column, index) => columnLetters(index));
  const styles = columns.map((column) => ` s="${styleOf(column).toString()}"`);
  const headings = columns.map(({ name, label }) => (options.headings === 'labels' ? label : name));
  /** Estimated from the first rows, since widths precede the rows of a sheet. */
  let widths = columns.map((column) => widthOf(column));
  let row = 0;
  let cut = 0;

  function openSheet(name: string, columnWidths: readonly number[]): void {
    sheets.push(name);
    zip.openPart(`xl/worksheets/sheet${sheets.length.toString()}.xml`);
    zip.write(sheetStartXml(columnWidths));
    row = 0;
  }

  function openRecords(): void {
    const name = sheetName(title);
    openSheet(sheets.length === 0 ? name : `${name.slice(0, 26)} ${(sheets.length + 1).toString()}`, widths);
    writeRow(
      headings,
      headings.map(() => ` s="${headingStyle.toString()}"`),
    );
  }

  function writeRow(cells: CellRow, cellStyles: readonly string[]): void {
    row += 1;
    const rowText = row.toString();
    let xml = `<row r="${rowText}">`;
    for (let column = 0; column < cells.length; column += 1) {
      const cell = cells[column] ?? null;
      if (cell === null) continue;
      xml += cellXml(`${letters[column] ?? columnLetters(column)}${rowText}`, cellStyles[column] ?? '', cell);
    }
    zip.write(`${xml}</row>`);
  }

  function cellXml(reference: string, style: string, cell: NonNullable<Cell>): string {
    if (typeof cell === 'number') return `<c r="${reference}"${style}><v>${cell.toString()}</v></c>`;
    if (typeof cell === 'boolean') return `<c r="${reference}"${style} t="b"><v>${cell ? '1' : '0'}</v></c>`;
    if (cell instanceof Instant) {
      if (cell.ms < firstSoundMs) return textXml(reference, style, momentText(cell.ms));
      return `<c r="${reference}"${style}><v>${(cell.ms / dayMs + daysBefore1970).toString()}</v></c>`;
    }
    return textXml(reference, style, cell);
  }

  function textXml(reference: string, style: string, whole: string): string {
    const text = whole.length > maxCellLength ? cutText(whole) : whole;
    if (text !== whole) cut += 1;
    const space = /^\s|\s$|[\n\t]| {2}/.test(text) ? ' xml:space="preserve"' : '';
    return `<c r="${reference}"${style} t="inlineStr"><is><t${space}>${xmlText(text)}</t></is></c>`;
  }

  return {
    leftOut: () => cut,
    writeRows(rows) {
      if (sheets.length === 0) {
        widths = columns.map((column, place) =>
          widthOf(
            column,
            rows.map((cells) => cells[place]),
          ),
        );
        openRecords();
      }
      for (const cells of rows) {
        if (row >= rowsOnSheet || zip.partBytes > maxPartBytes) {
          zip.write(sheetEndXml(columns.length));
          openRecords();
        }
        writeRow(cells, styles);
      }
    },
    writeTexts() {
      throw new Error('A workbook takes cells.');
    },
    end(about: About | null) {
      if (sheets.length === 0) openRecords();
      zip.write(sheetEndXml(columns.length));
      if (about !== null) {
        openSheet(aboutSheet, [24, 100]);
        const bold = ` s="${headingStyle.toString()}"`;
        writeRow(['About this file', ''], [bold, bold]);
        for (const [name, value] of Object.entries(about)) {
          writeRow([name, typeof value === 'string' ? value : JSON.stringify(value)], []);
        }
        if (cut > 0)
          writeRow(
            [
              'valuesLeftOut',
              `${cut.toString()} texts cut at ${maxCellLength.toLocaleString('en')} characters`,
            ],
            [],
          );
        zip.write(sheetEndXml(2));
      }
      const parts: Readonly<Record<string, string>> = {
        'xl/styles.xml': stylesXml,
        'xl/workbook.xml': workbookXml(sheets),
        'xl/_rels/workbook.xml.rels': workbookRelationsXml(sheets.length),
        '_rels/.rels': rootRelationsXml,
        '[Content_Types].xml': contentTypesXml(sheets.length),
      };
      for (const [name, xml] of Object.entries(parts)) {
        zip.openPart(name);
        zip.write(xml);
      }
      zip.end();
    },
  };
}

function cutText(text: string): string {
  const cut = text.slice(0, maxCellLength);
  return /[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut;
}
