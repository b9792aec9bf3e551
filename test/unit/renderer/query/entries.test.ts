import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { resolveMovingDate } from '../../../../preload/contract/movingDates.ts';
import type { ConditionValue, Query } from '../../../../preload/contract/query.ts';
import { catalogueFields } from '../../../../renderer/query/fields.ts';
import { parseNumberEntry, writeNumberEntry } from '../../../../renderer/format/typedNumbers.ts';
import { parametersOf, resolveQuery } from '../../../../renderer/query/templates.ts';
import {
  convertEntries,
  parseFree,
  writeEntries,
  writeEntry,
  writeFree,
} from '../../../../renderer/query/valueEntry.ts';
import { withFormats } from '../../../support/withFormats.ts';

describe('a number entry', () => {
  it.each([
    ['1.5m', 1_500_000],
    ['20k', 20_000],
    ['$1,000', 1000],
    ['2 bn', 2_000_000_000],
    ['1.1m', 1_100_000],
    ['−5', -5],
    ['4.5%', 4.5],
    ['1e6', 1_000_000],
    ["1'000", 1000],
    ['.5', 0.5],
    ['', null],
    ['m', null],
    ['10 apples', null],
    ['1,5', null],
    ['abc', null],
  ])('%s is %s', (text, expected) => {
    expect(parseNumberEntry(text)).toBe(expected);
  });

  it.each([
    ['4.5%', 'percent', 4.5],
    ['4.5', 'percent', 4.5],
    ['$4.5', 'percent', null],
    ['$1.5m', 'dollar', 1_500_000],
    ['€1.5m', 'dollar', null],
    ['50%', 'dollar', null],
    ['50%', 'count', null],
    ['50%', 'ratio', null],
    ['50%', 'points', null],
    ['50 pp', 'points', 50],
    ['2 years', 'years', 2],
    ['2 years', 'months', null],
    ['2 years', 'count', null],
    ['2 million', 'count', 2_000_000],
    ['50%', undefined, 50],
  ] as const)('%s in %s is %s', (text, unit, expected) => {
    expect(parseNumberEntry(text, undefined, unit)).toBe(expected);
  });

  it('is written as it can be entered again', () => {
    fc.assert(
      fc.property(fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.integer()), (value) => {
        expect(parseNumberEntry(writeNumberEntry(value))).toBe(value === 0 ? 0 : value);
      }),
    );
    expect([1_500_000, 20_000, 1_234_567, 10_000_000].map((value) => writeNumberEntry(value))).toEqual([
      '1.5m',
      '20k',
      '1234567',
      '10m',
    ]);
  });
});

describe('a list entry', () => {
  it('takes a column of a spreadsheet, commas, quotes, and each value once', () => {
    expect(convertEntries('1\r\n2\r\n\r\n2\r\nx\r\n', 'number')).toEqual({ values: [1, 2], refused: ['x'] });
    expect(convertEntries('Fund, Class A\nFund B', 'text').values).toEqual(['Fund, Class A', 'Fund B']);
    expect(convertEntries('"A ""B""", C', 'text').values).toEqual(['A "B"', 'C']);
    expect(convertEntries('007, 51, 9007199254740993', 'id').values).toEqual(['007', 51, '9007199254740993']);
  });

  it('has semicolons between values wherever one stands, as cells with several values have them', () => {
    const networks = ['Ethereum', 'Marunstead', 'Base, Layer 2'];
    expect(convertEntries('Ethereum; Marunstead\nBase, Layer 2;\nEthereum', 'text').values).toEqual(networks);
    expect(convertEntries('Ethereum; Marunstead; "Base, Layer 2"', 'text').values).toEqual(networks);
    expect(convertEntries('"Fund; A"\n5" pipe\n"B"', 'text').values).toEqual(['Fund; A', '5" pipe', 'B']);
  });

  it('of texts is written as it can be read again, with any letters', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string({ minLength: 1, unit: 'grapheme' })), (values) => {
        expect(convertEntries(writeEntries(values, 'text'), 'text')).toEqual({ values, refused: [] });
      }),
    );
    expect(writeEntries(['Fund; A', 'Fund B', 51], 'text')).toBe('"Fund; A"\nFund B\n51');
  });

  it.each([
    ['comma', '1,000, 2,000', [1000, 2000], []],
    ['comma', '1,2,3', [1, 2, 3], []],
    ['comma', '1,000', [1000], []],
    ['comma', '1,000,2,000', [], ['1,000,2,000']],
    ['comma', '1.5;2', [1.5, 2], []],
    ['point', '1,5', [1.5], []],
    ['point', '1,5, 2,5', [1.5, 2.5], []],
    ['point', '1,5;100.000', [1.5, 100_000], []],
    ['point', '1,5\n1.234,56', [1.5, 1234.56], []],
    ['point', '1,2,3', [], ['1,2,3']],
    ['space', '1 000; 2 000', [1000, 2000], []],
  ] as const)('of numbers with %s: %s', (numbers, text, values, refused) => {
    withFormats({ numbers });
    expect(convertEntries(text, 'number')).toEqual({ values, refused });
    const written = values.map((value) => writeEntry(value, 'number'));
    for (const separator of ['\n', '; ', '\t'])
      expect(convertEntries(written.join(separator), 'number').values).toEqual(values);
  });

  it('of identifiers has commas, whatever the settings', () => {
    withFormats({ numbers: 'point' });
    expect(convertEntries('100,200', 'id').values).toEqual([100, 200]);
  });

  it('of any kind of value stays what it is when it is edited freely', () => {
    const scalar = fc.oneof(
      fc.string(),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.boolean(),
      fc.constant(null),
    );
    fc.assert(
      fc.property(fc.oneof(scalar, fc.array(scalar)), (value: ConditionValue) => {
        expect(parseFree(writeFree(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});

describe('values filled in at a run', () => {
  const now = Date.UTC(2026, 2, 31, 23, 59);

  it.each([
    ['today', '2026-03-31'],
    ['yesterday', '2026-03-30'],
    ['30 days ago', '2026-03-01'],
    ['1 month ago', '2026-02-28'],
    ['12 months ago', '2025-03-31'],
    ['2 weeks ago', '2026-03-17'],
    ['1 year ago', '2025-03-31'],
    ['start of week', '2026-03-30'],
    ['start of month', '2026-03-01'],
    ['start of quarter', '2026-01-01'],
    ['Start of Year', '2026-01-01'],
    ['network', null],
  ])('%s is %s', (words, expected) => {
    expect(resolveMovingDate(words, now)).toBe(expected);
  });

  it('become what the field takes', () => {
    const query: Query = {
      filter: {
        operator: 'and',
        filters: [
          { operator: 'gte', field: 'circulating_market_value_dollar', value: '{{least value}}' },
          { operator: 'in', field: 'asset_class_name', value: '{{classes}}' },
          { operator: 'ilike', field: 'name', value: '%{{words}}%' },
          { operator: 'onOrAfter', field: '_created_at', value: '{{30 days ago}}' },
          { operator: 'equals', field: 'ticker', value: '{{unanswered}}' },
        ],
      },
    };
    expect(parametersOf(query)).toEqual(['least value', 'classes', 'words', 'unanswered']);
    const parameters = { 'least value': '1.5m', classes: 'Stocks, Corporate Credit', words: 'fund' };
    expect(resolveQuery(query, catalogueFields('assets'), { now, parameters }).filter).toEqual({
      operator: 'and',
      filters: [
        { operator: 'gte', field: 'circulating_market_value_dollar', value: 1_500_000 },
        { operator: 'in', field: 'asset_class_name', value: ['Stocks', 'Corporate Credit'] },
        { operator: 'ilike', field: 'name', value: '%fund%' },
        { operator: 'onOrAfter', field: '_created_at', value: '2026-03-01' },
        { operator: 'equals', field: 'ticker', value: '{{unanswered}}' },
      ],
    });
  });
});
