import { expect, it } from 'vitest';
import { catalogueFields } from '../../../../renderer/query/fields.ts';
import { firstOperator } from '../../../../renderer/query/operators.ts';

it.each([
  ['assets', 'circulating_market_value_dollar', 'gte'],
  ['assets', 'name', 'ilike'],
  ['transactions', 'date', 'onOrAfter'],
] as const)(
  'before the service has told, a condition on %s %s begins as later',
  (resource, name, operator) => {
    const field = catalogueFields(resource).find((one) => one.name === name);
    expect(field === undefined ? null : firstOperator(field)).toBe(operator);
  },
);
