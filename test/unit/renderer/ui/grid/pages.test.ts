import { describe, expect, it } from 'vitest';
import type { RecordList } from '../../../../../preload/contract/bridge.ts';
import { Pages } from '../../../../../renderer/ui/grid/pages.ts';

type Coverage = RecordList['provenance']['coverage'];

function answer(first: number, perPage: number, resultCount: number, coverage?: Coverage): RecordList {
  const length = Math.max(0, Math.min(perPage, resultCount - first));
  return {
    records: Array.from({ length }, (_, index) => ({ id: first + index })),
    pagination: {
      page: first / perPage + 1,
      perPage,
      pageCount: Math.ceil(resultCount / perPage),
      resultCount,
    },
    applied: {},
    provenance: {
      connectionId: 'c',
      sample: false,
      source: coverage === undefined ? 'service' : 'local',
      fetchedAt: 1,
      request: '/v4/assets',
      stale: false,
      coverage: coverage ?? { kind: 'answer' },
    },
  };
}

describe('the pages of a list', () => {
  it('are as large as the service serves them, whatever was requested', () => {
    const pages = new Pages('key', 'records', 1000, 300);
    pages.take(0, answer(0, 100, 3512), 100);
    expect([pages.size, pages.rowCount]).toEqual([100, 3512]);
    expect(pages.pagesOf({ start: 90, end: 210 })).toEqual([0, 1, 2]);
    expect(pages.pagesOf({ start: 3500, end: 9000 })).toEqual([35]);
    expect(pages.recordAt(42)).toEqual({ id: 42 });
    expect(pages.recordAt(142)).toBeUndefined();
  });

  it('of the local engine are cut into parts that are quickly made', () => {
    const pages = new Pages('key', 'records', 1000, 5000);
    pages.take(1, answer(1000, 1000, 2500, { kind: 'complete', asOf: 1 }), 100);
    expect(pages.size).toBe(100);
    expect([pages.recordAt(999), pages.recordAt(1000), pages.recordAt(1999)]).toEqual([
      undefined,
      { id: 1000 },
      { id: 1999 },
    ]);
  });

  it('take no answer that was made from something else', () => {
    const pages = new Pages('key', 'records', 100, 300);
    pages.take(0, answer(0, 100, 3512), 100);
    expect(pages.take(1, answer(100, 100, 250, { kind: 'partial', cachedRecords: 250 }), 100)).toBe(false);
    expect(pages.rowCount).toBe(3512);
  });

  it('are bounded: the farthest go first', () => {
    const pages = new Pages('key', 'records', 100, 300);
    for (const page of [0, 1, 2, 3, 4, 5, 6]) pages.take(page, answer(page * 100, 100, 3512), 100);
    const dropped = pages.trim([5, 6]);
    const kept = pages.entries().map(([page]) => page);
    expect(kept.length).toBeLessThanOrEqual(4);
    expect(kept).toEqual(expect.arrayContaining([5, 6]));
    expect([...dropped, ...kept].sort()).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(kept).not.toContain(0);
    // Which fields there are does not change with it.
    expect(pages.sample[0]).toEqual({ id: 0 });
  });
});
