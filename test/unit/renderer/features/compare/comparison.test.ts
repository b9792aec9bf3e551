import { expect, it } from 'vitest';
import { ComparisonState } from '../../../../../renderer/features/compare/comparison.svelte.ts';

const asset = (id: number): { resource: 'assets'; id: number } => ({ resource: 'assets', id });

it('records are gathered once each, up to eight, and lead to a place from two on', () => {
  const comparison = new ComparisonState();
  comparison.add('sample', asset(1), 'One');
  expect(comparison.place).toBeNull();
  comparison.add('sample', { resource: 'assets', id: '1' }, 'One');
  comparison.add('sample', asset(2), 'Two');
  expect(comparison.place).toEqual({ view: 'compare', resource: 'assets', ids: [1, 2] });
  for (let id = 3; id < 12; id += 1) comparison.add('sample', asset(id), '');
  expect([comparison.chosen.length, comparison.full]).toEqual([8, true]);
});

it('a record of another resource or connection begins anew', () => {
  const comparison = new ComparisonState();
  comparison.add('sample', asset(1), 'One');
  comparison.add('sample', { resource: 'tokens', id: 1 }, 'Token');
  expect([comparison.resource, comparison.chosen.length]).toEqual(['tokens', 1]);
  comparison.add('other', { resource: 'tokens', id: 2 }, 'Token');
  expect(comparison.chosen.map(({ id }) => id)).toEqual([2]);
  expect(comparison.holds('sample', { resource: 'tokens', id: 2 })).toBe(false);
});

it('a record is removed as it was added; without records nothing is left', () => {
  const comparison = new ComparisonState();
  comparison.toggle('sample', asset(1), 'One');
  expect(comparison.holds('sample', asset(1))).toBe(true);
  comparison.toggle('sample', asset(1), 'One');
  expect([comparison.resource, comparison.connectionId]).toEqual([null, null]);
});

it('a record gathered before its name was known is given it when it is', () => {
  const comparison = new ComparisonState();
  comparison.add('sample', asset(1), 'Asset 1');
  comparison.rename('sample', asset(2), 'Two');
  comparison.rename('other', asset(1), 'Another');
  comparison.rename('sample', { resource: 'assets', id: '1' }, 'One');
  expect(comparison.chosen).toEqual([{ id: 1, title: 'One' }]);
});
