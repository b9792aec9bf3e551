import type {
  CellFormat,
  CellFormats,
  CellRule,
  FormatEnds,
} from '../../../../preload/contract/cellFormats.ts';
import { cellSigns, formatOf, scaleLevels, type CellTone } from '../../../../preload/contract/cellMarks.ts';
import { dayMs } from '../../../../preload/contract/days.ts';
import type { ExportColumn } from '../exportColumns.ts';
import { columnLetters, daysBefore1970, formatCodeOf, xmlText } from './xlsxParts.ts';

/** Formats of cells as conditional formatting. Rule: ECMA-376, SpreadsheetML, and [MS-XLSX] for what follows a zero in bars. */

/** Of the light theme: a sheet is white. Rule: styles/tokens.css. */
export const workbookColors = {
  scaleLow: 'f7cfa4',
  scaleNone: 'f4f5f7',
  scaleHigh: 'a9c3fb',
  bar: 'bcd0fb',
  barBelow: 'f7cfa4',
  good: { text: '0b7443', fill: 'e0f4ea' },
  bad: { text: 'b3271e', fill: 'fdeae8' },
  warning: { text: '835400', fill: 'fdf2d9' },
  info: { text: '2a51c4', fill: 'e8edfb' },
  neutral: { text: '575d64', fill: 'eceef0' },
} as const satisfies Record<CellTone, { text: string; fill: string }> & Record<string, unknown>;

/** Rule: Excel specifications and limits. */
const largest = 9.999_999_999_999_99e307;
const smallestAboveZero = 2.225_073_858_507_201_4e-308;

/** The conditional formatting of a workbook. */
export interface SheetFormats {
  /** What the rules of all sheets look like: the `dxfs` of the styles. */
  readonly looksXml: string;
  /** Of a sheet with so many rows, the heading included: what follows its cells, and what it ends with. */
  xmlOf(rowCount: number): { readonly rules: string; readonly extension: string };
}

/** @param firstFormatId that no number format of the workbook has, nor one above it */
export function sheetFormats(
  columns: readonly ExportColumn[],
  formats: CellFormats,
  { displayed, firstFormatId }: { readonly displayed: boolean; readonly firstFormatId: number },
): SheetFormats {
  const looks: string[] = [];
  const addLook = (column: ExportColumn, { sign, tone }: CellRule): number =>
    looks.push(lookXml(column, cellSigns[sign].mark, tone, firstFormatId + looks.length)) - 1;
  const parts = columns.flatMap((column, index) => {
    const format = formatOf(formats, column.name);
    const isNumeric = !displayed && ['number', 'date', 'datetime'].includes(column.kind);
    if (format === undefined || (format.kind !== 'rules' && !isNumeric)) return [];
    const letters = columnLetters(index);
    const first = `${letters}2`;
    const id = `{00000000-0000-4000-8000-${(index + 1).toString(16).padStart(12, '0').toUpperCase()}}`;
    const write = (value: number): string => numberText(valueOf(column, value));
    const rules =
      format.kind === 'bar'
        ? [barXml(format.ends, write, id)]
        : format.kind === 'scale'
          ? scaleXmls(format, write)
          : ruleXmls(format.rules, { first, isNumeric, write, lookOf: (rule) => addLook(column, rule) });
    return rules.length === 0
      ? []
      : [{ letters, rules, bar: format.kind === 'bar' ? barExtension(format.ends, write, id) : '' }];
  });
  return {
    looksXml: looks.length === 0 ? '' : `<dxfs count="${looks.length.toString()}">${looks.join('')}</dxfs>`,
    xmlOf(rowCount) {
      if (rowCount < 2) return { rules: '', extension: '' };
      let priority = 0;
      const area = (letters: string): string => `${letters}2:${letters}${rowCount.toString()}`;
      const rules = parts.map(({ letters, rules: own }) => {
        const numbered = own.map((xml) => {
          priority += 1;
          return xml.replace('<cfRule ', `<cfRule priority="${priority.toString()}" `);
        });
        return `<conditionalFormatting sqref="${area(letters)}">${numbered.join('')}</conditionalFormatting>`;
      });
      const bars = parts.flatMap(({ letters, bar }) =>
        bar === ''
          ? []
          : `<x14:conditionalFormatting xmlns:xm="${xm}">${bar}<xm:sqref>${area(letters)}</xm:sqref></x14:conditionalFormatting>`,
      );
      const extension =
        bars.length === 0
          ? ''
          : `<extLst><ext xmlns:x14="${x14}" uri="{78C0D931-6437-407d-A8EE-F0AAD7539E65}"><x14:conditionalFormattings>${bars.join('')}</x14:conditionalFormattings></ext></extLst>`;
      return { rules: rules.join(''), extension };
    },
  };
}

const x14 = 'http://schemas.microsoft.com/office/spreadsheetml/2009/9/main';
const xm = 'http://schemas.microsoft.com/office/excel/2006/main';

/** Days and moments are counted in days. */
function valueOf({ kind }: ExportColumn, value: number): number {
  return kind === 'date' || kind === 'datetime' ? value / dayMs + daysBefore1970 : value;
}

/** A number that a spreadsheet can have. */
function numberText(value: number): string {
  if (Math.abs(value) < smallestAboveZero) return '0';
  return Math.min(largest, Math.max(-largest, value)).toString().toUpperCase();
}

function endsXml(ends: FormatEnds | null, write: (value: number) => string): [from: string, to: string] {
  if (ends === null) return ['<cfvo type="min"/>', '<cfvo type="max"/>'];
  return [numberPoint(write(ends.from)), numberPoint(write(ends.to))];
}

function numberPoint(value: string): string {
  return `<cfvo type="num" val="${value}"/>`;
}

function colorXml(color: string): string {
  return `<color rgb="FF${color.toUpperCase()}"/>`;
}

/** The colours, and with them the level as an icon: it is not told by colour alone. */
function scaleXmls(
  { ends, middle }: Extract<CellFormat, { kind: 'scale' }>,
  write: (value: number) => string,
): string[] {
  const [from, to] = endsXml(ends, write);
  const half =
    middle === null
      ? ''
      : middle === 'halfway'
        ? ends === null
          ? '<cfvo type="percent" val="50"/>'
          : numberPoint(write(ends.from / 2 + ends.to / 2))
        : numberPoint(write(middle));
  const { scaleLow, scaleNone, scaleHigh } = workbookColors;
  const colors = (middle === null ? [scaleNone, scaleHigh] : [scaleLow, scaleNone, scaleHigh]).map(colorXml);
  const levels = Array.from({ length: scaleLevels }, (_, level) => {
    const share = level / scaleLevels;
    return ends === null
      ? `<cfvo type="percent" val="${(100 * share).toString()}"/>`
      : numberPoint(write(ends.from * (1 - share) + ends.to * share));
  });
  return [
    `<cfRule type="colorScale"><colorScale>${from}${half}${to}${colors.join('')}</colorScale></cfRule>`,
    `<cfRule type="iconSet"><iconSet iconSet="5Rating">${levels.join('')}</iconSet></cfRule>`,
  ];
}

function barXml(ends: FormatEnds | null, write: (value: number) => string, id: string): string {
  const [from, to] = endsXml(ends, write);
  const more = `<extLst><ext xmlns:x14="${x14}" uri="{B025F937-C7B1-47D3-B67F-A62EFF666E3E}"><x14:id>${id}</x14:id></ext></extLst>`;
  return `<cfRule type="dataBar"><dataBar minLength="0" maxLength="100">${from}${to}${colorXml(workbookColors.bar)}</dataBar>${more}</cfRule>`;
}

/** Bars from zero where the ends lie on both sides of it. */
function barExtension(ends: FormatEnds | null, write: (value: number) => string, id: string): string {
  const point = (value: number): string => `<x14:cfvo type="num"><xm:f>${write(value)}</xm:f></x14:cfvo>`;
  const points =
    ends === null ? '<x14:cfvo type="min"/><x14:cfvo type="max"/>' : `${point(ends.from)}${point(ends.to)}`;
  const below = `<x14:negativeFillColor rgb="FF${workbookColors.barBelow.toUpperCase()}"/><x14:axisColor rgb="FF575D64"/>`;
  return `<x14:cfRule type="dataBar" id="${id}"><x14:dataBar minLength="0" maxLength="100" gradient="0">${points}${below}</x14:dataBar></x14:cfRule>`;
}

function ruleXmls(
  rules: readonly CellRule[],
  column: {
    /** The first cell below the heading. */
    readonly first: string;
    readonly isNumeric: boolean;
    readonly write: (value: number) => string;
    readonly lookOf: (rule: CellRule) => number;
  },
): string[] {
  const { first, isNumeric, write, lookOf } = column;
  const open = (rule: CellRule, type: string, operator: string, more = ''): string =>
    `<cfRule type="${type}" dxfId="${lookOf(rule).toString()}" stopIfTrue="1" operator="${operator}"${more}>`;
  const cellIs = (rule: CellRule, operator: string, ...values: string[]): string =>
    `${open(rule, 'cellIs', operator)}${values.map((value) => `<formula>${xmlText(value)}</formula>`).join('')}</cfRule>`;
  const xmls = rules.flatMap((rule): string[] => {
    if (rule.test === 'contains') {
      const search = `NOT(ISERROR(SEARCH(${quoted(rule.value.replaceAll(/[~?*]/g, '~$&'))},${first})))`;
      const text = ` text="${xmlText(rule.value)}"`;
      return [
        `${open(rule, 'containsText', 'containsText', text)}<formula>${xmlText(search)}</formula></cfRule>`,
      ];
    }
    if (rule.test === 'equals' && typeof rule.value === 'string')
      return [cellIs(rule, 'equal', quoted(rule.value))];
    if (rule.test === 'equals' && typeof rule.value === 'boolean')
      return [cellIs(rule, 'equal', rule.value ? 'TRUE' : 'FALSE')];
    if (!isNumeric) return [];
    switch (rule.test) {
      case 'above':
        return [cellIs(rule, 'greaterThan', write(rule.value))];
      case 'below':
        return [cellIs(rule, 'lessThan', write(rule.value))];
      case 'between':
        return [cellIs(rule, 'between', write(rule.from), write(rule.to))];
      case 'equals':
        return typeof rule.value === 'number' ? [cellIs(rule, 'equal', write(rule.value))] : [];
    }
  });
  // To a spreadsheet an empty cell is 0, and a text is above every number.
  const others = `<cfRule type="expression" stopIfTrue="1"><formula>NOT(ISNUMBER(${first}))</formula></cfRule>`;
  return isNumeric && xmls.length > 0 ? [others, ...xmls] : xmls;
}

/** A text in a formula. */
function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

/** Colours, and a number format that puts the sign before the value. */
function lookXml(column: ExportColumn, mark: string, tone: CellTone, formatId: number): string {
  const { text, fill } = workbookColors[tone];
  const code = formatCodeOf(column) ?? 'General';
  const sign = `"${mark} "`;
  // Else the minus would stand before the sign.
  const signed = column.kind === 'number' ? `${sign}${code};${sign}-${code}` : `${sign}${code}`;
  return `<dxf><font>${colorXml(text)}</font><numFmt numFmtId="${formatId.toString()}" formatCode="${xmlText(signed)}"/><fill><patternFill><bgColor rgb="FF${fill.toUpperCase()}"/></patternFill></fill></dxf>`;
}
