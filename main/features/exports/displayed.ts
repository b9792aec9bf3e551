import { plainLocale } from '../../../preload/contract/plainLocale.ts';
import { isExactText } from '../../../preload/contract/sentNumber.ts';
import { unitTerms } from '../../../preload/contract/units.ts';
import { Instant, type Cell } from './cells.ts';
import type { ExportColumn } from './exportColumns.ts';

export function displayedCells(
  columns: readonly ExportColumn[],
  locale: string | undefined,
): (cells: readonly Cell[]) => Cell[] {
  const writers = columns.map((column) => displayedCell(column, locale));
  return (cells) => cells.map((cell, index) => writers[index]?.(cell) ?? null);
}

function displayedCell(column: ExportColumn, locale: string | undefined): (cell: Cell) => Cell {
  const { format, suffix } = unitTerms(column.unit);
  const allDigits = { minimumFractionDigits: 0, maximumFractionDigits: 20 };
  const language = plainLocale(locale);
  const figures = new Intl.NumberFormat(language, { ...format, ...allDigits });
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' });
  const moment = new Intl.DateTimeFormat(language, {
    dateStyle: 'medium',
    timeStyle: 'medium',
    timeZone: 'UTC',
  });
  return (cell) => {
    if (typeof cell === 'number' || (column.kind === 'number' && isExactText(cell))) {
      // Years and numbers without a unit are not grouped.
      if (column.unit === undefined) return cell;
      return figures.format(cell) + suffix;
    }
    if (typeof cell === 'boolean') return cell ? 'Yes' : 'No';
    if (cell instanceof Instant) {
      return column.kind === 'date' ? day.format(cell.ms) : `${moment.format(cell.ms)} UTC`;
    }
    return cell;
  };
}
