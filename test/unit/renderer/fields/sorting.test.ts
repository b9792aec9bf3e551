import { expect, it } from 'vitest';
import { resources } from '../../../../preload/contract/resources.ts';
import type { Sort } from '../../../../preload/contract/query.ts';
import { fieldsOf, type ShownField } from '../../../../renderer/fields/infer.ts';
import { addedSort, nextSort } from '../../../../renderer/fields/sorting.ts';

const own: Sort = { field: 'circulating_market_value_dollar', direction: 'desc' };

function field(name: string): ShownField {
  const found = fieldsOf(resources.assets, []).find((candidate) => candidate.name === name);
  if (found === undefined) throw new Error(`No field ${name}.`);
  return found;
}

/** The orders that three clicks on a header lead through. */
function clicks(name: string): (Sort | undefined)[] {
  const seen: (Sort | undefined)[] = [];
  let chosen: Sort | undefined;
  for (let click = 0; click < 3; click += 1) {
    chosen = nextSort(field(name), chosen, chosen ?? own);
    seen.push(chosen);
  }
  return seen;
}

it('text goes up, down, and back to the own order of the resource', () => {
  expect(clicks('name')).toEqual([
    { field: 'name', direction: 'asc' },
    { field: 'name', direction: 'desc' },
    undefined,
  ]);
});

it('figures and dates begin with the largest', () => {
  expect([clicks('token_count')[0]?.direction, clicks('inception_date')[0]?.direction]).toEqual([
    'desc',
    'desc',
  ]);
});

it('the field of the own order turns round and back', () => {
  expect(clicks(own.field)).toEqual([{ ...own, direction: 'asc' }, undefined, { ...own, direction: 'asc' }]);
});

it('a further field goes behind the others, turns round, and is removed again', () => {
  const seen: (Sort | undefined)[] = [];
  let sort: Sort | undefined = own;
  for (let click = 0; click < 3; click += 1) {
    sort = addedSort(field('name'), sort ?? own);
    seen.push(sort);
  }
  expect(seen).toEqual([
    { ...own, thenBy: [{ field: 'name', direction: 'asc' }] },
    { ...own, thenBy: [{ field: 'name', direction: 'desc' }] },
    own,
  ]);
});

it('five fields are an order, a sixth changes nothing', () => {
  const names = ['name', 'ticker', 'token_count', 'issuer_name'];
  const five = names.reduce((sort: Sort, name) => addedSort(field(name), sort) ?? own, own);
  expect(five.thenBy?.map((key) => key.field)).toEqual(names);
  expect(addedSort(field('asset_class_name'), five)).toBe(five);
});
