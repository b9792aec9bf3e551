import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Condition, ConditionValue, Filter } from '../../../../../preload/contract/query.ts';
import type { ResourceRecord } from '../../../../../preload/contract/records.ts';
import { QueryProblem } from '../../../../../main/store/query/problems.ts';
import { resourceOfAllTypes } from './sampleResource.ts';
import { openTestTable } from './testTable.ts';

const things = resourceOfAllTypes('things');

function condition(field: string, operator: string, value: ConditionValue): Condition {
  return { operator, field, value };
}

/** The ids of the records that a filter matches. */
function matches(records: readonly ResourceRecord[], filter: Filter): unknown[] {
  using table = openTestTable(things, records);
  return table.run({ filter, sort: { field: 'id', direction: 'asc' } }).records.map(({ id }) => id);
}

function problem(filter: Filter, openFields = true): string {
  using table = openTestTable(things);
  try {
    table.run({ filter }, openFields);
  } catch (error) {
    if (error instanceof QueryProblem) return error.message;
    throw error;
  }
  return 'none';
}

describe('texts', () => {
  const records = ['apple', 'Apple', 'applet', 'a%b', 'a_b', 'axb', 'a*b', 'Ärger', 'ärger', ''].map(
    (text, id) => ({ id, text }),
  );
  it.each<[string, string, number[]]>([
    ['equals', 'apple', [0]],
    ['like', 'apple%', [0, 2]],
    ['like', '_pple', [0, 1]],
    ['like', 'a_b', [3, 4, 5, 6]],
    ['like', 'a*b', [6]],
    ['like', '%', [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]],
    ['notLike', '%b', [0, 1, 2, 7, 8, 9]],
    ['ilike', 'APPLE', [0, 1]],
    ['ilike', 'ÄRG%', [7, 8]],
    ['startsWith', 'app', [0, 2]],
    ['startsWith', '%', []],
    ['startsWith', '', [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]],
  ])('%s %s', (operator, value, expected) => {
    expect(matches(records, condition('text', operator, value))).toEqual(expected);
  });
});

it('like knows its own wildcards, and none of another language', () => {
  const text = fc.string({ unit: fc.constantFrom(...'ab*?[]^-!\\%_'), maxLength: 6 });
  fc.assert(
    fc.property(fc.uniqueArray(text, { minLength: 1, maxLength: 8 }), text, (texts, written) => {
      // What stands in the texts with a wildcard in place of a character, too.
      const patterns = [written, ...texts, ...texts.map((one) => one.replace(/[ab]/, '_'))];
      const records = texts.map((one, id) => ({ id, text: one }));
      for (const pattern of patterns) {
        const parts = Array.from(pattern, (sign) =>
          sign === '%' ? '.*' : sign === '_' ? '.' : sign.replace(/\W/, '\\$&'),
        );
        const expected = records.filter((one) => new RegExp(`^${parts.join('')}$`, 's').test(one.text));
        expect(matches(records, condition('text', 'like', pattern))).toEqual(expected.map(({ id }) => id));
      }
    }),
    { numRuns: 25 },
  );
});

describe('dates', () => {
  const records = [
    { id: 1, date: '2026-01-04T23:59:59.999Z', datetime: '2026-01-04T23:59:59.999Z' },
    { id: 2, date: '2026-01-05', datetime: '2026-01-05T00:00:00Z' },
    { id: 3, date: '2026-01-05T18:00:00Z', datetime: '2026-01-05T18:00:00Z' },
    { id: 4, date: '2026-01-06T00:00:00+00:00', datetime: '2026-01-06T00:00:00Z' },
    { id: 5, date: null, datetime: null },
  ];
  it.each<[string, string, string, number[]]>([
    ['date', 'equals', '2026-01-05T12:00:00Z', [2, 3]],
    ['date', 'notEquals', '2026-01-05', [1, 4]],
    ['date', 'gte', '2026-01-05T23:00:00Z', [2, 3, 4]],
    ['date', 'gt', '2026-01-05', [4]],
    ['date', 'lte', '2026-01-05', [1, 2, 3]],
    ['date', 'lt', '2026-01-05T23:00:00Z', [1]],
    ['date', 'gte', '2026-01-06T01:00:00+02:00', [2, 3, 4]],
    ['datetime', 'equals', '2026-01-05T19:00:00+01:00', [3]],
    ['datetime', 'gte', '2026-01-05', [2, 3, 4]],
    ['datetime', 'lte', '2026-01-05', [1, 2]],
    ['datetime', 'onOrBefore', '2026-01-05', [1, 2, 3]],
    ['datetime', 'onOrBefore', '2026-01-05T00:00:00Z', [1, 2]],
    ['datetime', 'onOrAfter', '2026-01-05T18:00:00', [3, 4]],
  ])('%s %s %s', (field, operator, value, expected) => {
    expect(matches(records, condition(field, operator, value))).toEqual(expected);
  });

  it('in takes days, many of them as well as one', () => {
    const days = Array.from({ length: 400 }, (_, day) =>
      new Date(Date.UTC(2025, 0, 1 + day)).toISOString().slice(0, 10),
    );
    expect(matches(records, condition('date', 'in', ['2026-01-05']))).toEqual([2, 3]);
    expect(matches(records, condition('date', 'in', [...days, null]))).toEqual([1, 2, 3, 4, 5]);
  });
});

describe('ids, lists and metrics', () => {
  const records = [
    { id: 1, other_id: 7, id_list: [1, '76'], metric: { val: 5, val_7d: 4 } },
    { id: 2, other_id: '7', id_list: ['1'], metric: { val: -5 } },
    { id: 3, other_id: '07', id_list: [], metric: null },
    { id: 4, text_list: ['Ethereum', 'Base'], metric: { val: null, val_7d: 9 } },
  ];
  it.each<[string, string, ConditionValue, number[]]>([
    ['other_id', 'equals', '7', [1, 2]],
    ['other_id', 'in', [7, '07'], [1, 2, 3]],
    ['other_id', 'notEquals', 7, [3]],
    ['id', 'in', ['1', 4], [1, 4]],
    ['id_list', 'includes', 1, [1, 2]],
    ['id_list', 'includes', '76', [1]],
    ['id_list', 'equals', '1', [1, 2]],
    ['id_list', 'in', [76, 5], [1]],
    ['id_list', 'in', [], []],
    ['text_list', 'includes', 'Base', [4]],
    ['text_list', 'equals', null, [1, 2, 3]],
    ['metric', 'gte', -5, [1, 2]],
    ['metric:val', 'gte', 0, [1]],
    ['metric:val_7d', 'gte', 0, [1, 4]],
    ['metric', 'equals', null, [3, 4]],
  ])('%s %s %j', (field, operator, value, expected) => {
    expect(matches(records, condition(field, operator, value))).toEqual(expected);
  });
});

describe('null', () => {
  const records = [{ id: 1, text: null, object: null }, { id: 2, text: 'a', object: {} }, { id: 3 }];
  it.each<[string, string, ConditionValue, number[]]>([
    ['text', 'equals', null, [1, 3]],
    ['text', 'notEquals', null, [2]],
    ['text', 'notEquals', 'b', [2]],
    ['text', 'notLike', 'b%', [2]],
    ['text', 'in', ['a', null], [1, 2, 3]],
    ['text', 'in', [], []],
    ['number', 'gt', null, []],
    ['object', 'equals', null, [1, 3]],
    ['object', 'notEquals', null, [2]],
  ])('%s %s %j', (field, operator, value, expected) => {
    expect(matches(records, condition(field, operator, value))).toEqual(expected);
  });
});

describe('groups', () => {
  const records = [1, 2, 3].map((id) => ({ id, number: id }));
  const isAtLeast = (value: number): Condition => condition('number', 'gte', value);
  it.each<[Filter, number[]]>([
    [{ filters: [] }, [1, 2, 3]],
    [{ operator: 'or', filters: [] }, []],
    [{ operator: 'and', filters: [isAtLeast(2), { operator: 'or', filters: [] }] }, []],
    [{ operator: 'or', filters: [{ operator: 'and', filters: [] }] }, [1, 2, 3]],
    [{ filters: [isAtLeast(2), isAtLeast(3)] }, [3]],
    [
      {
        operator: 'or',
        filters: [isAtLeast(3), { operator: 'and', filters: [condition('number', 'lt', 2)] }],
      },
      [1, 3],
    ],
  ])('%j', (filter, expected) => {
    expect(matches(records, filter)).toEqual(expected);
  });

  it('with as many conditions as are allowed, as deep as is allowed', () => {
    const wide: Filter = {
      operator: 'or',
      filters: Array.from({ length: 500 }, (_, value) => isAtLeast(value + 3)),
    };
    expect(matches(records, wide)).toEqual([3]);
    const deep = Array.from({ length: 60 }).reduce<Filter>(
      (filter) => ({ filters: [filter, isAtLeast(2)] }),
      isAtLeast(3),
    );
    expect(matches(records, deep)).toEqual([3]);
  });

  it('with 10,000 values in a list', () => {
    expect(
      matches(
        records,
        condition(
          'number',
          'in',
          Array.from({ length: 10_000 }, (_, value) => value + 3),
        ),
      ),
    ).toEqual([3]);
  });
});

describe('fields that the catalogue does not know', () => {
  const records: ResourceRecord[] = [
    { id: 1, object: { name: 'Harbour', tags: ['x'] }, score: 5, flag: true },
    { id: 2, object: { name: 'Quay' }, score: '5', flag: false },
    { id: 3, score: { val: 9 } },
  ];
  it.each<[string, string, ConditionValue, number[]]>([
    ['object.name', 'startsWith', 'Har', [1]],
    ['object.name', 'ilike', 'q%', [2]],
    ['object.tags', 'includes', 'x', [1]],
    ['score', 'gte', 5, [1, 3]],
    ['score', 'equals', '5', [2]],
    ['score', 'in', [5, 9], [1, 3]],
    ['flag', 'equals', true, [1]],
    ['flag', 'equals', 1, []],
    ['missing', 'equals', null, [1, 2, 3]],
  ])('%s %s %j', (field, operator, value, expected) => {
    expect(matches(records, condition(field, operator, value))).toEqual(expected);
  });

  it('sort as well', () => {
    using table = openTestTable(things, records);
    const { records: sorted } = table.run({ sort: { field: 'object.name', direction: 'desc' } });
    expect(sorted.map(({ id }) => id)).toEqual([2, 1, 3]);
  });
});

describe('a query that cannot be answered names what is wrong', () => {
  it.each<[string, string, ConditionValue, string]>([
    ['text', 'sounds', 'a', "Invalid operator 'sounds' for field 'text'"],
    ['text', 'gt', 'a', "Invalid operator 'gt' for field 'text'"],
    ['number', 'like', '1%', "Invalid operator 'like' for field 'number'"],
    ['boolean', 'in', [true], 'none'],
    ['id_list', 'gt', 1, "Invalid operator 'gt' for field 'id_list'"],
    ['text', 'includes', 'a', "Invalid operator 'includes' for field 'text'"],
    ['object', 'equals', 'a', "Invalid operator 'equals' for field 'object'"],
    ['text', 'equals', 5, "Invalid value for field 'text': expected a text"],
    ['text', 'equals', ['a'], "Invalid value for field 'text': expected one value, not a list"],
    ['text', 'in', 'a', "Invalid value for field 'text': expected a list of values"],
    [
      'text',
      'like',
      'a'.repeat(1001),
      "Invalid value for field 'text': the pattern is longer than 1000 characters",
    ],
    ['number', 'gte', 'ten', "Invalid value for field 'number': expected a number"],
    ['boolean', 'equals', 'true', "Invalid value for field 'boolean': expected true or false"],
    ['other_id', 'equals', true, "Invalid value for field 'other_id': expected an identifier"],
    [
      'date',
      'gte',
      '2026-13-01',
      "Invalid value for field 'date': expected a date such as 2026-01-31 or 2026-01-31T12:00:00Z",
    ],
    [
      'number',
      'in',
      Array.from({ length: 20_001 }, () => 1),
      "Invalid value for field 'number': more than 20000 values in the list",
    ],
    ['metric:val_8d', 'gte', 1, "Unknown field 'metric:val_8d'"],
    ['nothing', 'equals', 1, "Unknown field 'nothing'"],
    ['hidden', 'equals', 1, "Field 'hidden' cannot be used in a filter"],
  ])('%s %s %.20j', (field, operator, value, expected) => {
    expect(problem(condition(field, operator, value), false)).toBe(expected);
  });

  it('is no longer than a sentence, however long the names are', () => {
    expect(problem(condition('x'.repeat(200), 'equals', 1), false).length).toBeLessThan(130);
  });

  it('says so of sorts', () => {
    using table = openTestTable(things);
    const sortBy = (field: string) => () => table.run({ sort: { field, direction: 'asc' } }, false);
    expect(sortBy('nothing')).toThrow(new QueryProblem("Unknown sort field 'nothing'"));
    expect(sortBy('hidden')).toThrow(new QueryProblem("Field 'hidden' cannot be used to sort"));
    expect(sortBy('id_list')).toThrow(new QueryProblem("Field 'id_list' cannot be used to sort"));
    expect(sortBy('object')).toThrow(new QueryProblem("Field 'object' cannot be used to sort"));
  });

  it('never lets a value into the SQL', () => {
    const nasty = `'; DROP TABLE "things"; --`;
    expect(matches([{ id: 1, text: nasty }], condition('text', 'equals', nasty))).toEqual([1]);
    expect(problem(condition(`text" = '' OR 1=1 --`, 'equals', 'a'), false)).toBe(
      `Unknown field 'text" = '' OR 1=1 --'`,
    );
    expect(problem(condition(`a"b`, 'equals', 'a'))).toBe(`Unknown field 'a"b'`);
  });
});

describe('very long lists of values', () => {
  const records = [
    { id: 1, text: 'value 7', number: 7.25 },
    { id: 2, text: 'Value 7', number: 1e21 },
    { id: 3, text: 'ärger "7"', number: -0.1 },
    { id: 4, text: null, number: null },
  ];

  it('match as short ones do, whatever is in them', () => {
    const many = Array.from({ length: 20_000 }, (_, index) => `value ${index.toString()}`);
    expect(matches(records, condition('text', 'in', many))).toEqual([1]);
    expect(matches(records, condition('text', 'in', [...many.slice(0, 5000), 'ärger "7"', null]))).toEqual([
      1, 3, 4,
    ]);
    const numbers = Array.from({ length: 2000 }, (_, index) => index + 0.25);
    expect(matches(records, condition('number', 'in', [...numbers, 1e21, -0.1]))).toEqual([1, 2, 3]);
  });

  it('may stand twice in a filter, and are refused beyond what can be watched', () => {
    const many = Array.from({ length: 20_000 }, (_, index) => `value ${index.toString()}`);
    const filters = [condition('text', 'in', many), condition('text', 'in', many.toReversed())];
    expect(matches(records, { operator: 'or', filters })).toEqual([1]);
    expect(problem(condition('text', 'in', [...many, 'one more']))).not.toBe('none');
  });
});
