import { describe, expect, it } from 'vitest';
import { resources } from '../../../../../preload/contract/resources.ts';
import { inferField } from '../../../../../renderer/fields/infer.ts';
import {
  layOut,
  rowHeights,
  scrollTo,
  totalWidth,
  visibleColumns,
  visibleRows,
  type ColumnPreferences,
} from '../../../../../renderer/ui/grid/geometry.ts';

const preferences: ColumnPreferences = { titleField: 'name', pinned: 1, widths: {}, figures: 'compact' };
const columns = layOut(resources.assets.fields, preferences);

describe('columns', () => {
  it('lie side by side without a gap', () => {
    const gaps = columns.filter((column, index) => {
      const next = columns[index + 1];
      return next !== undefined && next.left !== column.left + column.width;
    });
    expect(gaps).toEqual([]);
    expect(totalWidth(columns)).toBe(columns.reduce((sum, { width }) => sum + width, 0));
  });

  it('are as wide as their headings, of every field of the catalogue', () => {
    const cut = Object.values(resources)
      .flatMap(({ fields }) => layOut(fields, preferences))
      // A character takes 6.4 px at least, its sides and the button of its menu 32 px.
      .filter(({ field, width }) => width < field.label.length * 6.4 + 32);
    expect(cut.map(({ field }) => field.label)).toEqual([]);
  });

  it('may have the name of what every object has', () => {
    const [column] = layOut([inferField('constructor', 'text')], preferences);
    expect(column?.width).toBeGreaterThan(100);
  });

  it('in sight are few, whatever the number of all', () => {
    const { start, end } = visibleColumns(columns, 10_000, 1200);
    expect(end - start).toBeLessThan(20);
    const [first, last] = [columns[start], columns[end - 1]];
    expect(first?.left).toBeLessThanOrEqual(10_000);
    expect((last?.left ?? 0) + (last?.width ?? 0)).toBeGreaterThanOrEqual(11_200);
  });

  it('at the ends', () => {
    expect(visibleColumns(columns, 0, 1200).start).toBe(0);
    expect(visibleColumns(columns, totalWidth(columns) - 1200, 1200).end).toBe(columns.length);
    expect(visibleColumns([], 0, 1200)).toEqual({ start: 0, end: 0 });
  });
});

describe.each(Object.entries(rowHeights))('rows of the %s density', (_, rowHeight) => {
  it('in sight cover the viewport', () => {
    const { start, end } = visibleRows(1000, rowHeight, 5000, 700);
    expect(start * rowHeight).toBeLessThanOrEqual(5000);
    expect(end * rowHeight).toBeGreaterThanOrEqual(5700);
  });

  it('are as many anywhere in a long table', () => {
    const numbers = [0, 1000, 5000, 12_345, 1000 * rowHeight - 700].map((scrollTop) => {
      const { start, end } = visibleRows(1000, rowHeight, scrollTop, 700);
      return end - start;
    });
    expect(new Set(numbers).size).toBe(1);
  });

  it('never lie beyond the table', () => {
    expect(visibleRows(3, rowHeight, 0, 700)).toEqual({ start: 0, end: 3 });
    expect(visibleRows(3, rowHeight, 9000, 700)).toEqual({ start: 0, end: 3 });
    expect(visibleRows(0, rowHeight, 0, 700)).toEqual({ start: 0, end: 0 });
  });
});

describe('scrolling to a cell', () => {
  it('moves as little as it can', () => {
    expect(scrollTo(100, 500, 200, 28)).toBe(100);
    expect(scrollTo(100, 500, 50, 28)).toBe(50);
    expect(scrollTo(100, 500, 590, 28)).toBe(118);
  });

  it('keeps clear of the pinned column', () => {
    expect(scrollTo(1000, 500, 1100, 100, 264)).toBe(836);
    expect(scrollTo(1000, 500, 264, 100, 264)).toBe(0);
  });
});
