import { describe, expect, it } from 'vitest';
import { otherBorders } from '../../../../../main/sync/proof/alternatives.ts';
import type { Condition, Filter } from '../../../../../preload/contract/query.ts';

const of = (operator: string, value: Condition['value'], field = 'date'): Condition => ({
  operator,
  field,
  value,
});

const isDate = (field: string): boolean => field === 'date';

describe('the other borders of a filter', () => {
  it.each([
    ['lte', 'lt', '2026-03-01'],
    ['onOrBefore', 'lt', '2026-03-01'],
    ['gte', 'gt', '2026-02-27T23:59:59.999Z'],
    ['onOrAfter', 'gt', '2026-02-27T23:59:59.999Z'],
    ['lte', 'lt', '2026-03-01', 'T23:59:59.999Z'],
    ['gte', 'gt', '2026-02-27T23:59:59.999Z', 'T00:00:00Z'],
  ])('name the day of %s by the one outside: %s %s', (operator, other, value, time = '') => {
    const filter: Filter = { filters: [of('equals', 1, 'asset_id'), of(operator, `2026-02-28${time}`)] };
    const filters = [of('equals', 1, 'asset_id'), of(other, value)];
    expect(otherBorders(filter, isDate)).toEqual({ filters });
  });

  it.each([
    of('lte', '2026-13-45'),
    of('lte', '2026-02-28T12:00:00Z'),
    of('lte', '2026-02-28T00:00:00Z'),
    of('gte', '2026-02-28T23:59:59Z'),
    of('equals', '2026-02-28'),
    of('lt', '2026-02-28'),
    of('lte', 5),
    of('lte', '2026-02-28', 'timestamp'),
    of('lte', '2026-02-28', 'transaction_hash'),
    undefined,
  ])('leave %o as it is', (filter) => {
    expect(otherBorders(filter, isDate)).toBe(filter);
  });
});
