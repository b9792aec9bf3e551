import { expect, it } from 'vitest';
import { readQuery } from '../../../../renderer/query/draft.ts';
import { catalogueFields } from '../../../../renderer/query/fields.ts';
import { problemsOf, serviceProblems } from '../../../../renderer/query/problems.ts';

it('a percentage in a field of dollars is reported', () => {
  const filter = { field: 'circulating_market_value_dollar', operator: 'gte', value: '10%' };
  expect([
    ...problemsOf(readQuery({ filter }).filter, undefined, catalogueFields('assets')).values(),
  ]).toEqual([['“10%” has another unit. Enter a number in US dollars.']]);
});

it('a condition that is switched off, alone or with its group, reports no problem', () => {
  const wrong = { operator: 'gte', field: 'circulating_market_value_dollar', value: 'much' };
  const fields = catalogueFields('assets');
  const problems = (...args: Parameters<typeof readQuery>): readonly string[] =>
    [...problemsOf(readQuery(...args).filter, undefined, fields).values()].flat();
  expect(problems({ filter: wrong })).toEqual(['“much” is not a number such as 1,234.5.']);
  expect(problems({}, [{ path: [], filter: wrong }])).toEqual([]);
  expect(problems({}, [{ path: [], filter: { operator: 'or', filters: [wrong, wrong] } }])).toEqual([]);
  const { filter } = readQuery({}, [{ path: [], filter: { operator: 'or', filters: [wrong, wrong] } }]);
  expect(serviceProblems(`Invalid operator 'gte' for field '${wrong.field}'`, filter, undefined).size).toBe(
    0,
  );
});
