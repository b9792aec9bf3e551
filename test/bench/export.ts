import { spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';
import { buildWhereStale } from '../../build/start/buildApp.ts';
import { projectFolder } from '../../build/start/project.ts';
import type { RecordReader } from '../../main/features/records/recordReader.ts';
import { runExport } from '../../main/features/exports/runExport.ts';
import { openStore, type CacheStore } from '../../main/store/store.ts';
import { workerUrls } from '../../main/workers.ts';
import { defaultOptions, type ExportFormat } from '../../preload/contract/exports.ts';
import { atMost, p99Of, quantile, type Figure } from './figure.ts';
import { fillCache, makeTransactions } from './storeData.ts';
import { makeTemporaryFolder } from '../support/temporaryFolder.ts';

/**
 * A million cached transactions to a file of each format, beside `sqlite3 -csv` on the same database. The threads run the built
 * bundles, as an installed app does: from sources each would first take away the types.
 */

const transactions = 1_000_000;
const columns =
  'id,date,timestamp,transaction_hash,amount,usd_amount,from_address,to_address,transaction_type_id,token_id,asset_id,asset_class_id,protocol_id,network_id'.split(
    ',',
  );
const bytesPerMb = 1e6;

interface Run {
  readonly seconds: number;
  readonly grownMb: number;
  readonly delayMs: number;
}

const workers = workerUrls(pathToFileURL(join(projectFolder, 'out', 'main', 'index.js')).href);

export async function run(): Promise<Figure[]> {
  if (!(await buildWhereStale())) throw new Error('The app could not be built.');
  const folder = makeTemporaryFolder('bench');
  fillCache(join(folder, 'cache-bench.db'), transactions, makeTransactions(1));
  const store = await openStore({ folder, workerUrl: workers.store });
  const cache = await store.cache('bench');
  try {
    // The first run of each reads the database from the disk; they take turns, so that a busy machine is busy for both.
    exportBySqlite(cache, folder);
    const own: Run[] = [];
    const peer: number[] = [];
    for (let turn = 0; turn < 5; turn += 1) {
      own.push(await exportTo('csv', cache, folder));
      peer.push(exportBySqlite(cache, folder));
    }
    const parquet = await exportTo('parquet', cache, folder);
    const xlsx = await exportTo('xlsx', cache, folder);
    return figures(own, peer, parquet, xlsx);
  } finally {
    await store.close();
  }
}

function figures(own: readonly Run[], peer: readonly number[], parquet: Run, xlsx: Run): Figure[] {
  const csv = quantile(
    own.map(({ seconds }) => seconds),
    0.5,
  );
  const sqlite = quantile(peer, 0.5);
  const all = [...own, parquet, xlsx];
  const perSecond = (name: string, { seconds }: Run, goal: number): Figure => ({
    name,
    value: transactions / seconds,
    unit: 'rows/s',
    goal: `≥ ${goal.toLocaleString('en')} rows/s`,
    met: transactions / seconds >= goal,
  });
  return [
    {
      name: `${transactions.toLocaleString('en')} transactions to CSV`,
      value: csv,
      unit: 's',
      peer: { name: 'sqlite3 -csv', value: sqlite },
      ratio: csv / sqlite,
      goal: '≤ 1.3 × sqlite3 -csv',
      met: csv <= 1.3 * sqlite,
    },
    perSecond('Parquet', parquet, 150_000),
    perSecond('workbook', xlsx, 40_000),
    atMost('resident memory grown', Math.max(...all.map(({ grownMb }) => grownMb)), 'MB', 64),
    atMost(
      'event loop delay of the main thread, p99',
      Math.max(...all.map(({ delayMs }) => delayMs)),
      'ms',
      10,
    ),
  ];
}

async function exportTo(format: ExportFormat, cache: CacheStore, folder: string): Promise<Run> {
  const before = process.memoryUsage.rss();
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, process.memoryUsage.rss());
  }, 20);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const begun = performance.now();
  await runExport(
    {
      connection: { id: 'bench', name: 'Bench', baseUrl: 'https://example.com', sample: false },
      cache,
      recordReader: {} as RecordReader,
      sync: null,
      readResult: () => [],
      workerUrl: workers.export,
      descriptions: folder,
      now: Date.now,
    },
    {
      connectionId: 'bench',
      scope: { kind: 'cached', resource: 'transactions', query: {} },
      format,
      columns,
      options: defaultOptions(format),
    },
    join(folder, `out.${format}`),
    { signal: new AbortController().signal, update: () => undefined },
  );
  const seconds = (performance.now() - begun) / 1000;
  delay.disable();
  clearInterval(watch);
  return { seconds, grownMb: (most - before) / bytesPerMb, delayMs: p99Of(delay) };
}

/** Seconds that SQLite's own program takes for the same columns. */
function exportBySqlite({ path }: CacheStore, folder: string): number {
  const out = openSync(join(folder, 'peer.csv'), 'w');
  try {
    const begun = performance.now();
    const { status } = spawnSync(
      'sqlite3',
      ['-readonly', '-header', '-csv', path, `SELECT ${columns.join(', ')} FROM transactions`],
      { stdio: ['ignore', out, 'inherit'] },
    );
    if (status !== 0) throw new Error('sqlite3 is not installed, or could not read the database.');
    return (performance.now() - begun) / 1000;
  } finally {
    closeSync(out);
  }
}
