import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createSavedQueries, maxRuns } from '../../../../../main/features/savedQueries/savedQueries.ts';
import type { QueryRun, SavedQueryContent } from '../../../../../preload/contract/savedQueries.ts';
import { openTestStore } from '../../store/testStore.ts';
import { workers } from '../../../../support/built.ts';
import { temporaryFolder } from '../../../../support/temporaryFolder.ts';

const treasuries: SavedQueryContent = {
  name: 'Treasuries over 10m',
  resource: 'assets',
  target: 'list',
  query: {
    filter: {
      operator: 'and',
      filters: [
        { operator: 'equals', field: 'asset_class_name', value: '{{class}}' },
        { operator: 'gte', field: 'circulating_market_value_dollar', value: 10_000_000 },
      ],
    },
    sort: { field: 'circulating_market_value_dollar', direction: 'desc' },
  },
  off: [{ path: [], filter: { operator: 'equals', field: 'ticker', value: 'X' } }],
  keepsFilter: false,
  columns: ['name', 'ticker'],
  widths: {},
  parameters: [{ name: 'class', proposal: 'US Treasury Debt' }],
  folder: 'Debt',
  tags: ['weekly'],
  favorite: true,
  note: '',
};

function run(id: string, savedQueryId: string | null, at: number): QueryRun {
  return {
    id,
    savedQueryId,
    connectionId: 'sample',
    resource: 'assets',
    target: 'list',
    query: { sort: { field: 'name', direction: 'asc' } },
    at,
    durationMs: 12,
    outcome: 'done',
    count: 3,
    source: 'service',
    fingerprint: 'abc',
  };
}

describe('saved queries', () => {
  it('outlive a restart, are replaced by id, and go with their runs', async () => {
    using folder = temporaryFolder();
    let id: string;
    {
      await using store = await openTestStore(folder.path);
      const saved = createSavedQueries({ user: store.user, now: () => 1000 });
      ({ id } = await saved.save(treasuries));
      await saved.noteRun(run('r1', id, 5));
      await saved.noteRun(run('r2', null, 9));
    }
    await using store = await openTestStore(folder.path);
    const saved = createSavedQueries({ user: store.user, now: () => 2000 });
    expect(await saved.list()).toEqual({
      queries: [{ ...treasuries, id, createdAt: 1000, changedAt: 1000 }],
      runs: [run('r2', null, 9), run('r1', id, 5)],
      notices: [],
    });
    await saved.save({ ...treasuries, name: 'Renamed' }, id);
    expect((await saved.list()).queries).toMatchObject([
      { name: 'Renamed', createdAt: 1000, changedAt: 2000 },
    ]);
    await saved.remove([id]);
    expect(await saved.list()).toEqual({ queries: [], runs: [run('r2', null, 9)], notices: [] });
    await expect(saved.save(treasuries, id)).rejects.toMatchObject({ failure: { code: 'not-found' } });
  });

  it('keep the latest runs only', async () => {
    await using store = await openTestStore();
    await store.user.changeDocuments(
      Array.from({ length: maxRuns }, (_, index) => {
        const id = `old-${index.toString()}`;
        return { kind: 'query-run', id, value: z.json().parse(run(id, null, index)) };
      }),
    );
    const saved = createSavedQueries({ user: store.user, now: () => 0 });
    await saved.noteRun(run('new', null, maxRuns));
    const { runs } = await saved.list();
    expect(runs).toHaveLength(maxRuns);
    expect([runs[0]?.id, runs.at(-1)?.id]).toEqual(['new', 'old-1']);
    await saved.clearRuns();
    expect((await saved.list()).runs).toEqual([]);
  });

  it('that cannot be read are reported, and stay', async () => {
    await using store = await openTestStore();
    await store.user.changeDocuments([{ kind: 'saved-query', id: 'x', value: { name: 'From a newer app' } }]);
    const saved = createSavedQueries({ user: store.user, now: () => 0 });
    await saved.save(treasuries);
    const { queries, notices } = await saved.list();
    expect(queries).toHaveLength(1);
    expect(notices).toEqual(['One saved view could not be read. It was left unchanged.']);
    expect(await store.user.listDocuments('saved-query')).toHaveLength(2);
  });

  it('go to another machine by their file, and are not doubled', async () => {
    using one = temporaryFolder();
    using other = temporaryFolder();
    await using store = await openTestStore(one.path);
    const saved = createSavedQueries({ user: store.user, now: () => 0 });
    const totals = {
      rows: [{ field: 'asset_class_name' }, { field: 'inception_date', period: 'year' }],
      measures: [{ kind: 'sum', field: 'circulating_market_value_dollar' }],
    } as const;
    await saved.save({ ...treasuries, totals });
    const arranged = { columns: ['name', 'no_longer_there'], pinned: 1, widths: { name: 300 } };
    await saved.save({ ...treasuries, name: 'Another', query: {}, keepsFilter: true, ...arranged });
    const { text, queries } = await saved.exportFile();
    expect(queries).toBe(2);

    await using otherStore = await openTestStore(other.path);
    const there = createSavedQueries({ user: otherStore.user, now: () => 7 });
    const { added, ...rest } = await there.importFile(text);
    expect([added.length, rest]).toEqual([2, { alreadyThere: 0, errors: [] }]);
    expect(await there.importFile(text)).toEqual({ added: [], alreadyThere: 2, errors: [] });
    const read = (await there.list()).queries.toSorted((a, b) => a.name.localeCompare(b.name));
    expect(read).toMatchObject([
      { name: 'Another', keepsFilter: true, ...arranged },
      { name: 'Treasuries over 10m', keepsFilter: false, totals },
    ]);
  });

  it('take nothing of a file that is hostile in one of them', async () => {
    await using store = await openTestStore();
    const saved = createSavedQueries({ user: store.user, now: () => 0 });
    const hostile = [
      { ...treasuries, columns: Array.from({ length: 100_000 }, () => 'x') },
      { ...treasuries, widths: { name: 1e9 } },
      { ...treasuries, pinned: -1 },
      { ...treasuries, id: 'chosen', createdAt: 1 },
      { ...treasuries, name: 'x'.repeat(1_000_000) },
    ];
    for (const one of hostile) {
      const file = { format: 'rwa-explorer-queries', version: 1, queries: [treasuries, one] };
      const { added, errors } = await saved.importFile(JSON.stringify(file));
      expect(added).toEqual([]);
      expect(errors.length).toBeGreaterThan(0);
      expect(errors.join('').length).toBeLessThan(10_000);
    }
    expect((await saved.list()).queries).toEqual([]);
  });

  it('are a thousand at most, saved or imported, by files that are read on a thread of their own', async () => {
    await using store = await openTestStore();
    const saved = createSavedQueries({ user: store.user, now: () => 1, workerUrl: workers.queries });
    const file = (count: number): string => {
      const queries = Array.from({ length: count }, (_, nth) => ({
        ...treasuries,
        name: `View ${nth.toString()}`,
      }));
      return JSON.stringify({ format: 'rwa-explorer-queries', version: 1, queries });
    };
    const { errors } = await saved.readFile(file(1001));
    expect(errors).toEqual(['The file holds 1,001 saved views. The app reads files of up to 1,000.']);
    const { added } = await saved.importFile(file(999));
    expect(added).toHaveLength(999);
    await saved.save({ ...treasuries, name: 'The last one' });
    const message = 'There would be 1,001 saved views, and the app keeps up to 1,000. Delete some first.';
    await expect(saved.save(treasuries)).rejects.toMatchObject({ failure: { message } });
    expect(await saved.importFile(file(1000))).toMatchObject({ added: [], errors: [message] });
    await saved.remove(added);
    expect((await saved.list()).queries.map(({ name }) => name)).toEqual(['The last one']);
  });

  it('are not imported from a file with an error', async () => {
    await using store = await openTestStore();
    const saved = createSavedQueries({ user: store.user, now: () => 0 });
    const text = JSON.stringify({
      format: 'rwa-explorer-queries',
      version: 1,
      queries: [treasuries, { ...treasuries, resource: 'bonds' }],
    });
    const { added, errors } = await saved.importFile(text);
    expect(added).toEqual([]);
    expect(errors).toHaveLength(1);
    expect((await saved.list()).queries).toEqual([]);
  });
});
