import { expect, it } from 'vitest';
import { assets } from '../../../../../preload/contract/resources/assets.ts';
import { comparisonAsCells, comparisonAsMarkdown } from '../../../../../renderer/features/compare/copy.ts';
import { compareRecords } from '../../../../../renderer/features/compare/rows.ts';

const rows = compareRecords(assets, [
  { id: 1, name: '=A|1\tx', circulating_market_value_dollar: { val: 1234567.891 } },
  { id: 2, name: 'B\nb', circulating_market_value_dollar: null },
]).filter(({ field }) => field.name !== 'id');

it('a spreadsheet gets exact figures and no formulas, with tabs and line breaks inside quotes', () => {
  expect(comparisonAsCells(['=A', 'B'], rows).text).toBe(
    ["Field\t'=A\tB", 'Name\t"\'=A|1\tx"\t"B\nb"', 'Circulating market value\t1234567.891\t'].join('\n'),
  );
});

it('a document gets figures to read, in a table that nothing breaks', () => {
  expect(comparisonAsMarkdown(['A', 'B'], rows, 'en-US').split('\n')).toEqual([
    '| Field | A | B |',
    '| --- | --- | --- |',
    '| Name | =A\\|1 x | B b |',
    '| Circulating market value | $1,234,567.89 |  |',
  ]);
});
