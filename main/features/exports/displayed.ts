import type { Unit } from '../../../preload/contract/resources.ts';
import { isExactText } from '../../../preload/contract/metric.ts';
import { Instant, type Cell } from './cells.ts';
import type { ExportColumn } from './exportColumns.ts';

/** Makes cells into the text that a reader sees in the window, at full length: grouped figures with their unit, spelled days. */
export function displayedCells(
  columns: readonly ExportColumn[],
  locale: string | undefined,
): (cells: readonly Cell[]) => Cell[] {
  const writers = columns.map((column) => displayedCell(column, locale));
  return (cells) => cells.map((cell, index) => writers[index]?.(cell) ?? null);
}

function displayedCell(column: ExportColumn, locale: string | undefined): (cell: Cell) => Cell {
  const figures = new Intl.NumberFormat(locale, { maximumFractionDigits: 20, ...unitOptions(column.unit) });
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  const moment = new Intl.DateTimeFormat(locale, {
    dateStyle: 'medium',
    timeStyle: 'medium',
    timeZone: 'UTC',
  });
  return (cell) => {
    if (typeof cell === 'number' || (column.kind === 'number' && isExactText(cell))) {
      // Years and numbers without a unit are not grouped.
      if (column.unit === undefined) return cell;
      return figures.format(cell) + (column.unit === 'bps' ? ' bps' : '');
    }
    if (typeof cell === 'boolean') return cell ? 'Yes' : 'No';
    if (cell instanceof Instant) {
      return column.kind === 'date' ? day.format(cell.ms) : `${moment.format(cell.ms)} UTC`;
    }
    return cell;
  };
}

function unitOptions(unit: Unit | undefined): Intl.NumberFormatOptions {
  switch (unit) {
    case 'dollar':
      return {
        style: 'currency',
        currency: 'USD',
        currencyDisplay: 'narrowSymbol',
        minimumFractionDigits: 0,
      };
    case 'percent':
      return { style: 'unit', unit: 'percent' };
    case 'years':
      return { style: 'unit', unit: 'year', unitDisplay: 'short' };
    case 'months':
      return { style: 'unit', unit: 'month', unitDisplay: 'short' };
    case 'bps':
    case 'count':
    case 'token':
    case 'ratio':
    case undefined:
      return {};
  }
}
