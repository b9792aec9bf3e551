import { monitorEventLoopDelay } from 'node:perf_hooks';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { DuckDBInstance } from '@duckdb/node-api';
import { projectFolder } from '../../build/start/project.ts';
import { mirroredResource } from '../../main/features/mirrors/mirrorTable.ts';
import type { MirrorTarget } from '../../main/features/mirrors/mirrorTarget.ts';
import { folderStorage } from '../../main/features/mirrors/parquet/folderStorage.ts';
import { parquetTarget } from '../../main/features/mirrors/parquet/parquetTarget.ts';
import { addDays } from '../../main/features/mirrors/windows.ts';
import { workerUrls } from '../../main/workers.ts';
import type { ResourceRecord } from '../../preload/contract/records.ts';
import { makeTemporaryFolder } from '../support/temporaryFolder.ts';
import { quantile, type Figure } from './figure.ts';

/**
 * The same transactions to Parquet files, in windows of twenty pages and ten days, beside DuckDB's own writer: it writes the same rows from
 * memory, sorted, into folders of days.
 */

const turns = 3;
const pagesOfWindow = 20;
const daysOfWindow = 10;
const workers = workerUrls(pathToFileURL(join(projectFolder, 'out', 'main', 'index.js')).href);
const { table, rowOf } = mirroredResource('transactions');

interface Window {
  readonly from: string;
  readonly to: string;
  readonly pages: readonly (readonly ResourceRecord[])[];
}

export async function measureParquet(records: readonly (readonly ResourceRecord[])[]): Promise<Figure[]> {
  const windows = windowsOf(records);
  const rows = records.reduce((sum, page) => sum + page.length, 0);
  const first: number[] = [];
  const again: number[] = [];
  const own: number[] = [];
  const folder = makeTemporaryFolder('bench-parquet');
  const blocked: number[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    await rm(folder, { recursive: true, force: true });
    const target = parquetTarget({
      workerUrl: workers.mirror,
      storageOf: (name) => folderStorage(folder, name),
    });
    try {
      await target.open(table);
      const delays = monitorEventLoopDelay({ resolution: 1 });
      delays.enable();
      first.push(await rowsPerSecond(rows, () => writeWindows(target, windows)));
      delays.disable();
      blocked.push(delays.max / 1e6);
      again.push(await rowsPerSecond(rows, () => writeWindows(target, windows)));
    } finally {
      await target.close();
    }
    own.push(await copyWithDuckDb(folder, rows));
  }
  const peer = { name: "DuckDB's COPY", value: quantile(own, 0.5) };
  const value = quantile(first, 0.5);
  const equal = quantile(again, 0.5);
  return [
    { name: 'new rows in Parquet files', value, unit: 'rows/s', peer, ratio: value / peer.value },
    {
      name: 'equal rows in Parquet files again',
      value: equal,
      unit: 'rows/s',
      peer,
      ratio: equal / peer.value,
    },
    { name: 'main thread blocked by Parquet files at most', value: Math.max(...blocked), unit: 'ms' },
  ];
}

/** Windows as a mirror reads them: their records lie on their days. */
function windowsOf(records: readonly (readonly ResourceRecord[])[]): Window[] {
  return Array.from({ length: Math.ceil(records.length / pagesOfWindow) }, (_, index) => {
    const from = addDays('2026-01-01', index * daysOfWindow);
    const pages = records.slice(index * pagesOfWindow, (index + 1) * pagesOfWindow).map((page) =>
      page.map((record, row) => {
        const date = addDays(from, row % daysOfWindow);
        return { ...record, date, timestamp: `${date}${String(record['timestamp']).slice(10)}` };
      }),
    );
    return { from, to: addDays(from, daysOfWindow - 1), pages };
  });
}

async function writeWindows(target: MirrorTarget, windows: readonly Window[]): Promise<void> {
  for (const { from, to, pages } of windows)
    for (const [index, page] of pages.entries())
      await target.write({
        window: { kind: 'days', from, to },
        begin: index === 0,
        rows: page.map(rowOf),
        fetchedAt: Date.now(),
        end: index === pages.length - 1,
        compare: true,
        state: null,
      });
}

/** Only its writing is measured. */
async function copyWithDuckDb(folder: string, rows: number): Promise<number> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  try {
    await connection.run(
      `CREATE TABLE mirrored AS FROM read_parquet('${folder}/transactions/*/*.parquet', hive_partitioning = true)`,
    );
    return await rowsPerSecond(rows, async () => {
      await connection.run(
        `COPY (FROM mirrored ORDER BY day, token_id, "timestamp", id) TO '${folder}/duckdb' (FORMAT parquet, COMPRESSION zstd, PARTITION_BY (day))`,
      );
    });
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

async function rowsPerSecond(rows: number, work: () => Promise<void>): Promise<number> {
  const begun = performance.now();
  await work();
  return rows / ((performance.now() - begun) / 1000);
}
