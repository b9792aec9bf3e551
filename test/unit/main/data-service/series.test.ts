import { describe, expect, it } from 'vitest';
import {
  joinDays,
  readOneSeries,
  readOneValue,
  type OneSeries,
} from '../../../../main/data-service/series.ts';

const day = (date: string): number => Date.parse(date) / 86_400_000;

function series(points: unknown): OneSeries {
  const read = readOneSeries({ measure: { slug: 'a' }, group: { id: 1, name: 'One' }, points });
  if (read === null) throw new Error('No series.');
  return read;
}

describe('readOneSeries', () => {
  it('reads pairs of a day and a value; null is no value', () => {
    const read = series([
      ['2025-06-01', 312],
      ['2025-06-02', null],
      ['2025-06-03', '1e-06'],
    ]);
    expect([...read.days]).toEqual(['2025-06-01', '2025-06-02', '2025-06-03'].map(day));
    expect([...read.values]).toEqual([312, NaN, 1e-6]);
  });

  it('takes objects, timestamps, points out of order and days that come twice', () => {
    const read = series([
      { date: '2025-06-03T00:00:00Z', value: 3 },
      ['2025-06-01', 1],
      ['2025-06-01', 2],
      ['not a day', 9],
      7,
    ]);
    expect([...read.days]).toEqual([day('2025-06-01'), day('2025-06-03')]);
    expect([...read.values]).toEqual([2, 3]);
    // Two that have no day, and a first figure of a day that has another.
    expect(read.leftOut).toBe(3);
  });

  it.each([
    ['a day that does not exist', '2025-02-31', 5],
    ['a day of a month that does not exist', '2025-13-01', 5],
    ['a day in another form', '2025/06/02', 5],
    ['milliseconds for a day', 1_748_822_400_000, 5],
    ['a figure with separators', '2025-06-02', '1,000'],
    ['a figure that is an object', '2025-06-02', { val: 5 }],
    ['a figure that is a list', '2025-06-02', [5]],
  ] as const)('counts a point with %s as left out', (_what, date, value) => {
    const read = series([
      ['2025-06-01', 1],
      [date, value],
      ['2025-06-03', 3],
      ['2025-06-03', 3],
      ['2025-06-04', null],
    ]);
    expect(read.leftOut).toBe(1);
    const has = [...read.days].flatMap((at, index) => (Number.isNaN(read.values[index]) ? [] : [at]));
    expect(has).toEqual([day('2025-06-01'), day('2025-06-03')]);
  });

  it('reads years and months as their first day, and times by their instant', () => {
    const read = series([
      ['2024', 1],
      ['2025-06', 2],
      ['2025-09-01T23:30:00-05:00', 3],
    ]);
    expect([...read.days]).toEqual(['2024-01-01', '2025-06-01', '2025-09-02'].map(day));
    expect(read.leftOut).toBe(0);
  });

  it('counts each figure once that a day with several loses', () => {
    const lost = (...values: readonly unknown[]): number =>
      series(values.map((value) => ['2025-06-01', value])).leftOut;
    expect([lost('1,000', 5), lost(null, 5), lost(5, null), lost(5, 6), lost(5, 5)]).toEqual([1, 0, 1, 1, 0]);
  });

  it('takes measures and groups that are words or numbers, and colors that are none', () => {
    const read = readOneSeries({ measure: 'tvl', group: 51, points: [] });
    expect(read).toMatchObject({
      measure: { slug: 'tvl', name: 'tvl' },
      group: { id: 51, name: '51', color: null },
    });
    const colored = readOneSeries({ group: { id: '5', color: 'javascript:' }, points: [] });
    expect(colored?.group).toEqual({ id: '5', type: '', name: '5', color: null });
    expect(readOneSeries({ group: 1 })).toBeNull();
  });
});

describe('joinDays', () => {
  it('puts series over every day that any of them has; the others have no value there', () => {
    const joined = joinDays([
      series([
        ['2025-06-01', 1],
        ['2025-06-03', 3],
      ]),
      series([['2025-06-02', 2]]),
    ]);
    expect([...joined.days]).toEqual(['2025-06-01', '2025-06-02', '2025-06-03'].map(day));
    expect(joined.series.map(({ values }) => [...values])).toEqual([
      [1, NaN, 3],
      [NaN, 2, NaN],
    ]);
  });
});

describe('readOneValue', () => {
  it('reads the value of a group, and counts one that is unreadable or missing', () => {
    const of = (figure: object) =>
      readOneValue({ measure: { slug: 'm' }, group: { id: 1, name: 'One' }, ...figure });
    const all = [
      { value: '4.5' },
      { value: null },
      { value: '1,000' },
      { value: { val: 5 } },
      { sum: 5 },
    ].map(of);
    expect(all.map((one) => [one?.value, one?.leftOut])).toEqual([
      [4.5, 0],
      [null, 0],
      [null, 1],
      [null, 1],
      [null, 1],
    ]);
    expect(all[0]).toMatchObject({ measure: { slug: 'm' }, group: { id: 1, name: 'One' } });
    expect(['odd', null, { id: 7, name: 'A record' }].map(readOneValue)).toEqual([null, null, null]);
  });
});
