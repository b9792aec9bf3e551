import { expect, it } from 'vitest';
import { layoutSchema } from '../../../../preload/contract/layouts.ts';

const stored = { columns: ['name', 'no_longer_there'], pinned: 1, widths: { name: 200 }, figures: 'full' };

it('a layout that an earlier version stored has no formats', () => {
  expect(layoutSchema.parse(stored)).toEqual({ ...stored, formats: {} });
});

it('a layout keeps the format of a column that is not there', () => {
  const formats = { no_longer_there: { kind: 'bar', ends: null } };
  expect(layoutSchema.parse({ ...stored, formats })).toEqual({ ...stored, formats });
});

it.each([
  { kind: 'bar', ends: { from: Number.NaN, to: 1 } },
  { kind: 'bar', ends: { from: 0, to: Infinity } },
  { kind: 'bar', ends: { from: 1, to: 1 } },
  { kind: 'scale', ends: null },
  { kind: 'rules', rules: [] },
  { kind: 'rules', rules: [{ test: 'equals', value: '', tone: 'good', sign: 'up' }] },
])('a layout with the format %j is refused', (format) => {
  expect(layoutSchema.safeParse({ ...stored, formats: { name: format } }).success).toBe(false);
});
