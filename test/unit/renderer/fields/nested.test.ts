import { expect, it } from 'vitest';
import { shapeOf } from '../../../../renderer/fields/nested.ts';

it('a list of objects is a table of the members that any of them fills, its name first', () => {
  const shape = shapeOf([
    { id: 1, icon_url: 'https://x', count: null, name: 'A' },
    { id: 2, count: 3, note: null },
  ]);
  expect(shape.kind === 'table' && shape.columns.map(({ name }) => name)).toEqual(['name', 'id', 'count']);
});

it('an object is its members that say something; addresses are recognized by their name', () => {
  const shape = shapeOf({ from_address: 'abc', empty: {}, count: 2 });
  expect(shape.kind === 'members' && shape.members.map(({ field }) => [field.name, field.type])).toEqual([
    ['from_address', 'address'],
    ['count', 'integer'],
  ]);
});

it('whatever else stands in a list stays', () => {
  expect(shapeOf([1, { a: 1 }, [2]])).toEqual({ kind: 'list', items: [1, { a: 1 }, [2]] });
  expect(shapeOf([])).toEqual({ kind: 'list', items: [] });
});
