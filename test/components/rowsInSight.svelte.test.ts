import { flushSync } from 'svelte';
import { expect, it, onTestFinished } from 'vitest';
import { ok } from '../../preload/contract/failures.ts';
import { querySchema } from '../../preload/contract/querySchema.ts';
import { ListState } from '../../renderer/features/records/list.svelte.ts';

/** The pages that were requested, and a list of 100,000 records on pages of 100 that are answered one by one. */
function pagedList() {
  const answers = new Map<number, () => void>();
  const list = new ListState(
    {
      listRecords: ({ query }) =>
        new Promise((resolve) => {
          const page = querySchema.parse(query).pagination?.page ?? 1;
          answers.set(page, () => {
            const pagination = { page, perPage: 100, pageCount: 1000, resultCount: 100_000 };
            const records = Array.from({ length: 100 }, (_, index) => ({ id: (page - 1) * 100 + index }));
            resolve(ok({ records, pagination, applied: {}, provenance: provenanceOf(page) }));
          });
        }),
      cancelRequest: () => Promise.resolve(ok(undefined)),
    },
    { limited: () => false, offline: () => false },
  );
  list.load({ connectionId: 'one', resource: 'assets', query: {}, fields: ['id'], perPage: 100 });
  const answer = async (page: number): Promise<void> => {
    await expect.poll(() => answers.has(page)).toBe(true);
    answers.get(page)?.();
    answers.delete(page);
    await expect.poll(() => list.recordAt((page - 1) * 100)).toBeDefined();
  };
  return { list, answer, requested: () => [...answers.keys()] };
}

function provenanceOf(page: number) {
  return {
    connectionId: 'one',
    sample: false,
    fetchedAt: page,
    request: '/v4/assets',
    source: 'local' as const,
    stale: false,
    coverage: { kind: 'complete' as const, asOf: 1 },
  };
}

it('an answer makes the rows on its page again, and no others', async () => {
  const { list, answer } = pagedList();
  await answer(1);
  const made = new Map<number, number>();
  onTestFinished(
    $effect.root(() => {
      for (const row of [0, 99, 100, 199])
        $effect(() => {
          void [list.recordAt(row), list.pageAt(row), list.rowCount, list.sampleOfRecords];
          made.set(row, (made.get(row) ?? 0) + 1);
        });
    }),
  );
  flushSync();
  list.show({ start: 80, end: 120 });
  await answer(2);
  flushSync();
  expect([...made]).toEqual([
    [0, 1],
    [99, 1],
    [100, 2],
    [199, 2],
  ]);
});

it('rows ahead are requested after the visible ones, and the line below stays meanwhile', async () => {
  const { list, answer, requested } = pagedList();
  await answer(1);
  list.show({ start: 50_010, end: 50_040 });
  await expect.poll(() => requested()).toContain(501);
  expect(requested()).toEqual([501]);
  expect(list.provenance?.fetchedAt).toBe(1);
  await answer(501);
  expect(list.provenance?.fetchedAt).toBe(501);
  await expect.poll(() => requested()).toContain(500);
});

it.each(['refresh', 'reload'] as const)(
  '%s requests the visible rows first, wherever they are',
  async (how) => {
    const { list, answer, requested } = pagedList();
    await answer(1);
    list.show({ start: 50_010, end: 50_040 });
    await answer(501);
    list[how]();
    await expect.poll(() => requested()).toContain(501);
    expect(requested()).not.toContain(1);
  },
);

it('scrolling over loaded rows changes none of them, and does not recompute the selection', async () => {
  const records = Array.from({ length: 1000 }, (_, id) => ({ id }));
  const provenance = { connectionId: 'one', sample: false, fetchedAt: 1, request: '/v4/assets' };
  const list = new ListState(
    {
      listRecords: () =>
        Promise.resolve(
          ok({
            records,
            pagination: { page: 1, perPage: 1000, pageCount: 1, resultCount: 1000 },
            applied: {},
            provenance: {
              ...provenance,
              source: 'local',
              stale: false,
              coverage: { kind: 'complete', asOf: 1 },
            },
          }),
        ),
      cancelRequest: () => Promise.resolve(ok(undefined)),
    },
    { limited: () => false, offline: () => false },
  );
  list.load({ connectionId: 'one', resource: 'assets', query: {}, fields: ['id'], perPage: 1000 });
  await expect.poll(() => list.rowCount).toBe(1000);
  let sums = 0;
  onTestFinished(
    $effect.root(() => {
      $effect(() => {
        for (let row = 0; row < 1000; row += 1) void list.recordAt(row);
        sums += 1;
      });
    }),
  );
  flushSync();
  expect(sums).toBe(1);
  for (let start = 0; start < 900; start += 30) {
    list.show({ start, end: start + 40 });
    flushSync();
  }
  expect(sums).toBe(1);
});
