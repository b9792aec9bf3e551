import { markdownText } from '../../../preload/contract/markdownText.ts';
import { copiedCells, type CopiedCells } from '../../fields/copyText.ts';
import { present } from '../../fields/present.ts';
import type { ComparedField } from './rows.ts';

/** A comparison as text: a row for each field, a column for each record. */

/** For spreadsheets: exact figures without units. */
export function comparisonAsCells(titles: readonly string[], rows: readonly ComparedField[]): CopiedCells {
  return copiedCells([['Field', ...titles], ...rows.map(({ field, values }) => [field.label, ...values])]);
}

/** For documents: figures as on screen. */
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
