import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createColumnPresets } from '../../../../../main/features/columnPresets/columnPresets.ts';
import type { AppEvents } from '../../../../../main/platform/appEvents.ts';
import type { Layout } from '../../../../../preload/contract/layouts.ts';
import { createSavedQueries, maxRuns } from '../../../../../main/features/savedQueries/savedQueries.ts';
import type { QueryRun, SavedQueryContent } from '../../../../../preload/contract/savedQueries.ts';
import { openTestStore, temporaryFolder } from '../../store/testStore.ts';

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
  columns: ['name', 'ticker'],
  parameters: [{ name: 'class', proposal: 'US Treasury Debt' }],
  folder: 'Debt',
  tags: ['weekly'],
  favourite: true,
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
    using folder = temporaryFolder();
    await using store = await openTestStore(folder.path);
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
    using folder = temporaryFolder();
    await using store = await openTestStore(folder.path);
    await store.user.changeDocuments([{ kind: 'saved-query', id: 'x', value: { name: 'From a newer app' } }]);
    const saved = createSavedQueries({ user: store.user, now: () => 0 });
    await saved.save(treasuries);
    const { queries, notices } = await saved.list();
    expect(queries).toHaveLength(1);
    expect(notices).toEqual(['One saved query could not be read. It was left unchanged.']);
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
    const second = await saved.save({ ...treasuries, name: 'Another' });
    const { text, queries } = await saved.exportFile();
    expect(queries).toBe(2);
    expect((await saved.exportFile({ queries: [second.id], presets: [] })).queries).toBe(1);

    await using otherStore = await openTestStore(other.path);
    const there = createSavedQueries({ user: otherStore.user, now: () => 7 });
    expect(await there.importFile(text)).toEqual({
      added: { queries: 2, presets: 0 },
      alreadyThere: 0,
      errors: [],
    });
    expect(await there.importFile(text)).toEqual({
      added: { queries: 0, presets: 0 },
      alreadyThere: 2,
      errors: [],
    });
    const names = (await there.list()).queries.map(({ name }) => name);
    expect(names.toSorted()).toEqual(['Another', 'Treasuries over 10m']);
    expect((await there.list()).queries.flatMap((query) => query.totals ?? [])).toEqual([totals]);
  });

  it('share column presets in the same file, which are applied by nobody and get a number where a name is taken', async () => {
    using one = temporaryFolder();
    using other = temporaryFolder();
    await using store = await openTestStore(one.path);
    const events: AppEvents = new EventEmitter();
    const presets = createColumnPresets({ user: store.user, now: () => 0, events });
    const layout: Layout = {
      columns: ['name', 'no_longer_there', 'computed:yield', 'price_dollar:chg_30d_pct'],
      pinned: 1,
      widths: { name: 300 },
      figures: 'full',
    };
    const preset = { name: 'Mine', resource: 'assets', layout } as const;
    const { id } = await presets.saveColumnPreset({ content: preset });
    await presets.saveColumnPreset({ content: { ...preset, name: 'Another' } });
    await presets.saveColumnPreset({ content: { ...preset, resource: 'tokens' } });
    await expect(presets.saveColumnPreset({ content: preset })).rejects.toMatchObject({
      failure: { code: 'bad-arguments' },
    });
    const saved = createSavedQueries({ user: store.user, now: () => 0 });
    const { text } = await saved.exportFile({ queries: [], presets: [id] });
    expect(JSON.parse(text)).toMatchObject({ version: 2, queries: [], columnPresets: [{ name: 'Mine' }] });
    // A file without presets is one that earlier versions read.
    await saved.save(treasuries);
    const [{ id: queryId } = { id: '' }] = (await saved.list()).queries;
    const plain = await saved.exportFile({ queries: [queryId], presets: [] });
    expect(JSON.parse(plain.text)).toMatchObject({ version: 1 });
    expect(plain.text).not.toContain('columnPresets');
    expect(await saved.exportFile()).toMatchObject({ queries: 1, presets: 3 });

    await using otherStore = await openTestStore(other.path);
    const there = createSavedQueries({ user: otherStore.user, now: () => 7 });
    const presetsThere = createColumnPresets({ user: otherStore.user, now: () => 7, events });
    await presetsThere.saveColumnPreset({
      content: { ...preset, layout: { ...layout, figures: 'compact' } },
    });
    expect(there.readFile(text)).toEqual({ queries: [], presets: ['Mine'], errors: [] });
    expect(await there.importFile(text)).toEqual({
      added: { queries: 0, presets: 1 },
      alreadyThere: 0,
      errors: [],
    });
    const { presets: all } = await presetsThere.listColumnPresets(undefined);
    expect(all.map(({ name }) => name)).toEqual(['Mine', 'Mine (2)']);
    expect(all[1]).toMatchObject({ layout, resource: 'assets', createdAt: 7 });
    expect(await otherStore.user.listDocuments('layout')).toEqual([]);

    expect(await there.importFile(text)).toMatchObject({ added: { presets: 0 }, alreadyThere: 1 });
    const third = text.replace('"no_longer_there"', '"holding_addresses_count"');
    expect(await there.importFile(third)).toMatchObject({ added: { presets: 1 }, alreadyThere: 0 });
    expect(await there.importFile(third)).toMatchObject({ added: { presets: 0 }, alreadyThere: 1 });
    const { presets: latest } = await presetsThere.listColumnPresets(undefined);
    expect(latest.map(({ name }) => name)).toEqual(['Mine', 'Mine (2)', 'Mine (3)']);
  });

  it('take no column preset of a file that is hostile in one of them', async () => {
    using folder = temporaryFolder();
    await using store = await openTestStore(folder.path);
    const saved = createSavedQueries({ user: store.user, now: () => 0 });
    const layout = { columns: ['name'], pinned: 0, widths: {}, figures: 'compact' };
    const good = { name: 'Good', resource: 'assets', layout };
    const hostile = [
      { ...good, layout: { ...layout, columns: Array.from({ length: 100_000 }, () => 'x') } },
      { ...good, layout: { ...layout, widths: { name: 1e9 } } },
      { ...good, id: 'chosen', createdAt: 1 },
      { ...good, name: 'x'.repeat(1_000_000) },
    ];
    for (const one of hostile) {
      const text = JSON.stringify({
        format: 'rwa-explorer-queries',
        version: 2,
        queries: [treasuries],
        columnPresets: [good, one],
      });
      const { added, errors } = await saved.importFile(text);
      expect(added).toEqual({ queries: 0, presets: 0 });
      expect(errors.length).toBeGreaterThan(0);
      expect(errors.join('').length).toBeLessThan(10_000);
    }
    expect(await store.user.listDocuments('column-preset')).toEqual([]);
    expect((await saved.list()).queries).toEqual([]);
  });

  it('are not imported from a file with an error', async () => {
    using folder = temporaryFolder();
    await using store = await openTestStore(folder.path);
    const saved = createSavedQueries({ user: store.user, now: () => 0 });
    const text = JSON.stringify({
      format: 'rwa-explorer-queries',
      version: 1,
      queries: [treasuries, { ...treasuries, resource: 'bonds' }],
    });
    const { added, errors } = await saved.importFile(text);
    expect(added).toEqual({ queries: 0, presets: 0 });
    expect(errors).toHaveLength(1);
    expect((await saved.list()).queries).toEqual([]);
  });
});
