import { describe, expect, it } from 'vitest';
import {
  alice,
  bob,
  carol,
  contentOf,
  fetchedFrom,
  openTestWatch,
  transaction,
  walletOf,
  where,
} from './testWatch.ts';

/** The cached transactions of a list, page by page. */

/** Ids in the order of the time, many on one day. */
const ids = Array.from({ length: 1300 }, (_, index) => index.toString().padStart(4, '0'));

const all = ids.map((id, index) =>
  transaction({
    id,
    time: new Date(Date.parse('2026-03-10T00:00:00Z') + index * 60_000).toISOString(),
    dollars: (index * 7919) % 1300,
    from: index % 2 === 0 ? bob : alice,
    to: index % 2 === 0 ? alice : bob,
  }),
);

describe('the transactions of a list', () => {
  it('are all reached, though many are of one day, sorted and filtered as requested', async () => {
    await using test = await openTestWatch();
    const content = contentOf({ wallets: [walletOf(bob)] });
    const list = await test.watch.calls.saveWatchlist({ content });
    await test.take([...all, transaction({ id: 'other', from: alice, to: carol })]);
    const read = async (query: Parameters<typeof test.watch.calls.listWatchlistRecords>[0]['query']) => {
      const found: unknown[] = [];
      for (let page = 1; ; page += 1) {
        const answer = await test.watch.calls.listWatchlistRecords({
          listId: list.id,
          query: { ...query, pagination: { page, perPage: 500 } },
          fields: ['id', 'usd_amount'],
        });
        found.push(...answer.records.map(({ id }) => id));
        if (page >= answer.pagination.pageCount) return { found, answer };
      }
    };
    const latest = await read({});
    expect(latest.found).toEqual(ids.toReversed());
    expect(latest.answer.pagination.resultCount).toBe(1300);
    expect(latest.answer.records[0]).not.toHaveProperty('from_address');
    expect(latest.answer.provenance).toMatchObject({
      source: 'local',
      coverage: { kind: 'partial', cachedRecords: 1301 },
    });

    const byAmount = all.toSorted((a, b) => Number(b['usd_amount']) - Number(a['usd_amount']));
    const largest = await read({ sort: { field: 'usd_amount', direction: 'desc' } });
    expect(largest.found).toEqual(byAmount.map(({ id }) => id));

    const sent = await read({
      ...where('from_address', 'equals', bob),
      sort: { field: 'timestamp', direction: 'asc' },
    });
    expect(sent.found).toEqual(ids.filter((_, index) => index % 2 === 0));

    const intake = await test.watch.intake('test');
    for (const watched of await intake.listWatched())
      await intake.markChecked(watched, test.now, fetchedFrom);
    await test.take([transaction({ id: 'new', time: '2026-03-11T00:00:00.000Z' })]);
    const after = await read({});
    expect(after.found[0]).toBe('new');
    expect(after.answer.provenance.coverage).toEqual({ kind: 'partial', cachedRecords: 1302 });
    const fetched = await read(where('date', 'gte', fetchedFrom));
    expect(fetched.answer.provenance.coverage).toEqual({ kind: 'complete', asOf: test.now });
  });

  it('are reported as missing, and an invalid query as invalid', async () => {
    await using test = await openTestWatch();
    await expect(test.watch.calls.listWatchlistRecords({ listId: 'gone', query: {} })).rejects.toMatchObject({
      failure: { code: 'not-found' },
    });
    const list = await test.synced({ query: where('usd_amount', 'gt', 1) });
    const empty = await test.watch.calls.listWatchlistRecords({ listId: list.id, query: {} });
    expect(empty).toMatchObject({ records: [], pagination: { resultCount: 0 } });
    await expect(
      test.watch.calls.listWatchlistRecords({ listId: list.id, query: where('usd_amount', 'like', 3) }),
    ).rejects.toMatchObject({ failure: { code: 'bad-query' } });
  });
});
