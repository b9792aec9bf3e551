import { flushSync } from 'svelte';
import { expect, it, onTestFinished, vi } from 'vitest';
import { ok } from '../../preload/contract/failures.ts';
import { ListState } from '../../renderer/features/records/list.svelte.ts';

it('scrolling over rows that are in memory changes none of them: what is made of a selection is not made again', async () => {
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
  await vi.waitFor(() => {
    expect(list.rowCount).toBe(1000);
  });
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
