import { describe, expect, it } from 'vitest';
import { createComputedColumns } from '../../../../../main/features/computedColumns/computedColumns.ts';
import { createRecordReader, type RecordReader } from '../../../../../main/features/records/recordReader.ts';
import type { CacheStore } from '../../../../../main/store/store.ts';
import { columnNameOf } from '../../../../../preload/contract/expressions/columns.ts';
import type { Filter, Query } from '../../../../../preload/contract/query.ts';
import { listen, sendJson } from '../../../../support/httpServer.ts';
import { connectedTo, pageOf, queryOf } from '../../../../support/testService.ts';
import { openTestStore } from '../../store/testStore.ts';

/** Lists that sort or filter by a computed column: the service is never asked for it. */

const values = [5, 1, null, 4, 2, 3];
const records = values.map((value, index) => ({
  id: index + 1,
  name: `Token ${(index + 1).toString()}`,
  decimals: value,
  network_id: (index % 2) + 1,
}));

interface Opened {
  readonly recordReader: RecordReader;
  readonly cache: CacheStore;
  readonly columns: ReturnType<typeof createComputedColumns>;
  /** The queries that the service was asked. */
  readonly asked: Query[];
  /** The name of a column that computes `decimals - 3`. */
  readonly field: string;
}

/** A service that serves `served` records a page, and a reader of its records. */
async function withRecordReader(served: number, test: (opened: Opened) => Promise<void>): Promise<void> {
  await using store = await openTestStore();
  const asked: Query[] = [];
  await using server = await listen((request, response) => {
    const query = queryOf(request);
    asked.push(query);
    sendJson(response, 200, pageOf(records, { ...query.pagination, perPage: served }));
  });
  const columns = createComputedColumns({ user: store.user, now: Date.now });
  const { id } = await columns.calls.saveComputedColumn({
    resource: 'tokens',
    name: 'Less three',
    expression: 'decimals - 3',
    format: 'number',
  });
  const cache = await store.cache('test');
  const recordReader = createRecordReader({
    ...connectedTo(server),
    cache,
    freshForMs: () => 60_000,
    offline: () => false,
    now: Date.now,
    defineQuery: columns.define,
  });
  await test({ recordReader, cache, columns, asked, field: columnNameOf({ id }) });
}

const idsOf = (list: { records: readonly { id: unknown }[] }): unknown[] => list.records.map(({ id }) => id);

describe('a list by a computed column', () => {
  it('runs on the cached records only, and says how many of how many they are', async () => {
    await withRecordReader(4, async ({ recordReader, asked, field }) => {
      await recordReader.list('tokens', { pagination: { page: 1, perPage: 4 } });
      const before = asked.length;
      const down = await recordReader.list(
        'tokens',
        { sort: { field, direction: 'desc' } },
        { refresh: true },
      );
      expect(idsOf(down)).toEqual([1, 4, 2, 3]);
      expect(down.provenance).toMatchObject({
        source: 'local',
        coverage: { kind: 'partial', cachedRecords: 4, serviceCount: 6 },
      });
      const few = await recordReader.list('tokens', { filter: { field, operator: 'gt', value: 0 } });
      expect(idsOf(few)).toEqual([1, 4]);
      expect(few.provenance.coverage).toEqual({ kind: 'partial', cachedRecords: 4 });
      expect(asked.length).toBe(before);
      expect(few.provenance.request).not.toContain('expression');
    });
  });

  it('requests a first page by the rest of its filter if nothing is cached', async () => {
    await withRecordReader(4, async ({ recordReader, asked, field }) => {
      const network: Filter = { field: 'network_id', operator: 'equals', value: 1 };
      const filter: Filter = { filters: [network, { field, operator: 'gt', value: -3 }] };
      const list = await recordReader.list('tokens', { filter, sort: { field, direction: 'asc' } });
      expect(idsOf(list)).toEqual([1]);
      expect(asked.map((query) => query.filter)).toEqual([network]);
      expect(JSON.stringify(asked)).not.toContain(field);
    });
  });

  it('is complete once all records are, or those of the rest of its filter', async () => {
    await withRecordReader(10, async ({ recordReader, cache, field }) => {
      await recordReader.list('tokens', {});
      await expect.poll(() => cache.completeAsOf({ resource: 'tokens', query: {} })).not.toBeNull();
      const up = await recordReader.list('tokens', { sort: { field, direction: 'asc' } });
      expect(idsOf(up)).toEqual([2, 5, 6, 4, 1, 3]);
      expect(up.provenance.coverage.kind).toBe('complete');
      const two = { pagination: { page: 2, perPage: 2 } };
      expect(
        idsOf(await recordReader.list('tokens', { ...two, sort: { field, direction: 'desc' } })),
      ).toEqual([6, 5]);
    });
  });

  it('is summarized and summed up over the cached records', async () => {
    await withRecordReader(10, async ({ recordReader, cache, columns, field }) => {
      await recordReader.list('tokens', {});
      const query = await columns.define('tokens', {}, [field]);
      const summary = await cache.readSummary({ resource: 'tokens', query, fields: [field] });
      expect(summary).toMatchObject({ rows: 6, empty: 1, count: 5, smallest: -2, largest: 2 });
      expect(summary.figures).toMatchObject({ sum: 0, mean: 0 });
      const totals = await cache.readTotals({
        resource: 'tokens',
        query,
        rows: [{ field: 'network_id' }],
        measures: [{ kind: 'sum', field }],
      });
      expect(JSON.stringify(totals)).toContain('-1');
    });
  });

  it('says of a column that was deleted what to do', async () => {
    await withRecordReader(10, async ({ recordReader, columns, field }) => {
      await recordReader.list('tokens', {});
      await columns.calls.removeComputedColumn({ id: field.slice(1) });
      await expect(recordReader.list('tokens', { sort: { field, direction: 'asc' } })).rejects.toMatchObject({
        failure: {
          code: 'bad-query',
          message:
            'A computed column that this query sorts or filters by was deleted. Choose another order, or remove the condition on it.',
        },
      });
    });
  });
});
