import { describe, expect, it } from 'vitest';
import { assets } from '../../../../../preload/contract/resources/assets.ts';
import { compareRecords, comparedSections } from '../../../../../renderer/features/compare/rows.ts';

const one = {
  id: 1,
  name: 'One',
  issuer_id: 7,
  network_ids: [1, 2],
  token_count: 3,
  circulating_market_value_dollar: { val: 10, val_7d: 9 },
  ticker: null,
  extra: [{ a: 1, b: 2 }],
};
const two = {
  id: 2,
  name: 'Two',
  issuer_id: '7',
  network_ids: [2, 1],
  token_count: 4,
  circulating_market_value_dollar: { val: 10, val_7d: 1 },
  ticker: '',
  extra: [{ b: 2, a: 1 }],
};

function differing(records: Parameters<typeof compareRecords>[1]): string[] {
  return compareRecords(assets, records)
    .filter(({ differs }) => differs)
    .map(({ field }) => field.name);
}

describe('compared fields', () => {
  it('differ if the records have different values, not just different spellings', () => {
    expect(differing([one, two])).toEqual(['id', 'name', 'token_count']);
  });

  it('are omitted if all are empty, and include those that the catalogue lacks', () => {
    const names = compareRecords(assets, [one, two]).map(({ field }) => field.name);
    expect(names).not.toContain('ticker');
    expect(names).toContain('extra');
  });

  it('differ where one record has nothing', () => {
    expect(differing([one, { ...one, token_count: null }])).toEqual(['token_count']);
  });

  it('keep the column of a record that is still loading, which does not count as different', () => {
    const [, name] = compareRecords(assets, [one, null]);
    expect(name).toMatchObject({ values: ['One', undefined], differs: false });
  });

  it('are chosen by words and by difference, in sections', () => {
    const fields = compareRecords(assets, [one, two]);
    const choose = (words: string, onlyDiffering: boolean): string[] =>
      comparedSections(assets, fields, { words, onlyDiffering }).flatMap(({ rows }) =>
        rows.map(({ field }) => field.name),
      );
    expect(choose('', true)).toEqual(['name', 'token_count', 'id']);
    expect(choose('', false)[0]).toBe('circulating_market_value_dollar');
    expect(choose('issuer', false)).toEqual(['issuer_id']);
    expect(choose('issuer', true)).toEqual([]);
  });
});

it('the members of a metric are compared where words mean them', () => {
  const metric = (amount: number) => ({
    id: amount,
    circulating_market_value_dollar: { val: 5, chg_30d_amt: amount },
  });
  const fields = compareRecords(assets, [metric(1), metric(2)]);
  const rows = comparedSections(assets, fields, { words: '30 d change $', onlyDiffering: false }).flatMap(
    (section) => section.rows,
  );
  expect(rows).toMatchObject([
    { field: { label: 'Circulating market value, 30 d change $' }, values: [1, 2], differs: true },
  ]);
});
