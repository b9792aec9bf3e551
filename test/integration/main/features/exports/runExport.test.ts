import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runExport } from '../../../../../main/features/exports/runExport.ts';
import type { JobControl } from '../../../../../main/jobs/jobs.ts';
import { defaultOptions } from '../../../../../preload/contract/exports.ts';
import { sendJson } from '../../../../support/httpServer.ts';
import { makeTemporaryFolder } from '../../../../support/temporaryFolder.ts';
import { nameOf, startSyncBench, type SyncBench } from '../records/syncBench.ts';

/** An export over real HTTP and SQLite into a real file. */

const columns = ['id', 'name'];

/** Writes a CSV file as the window does unless the user chooses otherwise. */
async function exportCsv(
  bench: SyncBench,
  path: string,
  { shown = columns, ...control }: Partial<JobControl> & { shown?: string[] } = {},
): Promise<void> {
  const { sync, ...environment } = bench.environment(dirname(path));
  await runExport(
    { ...environment, sync: bench.clock.offline ? null : sync },
    {
      connectionId: 'test',
      scope: { kind: 'query', resource: 'issuers', query: {} },
      format: 'csv',
      columns: shown,
      options: defaultOptions('csv'),
    },
    path,
    { signal: new AbortController().signal, update: () => undefined, ...control },
  );
}

const newPath = (): string => join(makeTemporaryFolder('export'), 'issuers.csv');

describe('runExport', () => {
  it('writes every page, with the labels of the columns, once the file is whole', async () => {
    await using bench = await startSyncBench();
    bench.issuers.set(2, '=HYPERLINK("x")');
    const path = newPath();
    const told: unknown[] = [];
    await exportCsv(bench, path, { update: (change) => told.push(change) });
    const text = await readFile(path, 'utf8');
    const lines = text.split('\r\n');
    expect(text.startsWith('\uFEFF')).toBe(true);
    expect([lines[1], lines[2], lines[35], lines[36]]).toEqual([
      `1,${nameOf(1)}`,
      '2,"\'=HYPERLINK(""x"")"',
      `35,${nameOf(35)}`,
      '',
    ]);
    const note = '1 cell that a spreadsheet might run as a formula: written with an apostrophe.';
    expect(told.at(-1)).toEqual({ done: 35, total: 35, bytes: Buffer.byteLength(text), note });
    // Pages overlap; then a sample and the other end are requested.
    expect(bench.server.requests).toHaveLength(7);
    const beside: unknown = JSON.parse(await readFile(`${path}.json`, 'utf8'));
    expect(beside).toMatchObject({
      file: 'issuers.csv',
      sha256: createHash('sha256').update(text).digest('hex'),
      rows: 35,
      complete: true,
      sampleData: false,
      source: 'service',
      resource: 'issuers',
      query: {},
      columns,
      cellsGuarded: 1,
    });
  });

  it('writes what the service has now, not what an earlier export cached', async () => {
    await using bench = await startSyncBench();
    for (const version of ['version 1', 'version 2']) {
      for (const id of bench.issuers.keys()) bench.issuers.set(id, version);
      const path = newPath();
      await exportCsv(bench, path, { shown: ['name'] });
      const names = (await readFile(path, 'utf8')).split('\r\n').slice(1, -1);
      expect([names.length, new Set(names)]).toEqual([35, new Set([version])]);
    }
  });

  it.each(['é'.repeat(126), 'é'.repeat(128)])(
    'requests nothing where a name is too long: %s',
    async (name) => {
      await using bench = await startSyncBench();
      const path = join(dirname(newPath()), name);
      await expect(exportCsv(bench, path)).rejects.toMatchObject({
        failure: { code: 'file', message: 'This name is too long. Choose a shorter one.' },
      });
      expect([bench.server.requests, await readdir(dirname(path))]).toEqual([[], []]);
    },
  );

  it('requests an empty page again, and calls no file complete if it stays empty', async () => {
    await using bench = await startSyncBench();
    const path = newPath();
    let empty = 1;
    bench.before = (nth, response) => {
      if (nth < 2 || empty-- <= 0) return false;
      sendJson(response, 200, {
        results: [],
        pagination: { page: 2, perPage: 10, pageCount: 4, resultCount: 35 },
      });
      return true;
    };
    await exportCsv(bench, path);
    expect((await readFile(path, 'utf8')).split('\r\n')).toHaveLength(37);
    empty = Infinity;
    await exportCsv(bench, `${path}2`);
    expect(JSON.parse(await readFile(`${path}2.json`, 'utf8'))).toMatchObject({ complete: false });
  });

  it('writes every cached record while it works offline, whichever pages they came with', async () => {
    await using bench = await startSyncBench();
    await bench.recordReader.list('issuers', { pagination: { page: 1, perPage: 10 } });
    await bench.recordReader.list('issuers', { pagination: { page: 5, perPage: 5 } });
    bench.clock.offline = true;
    const path = newPath();
    await exportCsv(bench, path);
    expect((await readFile(path, 'utf8')).split('\r\n')).toHaveLength(17);
    expect(JSON.parse(await readFile(`${path}.json`, 'utf8'))).toMatchObject({
      rows: 15,
      complete: false,
      source: 'local',
      coverage: { kind: 'partial', cachedRecords: 15 },
    });
  });

  it('writes the heading alone where nothing matches', async () => {
    await using bench = await startSyncBench({ count: 0 });
    const path = newPath();
    await exportCsv(bench, path, { shown: ['no_such_field'] });
    expect(await readFile(path, 'utf8')).toBe('\uFEFFno_such_field\r\n');
  });

  it.each([429, 500, 400])(
    'waits or leaves nothing behind where a page is answered with %i',
    async (status) => {
      await using bench = await startSyncBench();
      let refusals = 0;
      bench.before = (nth, response) => {
        if (nth < 2 || (status === 429 && refusals > 0)) return false;
        refusals += 1;
        sendJson(response, status, { message: 'spoilt' }, { 'retry-after': '0' });
        return true;
      };
      const path = newPath();
      const states: unknown[] = [];
      const work = exportCsv(bench, path, {
        update: ({ state }) => {
          states.push(state);
          // The client has the clock of the computer.
          if (state === 'waiting') bench.clock.now = Date.now() + 3_600_000;
        },
      });
      if (status === 429) {
        await work;
        expect(states.filter(Boolean)).toEqual(['waiting', 'running']);
        expect((await readFile(path, 'utf8')).split('\r\n')).toHaveLength(37);
      } else {
        await expect(work).rejects.toMatchObject({ failure: { status } });
        expect(await readdir(dirname(path))).toEqual([]);
      }
    },
  );

  it('leaves nothing behind when it is canceled while waiting', async () => {
    const stop = new AbortController();
    await using bench = await startSyncBench();
    bench.before = (_nth, response) => {
      sendJson(response, 429, { message: 'Too many requests' }, { 'retry-after': '3600' });
      return true;
    };
    const path = newPath();
    const work = exportCsv(bench, path, {
      signal: stop.signal,
      update: ({ state }) => {
        if (state === 'waiting') stop.abort();
      },
    });
    await expect(work).rejects.toMatchObject({ failure: { code: 'canceled' } });
    expect(await readdir(dirname(path))).toEqual([]);
  });
});
