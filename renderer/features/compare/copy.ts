import { cellText } from '../../../preload/contract/cellText.ts';
import { markdownText } from '../../../preload/contract/markdownText.ts';
import { present } from '../../fields/present.ts';
import type { ComparedField } from './rows.ts';

/** A comparison as text for elsewhere: a row for each field, a column for each record. */

/** For spreadsheets: exact figures without units, cells apart by tabs. A tab or a line break in a text becomes a space. */
export function comparisonAsTsv(titles: readonly string[], rows: readonly ComparedField[]): string {
  const lines = [
    ['Field', ...titles.map((title) => cellText(title).text)],
    ...rows.map(({ field, values }) => [field.label, ...values.map((value) => cellText(value).text)]),
  ];
  return lines.map((cells) => cells.map((cell) => cell.replace(/[\t\r\n]+/g, ' ')).join('\t')).join('\n');
}

/** For documents: figures as they are read on screen. */
export function comparisonAsMarkdown(
  titles: readonly string[],
  rows: readonly ComparedField[],
  locale?: string,
): string {
  const cellsOf = (texts: readonly string[]): string[] =>
    texts.map((text) => markdownText(text.replace(/\s*[\r\n]+\s*/g, ' ')));
  const lines = [
    cellsOf(['Field', ...titles]),
    ['---', ...titles.map(() => '---')],
    ...rows.map(({ field, values }) =>
      cellsOf([field.label, ...values.map((value) => present(field, value, locale)?.long ?? '')]),
    ),
  ];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}
