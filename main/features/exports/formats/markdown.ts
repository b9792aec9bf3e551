import { type Cell, Instant } from '../cells.ts';
import { dayText, momentText } from '../instants.ts';
import { markdownText } from '../../../../preload/contract/markdownText.ts';
import { plainNumber } from '../../../../preload/contract/plainNumber.ts';
import { FailureError } from '../../../../preload/contract/failures.ts';
import type { FileShape, FormatWriter } from './format.ts';
import type { Sink } from './sink.ts';

/** Limit of a page that programs can display. */
const maxMarkdownRows = 5000;

export function markdownWriter(sink: Sink, { columns, options }: FileShape): FormatWriter {
  const headings = columns.map(({ name, label }) =>
    markdownText(options.headings === 'labels' ? label : name),
  );
  const rules = columns.map(({ kind }) => (kind === 'number' ? '--:' : '---'));
  let written = 0;
  sink.writeText(`| ${headings.join(' | ')} |\n| ${rules.join(' | ')} |\n`);
  return {
    writeRows(rows) {
      written += rows.length;
      if (written > maxMarkdownRows) {
        throw new FailureError({
          code: 'bad-arguments',
          message: `Markdown supports up to ${maxMarkdownRows.toLocaleString('en')} rows. Choose another format, or fewer records.`,
        });
      }
      for (const row of rows) {
        const cells = row.map((cell, index) => markdownText(textOf(cell, columns[index]?.kind === 'date')));
        sink.writeText(`| ${cells.join(' | ')} |\n`);
      }
    },
    writeTexts() {
      throw new Error('Markdown takes cells.');
    },
    end(about) {
      if (about === null) return;
      const parts = Object.entries(about).map(
        ([name, value]) => `${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
      );
      sink.writeText(`\n${markdownText(parts.join('; '))}\n`);
    },
  };
}

function textOf(cell: Cell, isDay: boolean): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return plainNumber(cell);
  if (cell instanceof Instant) return isDay ? dayText(cell.ms) : momentText(cell.ms);
  return String(cell);
}
