import { expect, it } from 'vitest';
import { findField, resources } from '../../../../../../preload/contract/resources.ts';
import {
  binConditions,
  binLabel,
  valueCondition,
} from '../../../../../../renderer/features/records/browser/summary.ts';

const field = (name: string) => {
  const found = findField(resources.assets, name);
  if (found === undefined) throw new Error(`There is no ${name}.`);
  return found;
};

it('bins beside one another share no value and leave none out, as their labels say', () => {
  const name = 'token_count';
  const bins = [
    { from: null, to: 10, count: 1 },
    { from: 10, to: 20, count: 1 },
    { from: 20, to: null, count: 1 },
  ];
  expect(bins.map((bin) => binConditions(field(name), bin))).toEqual([
    [{ field: name, operator: 'lt', value: 10 }],
    [
      { field: name, operator: 'gte', value: 10 },
      { field: name, operator: 'lt', value: 20 },
    ],
    [{ field: name, operator: 'gte', value: 20 }],
  ]);
  expect(bins.map((bin) => binLabel(field(name), bin))).toEqual(['Below 10', '10 up to 20', '20 and above']);
});

it('a frequent value of a list is asked for in it', () => {
  expect([
    valueCondition(field('network_ids'), 3),
    valueCondition(field('asset_class_name'), 'Stocks'),
  ]).toEqual([
    { field: 'network_ids', operator: 'includes', value: 3 },
    { field: 'asset_class_name', operator: 'equals', value: 'Stocks' },
  ]);
});
