import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  defaultOptions,
  exportRequestSchema,
  type ResolvedExport,
} from '../../../../../preload/contract/exports.ts';
import { openExporting, type Exporting } from './exportFixture.ts';

/** Exports that are remembered and made again. */

/** What the clock shows, in milliseconds since 1970 UTC. */
let now = 0;
beforeEach(() => {
  now = Date.parse('2026-03-10T12:00:00Z');
});

const openSetup = (): Promise<Exporting> => openExporting([{ id: 'a', amount: 1 }], () => now);

const request: ResolvedExport = {
  connectionId: 'test',
  scope: { kind: 'cached', resource: 'transactions', query: { sort: { field: 'id', direction: 'asc' } } },
  format: 'csv',
  columns: ['id', 'amount'],
  options: { ...defaultOptions('csv'), headings: 'names', byteOrderMark: false },
};

describe('an export of before', () => {
  it('is made again into the same file, with what there is now', async () => {
    await using setup = await openSetup();
    const path = join(setup.fixture.folder, 'again.csv');
    expect((await setup.ended(setup.exports.start(request, path))).state).toBe('done');
    await setup.fixture.write([
      { id: 'a', amount: 2 },
      { id: 'b', amount: 3 },
    ]);
    const [past] = await setup.exports.past();
    expect((await setup.ended(setup.exports.repeat(past?.id ?? ''))).state).toBe('done');
    expect(await readFile(path, 'utf8')).toBe('id,amount\r\na,2\r\nb,3\r\n');
    // It is one export still, under a new moment.
    expect(await setup.exports.past()).toMatchObject([{ path, title: 'Transactions' }]);
  });

  it('has the moving dates of the day on which it is made again', async () => {
    await using setup = await openSetup();
    await setup.fixture.write([
      { id: 'early', date: '2026-02-20', amount: 1 },
      { id: 'late', date: '2026-03-20', amount: 2 },
    ]);
    const path = join(setup.fixture.folder, 'moving.csv');
    const filter = { field: 'date', operator: 'onOrAfter', value: '{{30 days ago}}' };
    // What crosses the bridge is read by this schema.
    const asked = exportRequestSchema.parse({
      ...request,
      scope: { kind: 'cached', resource: 'transactions', query: { filter } },
    });
    await setup.ended(setup.exports.start(asked, path));
    expect(await readFile(path, 'utf8')).toBe('id,amount\r\nlate,2\r\nearly,1\r\n');
    now = Date.parse('2026-04-10T12:00:00Z');
    const [past] = await setup.exports.past();
    await setup.ended(setup.exports.repeat(past?.id ?? ''));
    expect(await readFile(path, 'utf8')).toBe('id,amount\r\nlate,2\r\n');
  });

  it('says that its connection was removed, and leaves its file as it was', async () => {
    await using setup = await openSetup();
    const path = join(setup.fixture.folder, 'kept.csv');
    await setup.ended(setup.exports.start(request, path));
    await writeFile(path, 'as it was');
    setup.connections.clear();
    const [past] = await setup.exports.past();
    await expect(setup.exports.repeat(past?.id ?? '')).rejects.toMatchObject({
      failure: { code: 'not-found', message: 'This connection no longer exists.' },
    });
    expect(await readFile(path, 'utf8')).toBe('as it was');
  });

  it('that is forgotten is to be started from its view', async () => {
    await using setup = await openSetup();
    await expect(setup.exports.repeat('unknown')).rejects.toMatchObject({ failure: { code: 'not-found' } });
  });
});
