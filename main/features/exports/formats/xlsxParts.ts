import type { Cell } from '../cells.ts';
import { units, unitTerms } from '../../../../preload/contract/units.ts';
import type { ExportColumn } from '../exportColumns.ts';

/** Rule: ECMA-376, SpreadsheetML. */

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packageRelations = 'http://schemas.openxmlformats.org/package/2006/relationships';
const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

const special = /[&<>"_\uFFFE\uFFFF]|\p{Cc}|\p{Cs}/u;
const escaped = /[\uFFFE\uFFFF]|\p{Cc}|_(?=x[0-9A-Fa-f]{4}_)/gu;

const dayFormat = 'yyyy\\-mm\\-dd';
const momentFormat = 'yyyy\\-mm\\-dd\\ hh:mm:ss';
const textFormat = '@';

const numberFormats: readonly string[] = [
  dayFormat,
  momentFormat,
  ...new Set(Object.values(units).flatMap(({ workbookFormat }) => workbookFormat ?? [])),
  textFormat,
];

export const headingStyle = 1;
export const daysBefore1970 = 25_569;

/** Index of a column's cell style: 0 is plain, 1 a heading, number formats follow. */
export function styleOf(column: Pick<ExportColumn, 'kind' | 'unit' | 'whole'>): number {
  const format = formatCodeOf(column);
  return format === null ? 0 : 2 + numberFormats.indexOf(format);
}

function formatCodeOf({ kind, unit, whole }: Pick<ExportColumn, 'kind' | 'unit' | 'whole'>): string | null {
  switch (kind) {
    case 'date':
      return dayFormat;
    case 'datetime':
      return momentFormat;
    case 'number':
      return (
        unitTerms(unit).workbookFormat ?? (unit !== undefined && whole ? units.count.workbookFormat : null)
      );
    case 'text':
    case 'nested':
    case 'named':
      return textFormat;
    case 'boolean':
    case 'any':
      return null;
  }
}

export function widthOf(
  { kind, label }: Pick<ExportColumn, 'kind' | 'label'>,
  cells: readonly (Cell | undefined)[] = [],
): number {
  const ofKind = { text: 26, nested: 30, named: 26, number: 18, boolean: 8, date: 12, datetime: 20, any: 20 }[
    kind
  ];
  let longest = label.length;
  for (const cell of cells) if (typeof cell === 'string') longest = Math.max(longest, cell.length);
  return Math.min(60, Math.max(ofKind, longest + 2));
}

export const stylesXml = `${declaration}<styleSheet xmlns="${main}"><numFmts count="${numberFormats.length.toString()}">${numberFormats
  .map((code, index) => `<numFmt numFmtId="${(164 + index).toString()}" formatCode="${xmlText(code)}"/>`)
  .join(
    '',
  )}</numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="solid"><fgColor rgb="FFEDEFF2"/></patternFill></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="${(2 + numberFormats.length).toString()}"><xf xfId="0"/><xf xfId="0" fontId="1" fillId="2" applyFont="1" applyFill="1"/>${numberFormats
  .map((_code, index) => `<xf xfId="0" numFmtId="${(164 + index).toString()}" applyNumberFormat="1"/>`)
  .join('')}</cellXfs></styleSheet>`;

export function workbookXml(sheets: readonly string[]): string {
  const list = sheets
    .map(
      (name, index) =>
        `<sheet name="${xmlText(name)}" sheetId="${(index + 1).toString()}" r:id="rId${(index + 1).toString()}"/>`,
    )
    .join('');
  return `${declaration}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets>${list}</sheets></workbook>`;
}

export function workbookRelationsXml(sheetCount: number): string {
  const sheets = Array.from({ length: sheetCount }, (_value, index) =>
    relation(index + 1, 'worksheet', `worksheets/sheet${(index + 1).toString()}.xml`),
  );
  return `${declaration}<Relationships xmlns="${packageRelations}">${sheets.join('')}${relation(sheetCount + 1, 'styles', 'styles.xml')}</Relationships>`;
}

function relation(id: number, type: string, target: string): string {
  return `<Relationship Id="rId${id.toString()}" Type="${relations}/${type}" Target="${target}"/>`;
}

export const rootRelationsXml = `${declaration}<Relationships xmlns="${packageRelations}">${relation(1, 'officeDocument', 'xl/workbook.xml')}</Relationships>`;

export function contentTypesXml(sheetCount: number): string {
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
  const sheets = Array.from(
    { length: sheetCount },
    (_value, index) =>
      `<Override PartName="/xl/worksheets/sheet${(index + 1).toString()}.xml" ContentType="${type}.worksheet+xml"/>`,
  );
  return `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${type}.styles+xml"/>${sheets.join('')}</Types>`;
}

export function sheetStartXml(widths: readonly number[]): string {
  const columns = widths
    .map(
      (width, index) =>
        `<col min="${(index + 1).toString()}" max="${(index + 1).toString()}" width="${width.toString()}" customWidth="1"/>`,
    )
    .join('');
  return `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns}</cols><sheetData>`;
}

/** Ends a sheet. Suppresses the spreadsheet's error marks on identifiers stored as text. */
export function sheetEndXml(columnCount: number): string {
  return `</sheetData><ignoredErrors><ignoredError sqref="A1:${columnLetters(columnCount - 1)}1048576" numberStoredAsText="1"/></ignoredErrors></worksheet>`;
}

export function columnLetters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : columnLetters(Math.floor(index / 26) - 1) + last;
}

/** Forbidden characters become `_xHHHH_` (ECMA-376, ST_Xstring); lone surrogates U+FFFD. */
export function xmlText(text: string): string {
  if (!special.test(text)) return text;
  return text
    .toWellFormed()
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll(escaped, (character) => (isAllowed(character) ? character : escapeOf(character)));
}

function isAllowed(character: string): boolean {
  return character === '\t' || character === '\n' || (character >= '\u007F' && character < '\uFFFE');
}

function escapeOf(character: string): string {
  return `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
}

export const aboutSheet = 'About';

/** Lowercase names that the records sheet cannot have: the other sheet's, and Excel's own. */
const takenNames = new Set([aboutSheet.toLowerCase(), 'history']);

/**
 * Returns a name for the records sheet. Rule: Excel, "Rename a worksheet": 31 characters, none of `[]:*?/\`,
 * no apostrophe at either end, not “History”, unique in any case.
 */
export function sheetName(title: string): string {
  const name = title
    .replaceAll(/[[\]:*?/\\']/g, ' ')
    .slice(0, 31)
    .toWellFormed()
    .replace(/\uFFFD$/, '')
    .trim();
  return takenNames.has(name.toLowerCase()) ? `${name} records` : name || 'Records';
}
