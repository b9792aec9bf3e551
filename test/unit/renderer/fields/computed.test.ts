import { describe, expect, it } from 'vitest';
import type { ComputedColumn } from '../../../../preload/contract/computedColumns.ts';
import type { ResourceRecord } from '../../../../preload/contract/records.ts';
import { resources } from '../../../../preload/contract/resources.ts';
import { selectedCells } from '../../../../renderer/features/records/browser/selectedCells.ts';
import { cellLook, cellTitle, type CellContext } from '../../../../renderer/fields/cell.ts';
import { computedField } from '../../../../renderer/fields/computed.ts';
import { copyText } from '../../../../renderer/fields/copyText.ts';
import { neededFields } from '../../../../renderer/fields/needed.ts';

const context: CellContext = {
  resource: resources.transactions,
  figures: 'full',
  nameOf: () => undefined,
  labelOf: () => undefined,
};
const records: readonly ResourceRecord[] = [
  { id: 'a', usd_amount: 200, amount: 4 },
  { id: 'b', usd_amount: 9, amount: 0 },
  { id: 'c', usd_amount: 16, amount: -4 },
];
const reason = 'sqrt needs a number of 0 or more.';

function field(expression: string, format: ComputedColumn['format']) {
  return computedField({
    id: 'x1',
    resource: 'transactions',
    name: 'Mine',
    expression,
    format,
    createdAt: 1,
    changedAt: 1,
  });
}

describe('a computed column', () => {
  it('looks as its format: dollars, a text, yes or no, empty after a division by zero', () => {
    const looks = (expression: string, format: ComputedColumn['format']) =>
      records.map((record) => cellLook(record, field(expression, format), context));
    expect(looks('usd_amount / amount', 'dollars')).toEqual([
      { kind: 'figure', text: '$50.00' },
      { kind: 'empty' },
      { kind: 'figure', text: '-$4.00' },
    ]);
    expect(looks('amount > 0', 'yesno').map(({ kind }) => kind)).toEqual(['yes', 'no', 'no']);
    expect(looks('amount', 'text')[2]).toEqual({ kind: 'text', text: '-4' });
  });

  it('shows why a value cannot be computed, in the cell, its title and a copy', () => {
    const root = field('sqrt(amount)', 'number');
    const [, , third = { id: '' }] = records;
    const look = cellLook(third, root, context);
    expect(look).toEqual({ kind: 'fault', reason });
    expect(cellTitle(third, root, look)).toBe(reason);
    expect(copyText(records, [root], { format: 'tsv', headings: true })).toBe(`Mine\n2\n0\nError: ${reason}`);
    expect(JSON.parse(copyText(records, [root], { format: 'json', headings: true }))).toEqual([
      { Mine: 2 },
      { Mine: 0 },
      { Mine: `Error: ${reason}` },
    ]);
  });

  it('shows what is wrong with its expression if the catalogue has changed', () => {
    expect(cellLook({ id: 'a' }, field('gone_field + 1', 'number'), context)).toEqual({
      kind: 'fault',
      reason: 'There is no field `gone_field`. Choose one from the list, or write a text in quotes.',
    });
  });

  it('is summed at the foot, unless it is in percent', () => {
    const rows = {
      recordAt: (row: number) => records[row],
      pageAt: () => undefined,
    };
    const sum = (format: ComputedColumn['format']) =>
      selectedCells(rows, [field('usd_amount / amount', format)], { top: 0, bottom: 2, left: 0, right: 0 })
        .figures?.sum;
    expect(sum('dollars')).toBe(46);
    expect(sum('percent')).toBeNull();
  });

  it('is computed from members that a table of it asks for', () => {
    const mine = field('usd_amount / amount', 'dollars');
    expect(neededFields(resources.transactions, [mine.name], [mine])).toEqual(
      expect.arrayContaining(['id', 'usd_amount', 'amount']),
    );
    expect(neededFields(resources.transactions, [], [mine])).not.toContain('amount');
  });

  it('is sorted and filtered, and says where', () => {
    const { sortable, filterable, description } = field('amount', 'number');
    expect([sortable, filterable]).toEqual([true, true]);
    expect(description).toContain(
      'Computed column: amount\nIt is sorted and filtered over the cached records',
    );
  });
});
