import { expect, test } from 'vitest';
import type { ResourceRecord } from '../../../../../preload/contract/records.ts';
import { largestMovers, moverField } from '../../../../../renderer/features/overview/movers.ts';
import { largestShares, total } from '../../../../../renderer/features/overview/shares.ts';

const record = (id: number, val: number | null, change: number | null): ResourceRecord => ({
  id,
  name: `Asset ${id.toString()}`,
  [moverField]: { val, chg_7d_amt: change, chg_7d_pct: change },
});

test('movers are those that moved most, up or down', () => {
  const records = [
    record(1, 10, 5),
    record(2, 10, -7),
    record(3, 10, 0),
    record(4, null, 9),
    record(5, 10, null),
  ];
  expect(largestMovers(records, 2).map(({ id }) => id)).toEqual([2, 1]);
  expect(largestMovers(records, 9)).toHaveLength(2);
  expect(largestMovers([{ id: 1 }], 9)).toEqual([]);
});

test('the smallest shares are summed up, and the sum stays', () => {
  const measure = { id: 1, slug: 'value', name: 'Value', unit: 'dollar' };
  const values = [5, null, 30, 1, 20, 2];
  const answer = {
    results: values.map((value, id) => ({
      measure,
      group: { id, type: 'network', name: id.toString(), color: null },
      value,
    })),
    pagination: { page: 1, perPage: 10, pageCount: 1, resultCount: 6 },
    provenance: {
      connectionId: 'sample',
      sample: true,
      source: 'service' as const,
      fetchedAt: 0,
      request: '',
      stale: false,
      coverage: { kind: 'answer' as const },
    },
  };
  const shares = largestShares(answer, 2);
  expect(shares.map(({ name, value }) => [name, value])).toEqual([
    ['2', 30],
    ['4', 20],
    ['Others', 8],
  ]);
  expect(total(shares)).toBe(58);
  expect(largestShares(answer, 4)).toHaveLength(5);
});
