import { mkdir, readdir, readFile, rmdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { parquetReadObjects } from 'hyparquet';
import { describe, expect, it } from 'vitest';
import type {
  ExportEnvironment,
  ExportResult,
  ExportRunOptions,
} from '../../../../../main/features/exports/preparedExport.ts';
import { runExport } from '../../../../../main/features/exports/runExport.ts';
import { temporaryName } from '../../../../../main/platform/system/workFolder.ts';
import { dayMs, dayOf } from '../../../../../preload/contract/days.ts';
import {
  defaultOptions,
  type ExportParts,
  type ExportRequest,
} from '../../../../../preload/contract/exports.ts';
import { sendJson } from '../../../../support/httpServer.ts';
import { makeTemporaryFolder } from '../../../../support/temporaryFolder.ts';
import { nameOf, startSyncBench, type SyncBench } from '../records/syncBench.ts';
import { byDuckDb } from './exportFixture.ts';

/** A folder with a file for each day or month, read by DuckDB and by hyparquet, which know nothing of who wrote it. */

const today = Date.UTC(2026, 10, 25);
/** Of the record with this id: five days in turn, the last one today; every fifth has none. */
function dateOf(id: number): string | null {
  return id % 5 === 0 ? null : `${dayOf(today - (4 - (id % 5)) * dayMs)}T00:00:00.000Z`;
}

interface Bench extends AsyncDisposable {
  readonly service: SyncBench;
  readonly folder: string;
  readonly environment: ExportEnvironment;
  write(
    parts: ExportParts,
    options?: ExportRunOptions,
    request?: Partial<ExportRequest>,
  ): Promise<ExportResult>;
}

async function openBench(count = 60): Promise<Bench> {
  const service = await startSyncBench({ count });
  service.clock.now = today + 12 * 3_600_000;
  service.furtherOf = (id) => ({ date: dateOf(id), amount: id / 3 });
  const own = makeTemporaryFolder('by-day');
  // The longest name.
  const folder = join(own, `${'é'.repeat(127)}l`);
  const environment = service.environment(join(own, 'descriptions'));
  return {
    service,
    folder,
    environment,
    write(parts, options = {}, request = {}) {
      const asked: ExportRequest = {
        connectionId: 'test',
        scope: { kind: 'query', resource: 'transactions', query: {} },
        format: 'parquet',
        columns: ['id', 'date', 'amount'],
        options: { ...defaultOptions('parquet'), parts },
        ...request,
      };
      const control = { signal: new AbortController().signal, update: () => undefined };
      return runExport(environment, asked, folder, control, options);
    },
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}

const threeDays = { by: 'day', days: 3 } as const;

/** Every file below a folder whose name ends so, with its rows as hyparquet reads them. */
async function rowsOf(folder: string, ending = ''): Promise<Record<string, number>> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const found = await Promise.all(
    files
      .filter((file) => file.isFile() && file.name.endsWith(ending))
      .map(async (file) => {
        const path = join(file.parentPath, file.name);
        const { buffer, byteOffset, byteLength } = await readFile(path);
        const rows = await parquetReadObjects({
          file: (buffer as ArrayBuffer).slice(byteOffset, byteOffset + byteLength),
          compressors: { ZSTD: (packed) => new Uint8Array(zstdDecompressSync(packed)) },
        });
        return [join(basename(dirname(path)), file.name), rows.length] as const;
      }),
  );
  return Object.fromEntries(found.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The days of a plain glob and their rows, as DuckDB reads them. */
async function daysOf(folder: string, part = 'day'): Promise<[string, number][]> {
  const rows = await byDuckDb(
    `SELECT ${part}::VARCHAR, count(*)::INT FROM read_parquet('${folder}/*/*.parquet', hive_partitioning = true) GROUP BY 1 ORDER BY 1`,
  );
  return rows.map(([day, count]) => [String(day), Number(count)]);
}

describe('files for each of the last days', () => {
  it('are all that is in the folder, and two readers find every row', async () => {
    await using bench = await openBench();
    const { rows, complete, sha256, description } = await bench.write(threeDays);
    expect([rows, complete, sha256]).toEqual([36, true, null]);
    expect(await rowsOf(bench.folder)).toEqual({
      'day=2026-11-23/data.parquet': 12,
      'day=2026-11-24/data.parquet': 12,
      'day=2026-11-25/data.parquet': 12,
    });
    expect(await daysOf(bench.folder)).toEqual([
      ['2026-11-23', 12],
      ['2026-11-24', 12],
      ['2026-11-25', 12],
    ]);
    const sum = `SELECT sum(amount), min(date)::VARCHAR FROM '${bench.folder}/day=2026-11-25/*.parquet'`;
    expect(await byDuckDb(sum)).toEqual([[126, '2026-11-25']]);
    const described: unknown = JSON.parse(await readFile(description, 'utf8'));
    expect(described).toMatchObject({
      folder: bench.folder,
      rows: 36,
      complete: true,
      resource: 'transactions',
    });
    expect(dirname(description)).toBe(bench.environment.descriptions);
    // One sync of these days, nothing asked twice, once in other words, and a sample once more by its ids.
    const others = bench.service.server.requests.filter(({ path }) => !path.includes('2026-11-23'));
    expect(others.map(({ path }) => path.includes('%22in%22'))).toEqual([false, true]);
  });

  it('are replaced as the days go, also where a day has nothing left, and others stay', async () => {
    await using bench = await openBench();
    await bench.write(threeDays);
    for (const id of [...bench.service.issuers.keys()]) if (id % 5 === 3) bench.service.issuers.delete(id);
    bench.service.issuers.set(99, nameOf(99));
    bench.service.clock.now += dayMs;
    expect((await bench.write(threeDays)).complete).toBe(true);
    expect(await daysOf(bench.folder)).toEqual([
      ['2026-11-23', 12],
      ['2026-11-25', 13],
    ]);
    expect(await rowsOf(bench.folder)).toEqual({
      'day=2026-11-23/data.parquet': 12,
      'day=2026-11-24/data.parquet': 0,
      'day=2026-11-25/data.parquet': 13,
      'day=2026-11-26/data.parquet': 0,
    });
  });

  it('are complete, old or new, at any moment for a plain glob @nightly', async () => {
    await using bench = await openBench();
    await bench.write(threeDays);
    let isOver = false;
    const wrong: unknown[] = [];
    let looks = 0;
    const looking = (async () => {
      for (; !isOver; looks += 1) {
        const counts =
          looks % 2 === 0
            ? await daysOf(bench.folder)
            : Object.entries(await rowsOf(bench.folder, '.parquet'));
        if (counts.length !== 3 || counts.some(([, count]) => count !== 12 && count !== 6))
          wrong.push(counts);
      }
    })();
    for (let turn = 0; turn < 6 || looks < 4; turn += 1) {
      for (let id = 1; id <= 30; id += 1)
        if (turn % 2 === 0) bench.service.issuers.delete(id);
        else bench.service.issuers.set(id, nameOf(id));
      bench.service.clock.now += 1000;
      await bench.write(threeDays);
    }
    isOver = true;
    await looking;
    expect(wrong).toEqual([]);
  });

  it('stay as they were if the service fails, or if the process before was killed', async () => {
    await using bench = await openBench();
    await bench.write(threeDays);
    const before = await rowsOf(bench.folder);
    bench.service.before = (_nth, response) => {
      sendJson(response, 500, {});
      return true;
    };
    await expect(bench.write({ by: 'day', days: 5 })).rejects.toMatchObject({
      failure: { code: 'service-error' },
    });
    expect(await rowsOf(bench.folder)).toEqual(before);
    bench.service.before = () => false;
    await writeFile(temporaryName(join(bench.folder, 'day=2026-11-24', 'data.parquet')), 'half');
    await bench.write(threeDays);
    expect(await rowsOf(bench.folder, 'data.parquet')).toEqual(before);
  });

  it('go on where a run ended among them', async () => {
    await using bench = await openBench();
    const blocked = join(bench.folder, 'day=2026-11-24', 'data.parquet');
    await mkdir(blocked, { recursive: true });
    await expect(bench.write(threeDays, { replace: true })).rejects.toMatchObject({
      failure: { code: 'file' },
    });
    await rmdir(blocked);
    await bench.write(threeDays);
    expect(Object.values(await rowsOf(bench.folder))).toEqual([12, 12, 12]);
  });

  it('come only from the cache if all of their days are cached, and otherwise not from it', async () => {
    await using bench = await openBench();
    const scope = { kind: 'cached', resource: 'transactions', query: {} } as const;
    await expect(bench.write(threeDays, {}, { scope })).rejects.toMatchObject({
      failure: {
        message: expect.stringMatching(/^Some transactions of these days are not cached/) as string,
      },
    });
    await bench.write(threeDays);
    const sent = bench.service.server.requests.length;
    expect((await bench.write(threeDays, {}, { scope })).rows).toBe(36);
    expect(bench.service.server.requests).toHaveLength(sent);
  });

  it('are described where the user says', async () => {
    await using bench = await openBench();
    const description = join(dirname(bench.folder), 'about.json');
    expect((await bench.write(threeDays, { description })).description).toBe(description);
    expect((await readdir(dirname(bench.folder))).sort()).toContain('about.json');
    expect((await bench.write(threeDays, { description })).rows).toBe(36);
  });
});

describe('a folder that has something else', () => {
  it.each([
    ['a file of the user', 'mine.txt', /more than the files of each day/],
    ['files of months', 'month=2026-10', /more than the files of each day/],
  ])('such as %s gets no files of days', async (_what, name, message) => {
    await using bench = await openBench();
    await mkdir(join(bench.folder, name), { recursive: true });
    await expect(bench.write(threeDays, { replace: true })).rejects.toMatchObject({
      failure: { code: 'file', message: expect.stringMatching(message) as string },
    });
    expect(await readdir(bench.folder)).toEqual([name]);
    expect(bench.service.server.requests).toHaveLength(0);
  });

  it('such as files that no export wrote keeps them until that is confirmed', async () => {
    await using bench = await openBench();
    const theirs = join(bench.folder, 'day=2026-11-25', 'data.parquet');
    await mkdir(dirname(theirs), { recursive: true });
    await writeFile(theirs, 'theirs');
    await expect(bench.write(threeDays)).rejects.toMatchObject({
      failure: { message: expect.stringMatching(/no export of this app wrote/) as string },
    });
    expect(await readFile(theirs, 'utf8')).toBe('theirs');
    await bench.write(threeDays, { replace: true });
    expect((await daysOf(bench.folder)).length).toBe(3);
  });

  it('is not created if the export fails', async () => {
    await using bench = await openBench();
    bench.service.before = (_nth, response) => {
      sendJson(response, 500, {});
      return true;
    };
    await expect(bench.write(threeDays)).rejects.toMatchObject({ failure: { code: 'service-error' } });
    expect(await readdir(dirname(bench.folder))).toEqual([]);
  });

  it.each([
    ['other records', { scope: { kind: 'query', resource: 'issuers', query: {} } }],
    ['other formats', { format: 'csv' }],
    ['chosen records', { scope: { kind: 'records', resource: 'transactions', ids: ['1'] } }],
  ] as const)('is not made of %s', async (_what, request) => {
    await using bench = await openBench();
    await expect(bench.write(threeDays, {}, request as Partial<ExportRequest>)).rejects.toMatchObject({
      failure: { code: 'bad-arguments' },
    });
  });
});

describe('files for each month', () => {
  it('have the whole history, undated records too, and none keeps what is gone', async () => {
    await using bench = await openBench();
    const months: Record<number, string> = { 1: '2024-02-29', 2: '2026-10-31', 3: '2026-11-01' };
    bench.service.furtherOf = (id) => {
      const day = months[id % 4];
      return { date: day === undefined ? null : `${day}T00:00:00.000Z` };
    };
    const { rows, complete } = await bench.write({ by: 'month' });
    expect([rows, complete]).toEqual([60, true]);
    expect(await rowsOf(bench.folder)).toEqual({
      'month=2024-02/data.parquet': 15,
      'month=2026-10/data.parquet': 15,
      'month=2026-11/data.parquet': 15,
      'month=__HIVE_DEFAULT_PARTITION__/data.parquet': 15,
    });
    for (const id of [...bench.service.issuers.keys()]) if (id % 4 < 2) bench.service.issuers.delete(id);
    bench.service.clock.now += 1000;
    // Half of all is gone at once: that is accepted first.
    await expect(bench.write({ by: 'month' })).rejects.toMatchObject({ failure: { code: 'many-removed' } });
    const accepted = bench.service.reached();
    bench.service.syncs.start({ resource: 'transactions' }, true);
    expect((await accepted).state).toBe('done');
    await bench.write({ by: 'month' });
    expect(Object.values(await rowsOf(bench.folder))).toEqual([0, 15, 15, 0]);
    expect(await daysOf(bench.folder, 'month')).toEqual([
      ['2026-10', 15],
      ['2026-11', 15],
    ]);
  });
});
