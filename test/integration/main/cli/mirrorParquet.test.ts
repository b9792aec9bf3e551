import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readManifest, type Manifest } from '../../../../main/features/mirrors/parquet/manifest.ts';
import { lockFile } from '../../../../main/platform/sqlite/fileLock.ts';
import { makeRandom } from '../../../../main/sample-service/data/random.ts';
import { addDays } from '../../../../main/features/mirrors/windows.ts';
import { dayOf } from '../../../../preload/contract/days.ts';
import { mirroredRecords, readMirrored } from '../../../support/mirrorFiles.ts';
import { startServiceProcess, type ServiceProcess } from '../../../support/sampleService.ts';
import { atScale } from '../../../support/scale.ts';
import { makeTemporaryFolder } from '../../../support/temporaryFolder.ts';
import { mirrorCommand, type MirrorCommand } from './mirrorCommand.ts';

/** `rwa-explorer mirror … --to parquet:FOLDER` as a script runs it. DuckDB reads what it wrote. */

/** Few days: each is a file that is put on the disk. */
const recent = [
  '--query',
  JSON.stringify({
    filter: { operator: 'gte', field: 'date', value: addDays(dayOf(Date.now()), -25) },
  }),
];

describe('rwa-explorer mirror to Parquet files', () => {
  let service: ServiceProcess;
  let folder: string;
  let command: MirrorCommand;
  let roots = 0;

  beforeAll(async () => {
    service = await startServiceProcess(
      '--assets',
      '40',
      '--transactions',
      '5000',
      '--seed',
      '11',
      '--rate',
      '100000',
    );
    folder = makeTemporaryFolder('cli-parquet');
    command = mirrorCommand(service, folder);
  }, 120_000);
  afterAll(async () => {
    await service[Symbol.asyncDispose]();
  });

  function newRoot(): string {
    roots += 1;
    return join(folder, `mirror-${roots.toString()}`);
  }

  function manifestOf(table: string): Manifest {
    return readManifest(readFileSync(join(table, '_manifest.json'), 'utf8'), table);
  }

  /** Every file of Parquet that lies there. */
  function parquetFiles(table: string): string[] {
    return readdirSync(table, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.parquet'))
      .sort();
  }

  it('copies transactions in a folder for each day, then only what is new', async () => {
    const root = newRoot();
    const table = join(root, 'transactions');
    const transactions = await command.recordsOf('transactions', ...recent);
    const first = await command.mirror('transactions', `parquet:${root}`, ...recent);
    expect(first).toMatchObject({ read: transactions.size, inserted: transactions.size, compared: true });
    expect(await mirroredRecords(table)).toEqual(transactions);

    const manifest = manifestOf(table);
    expect(parquetFiles(table)).toEqual(manifest.files.map(({ path }) => path));
    expect(existsSync(join(table, '_work'))).toBe(false);
    const [sample] = await readMirrored(
      table,
      `SELECT bool_and(day = date) AS days, count(DISTINCT day) AS parts, count(*)::INTEGER AS rows, any_value(typeof(date)) AS date,
         any_value(typeof("timestamp")) AS at, any_value(typeof(amount)) AS amount,
         bool_and(amount IS NOT DISTINCT FROM (_record ->> 'amount')::DOUBLE) AS amounts,
         bool_and("timestamp" = (_record ->> 'timestamp')::TIMESTAMPTZ) AS times FROM mirrored`,
    );
    expect(sample).toEqual({
      days: true,
      parts: manifest.files.length.toString(),
      rows: transactions.size,
      date: 'DATE',
      at: 'TIMESTAMP WITH TIME ZONE',
      amount: 'DOUBLE',
      amounts: true,
      times: true,
    });
    for (const { path, rows, smallest, largest } of manifest.files.slice(-5)) {
      const [file] = await readMirrored(
        table,
        `SELECT count(*)::INTEGER AS rows, min(id) AS least, max(id) AS most, list((token_id, "timestamp", id)) = list_sort(list((token_id, "timestamp", id))) AS sorted
         FROM read_parquet('${join(table, path)}')`,
      );
      expect(file).toEqual({ rows, least: smallest['id'], most: largest['id'], sorted: true });
    }

    const second = await command.mirror('transactions', `parquet:${root}`, ...recent);
    expect(second).toMatchObject({ inserted: 0, changed: 0, gone: 0, compared: false, upTo: first.upTo });
    const compared = await command.mirror('transactions', `parquet:${root}`, ...recent, '--compare');
    expect(compared).toMatchObject({ read: transactions.size, inserted: 0, changed: 0, gone: 0 });
    expect(manifestOf(table).files).toEqual(manifest.files);
  });

  it('copies a resource without days to one file, with a column for each field', async () => {
    const root = newRoot();
    const assets = await command.recordsOf('assets');
    await command.mirror('assets', `parquet:${root}`);
    const table = join(root, 'assets');
    expect(await mirroredRecords(table)).toEqual(assets);
    expect(manifestOf(table).files).toHaveLength(1);
    const [row] = await readMirrored(
      table,
      `SELECT bool_and(total_asset_value_dollar IS NOT DISTINCT FROM (_record -> 'total_asset_value_dollar' ->> 'val')::DOUBLE) AS value,
         bool_and(total_asset_value_dollar__val_30d IS NOT DISTINCT FROM (_record -> 'total_asset_value_dollar' ->> 'val_30d')::DOUBLE) AS before,
         bool_and(name = (_record ->> 'name')) AS name FROM mirrored`,
    );
    expect(row).toEqual({ value: true, before: true, name: true });
  });

  it('ends with equal rows after being killed at any moment', async () => {
    const transactions = await command.recordsOf('transactions', ...recent);
    let root = newRoot();
    const table = (): string => join(root, 'transactions');
    /** Resolves once a mirror is open, or has ended. */
    const opened = async (run: Promise<unknown>): Promise<void> => {
      let hasEnded = false;
      void run.then(() => (hasEnded = true));
      while (!hasEnded && !existsSync(join(table(), '_work'))) await setTimeout(2);
    };
    const complete = async (): Promise<void> => {
      await command.mirror('transactions', `parquet:${root}`, ...recent);
      expect(await mirroredRecords(table())).toEqual(transactions);
      expect(await readMirrored(table(), 'SELECT id FROM mirrored WHERE _deleted_at IS NOT NULL')).toEqual(
        [],
      );
      const { files, replaced } = manifestOf(table());
      expect(parquetFiles(table())).toEqual([...files, ...replaced].map(({ path }) => path).sort());
      expect(await command.cli(['verify', root])).toMatchObject({ code: 0 });
    };

    const whole = command.mirror('transactions', `parquet:${root}`, ...recent);
    await opened(whole);
    const begun = performance.now();
    await whole;
    const wholeMs = Math.round(performance.now() - begun);
    root = newRoot();
    let hits = 0;
    await atScale(import.meta.filename, 50, async ({ count, seed }) => {
      const random = makeRandom(seed);
      for (let kill = 0; kill < count; kill += 1) {
        const stop = new AbortController();
        const run = command.cli(['mirror', 'transactions', '--to', `parquet:${root}`, ...recent], {
          signal: stop.signal,
        });
        await opened(run);
        await Promise.race([run, setTimeout(random.integer(0, wholeMs))]);
        stop.abort();
        if ((await run).code === -1) hits += 1;
        else root = newRoot();
        // Whoever reads meanwhile finds every file that the manifest names.
        if (!existsSync(join(table(), '_manifest.json'))) continue;
        for (const { path } of manifestOf(table()).files)
          expect(existsSync(join(table(), path)), path).toBe(true);
      }
      expect(hits).toBeGreaterThan(0);
      await complete();
    });
  }, 600_000);

  it('verifies each file, and names those that are missing or changed', async () => {
    const root = newRoot();
    await command.mirror('networks', `parquet:${root}`);
    const table = join(root, 'networks');
    expect(await command.cli(['verify', root])).toMatchObject({
      code: 0,
      out: expect.stringContaining('"state":"unchanged"') as string,
    });
    const [{ path } = { path: '' }] = manifestOf(table).files;
    const bytes = readFileSync(join(table, path));
    const damaged = Buffer.from(bytes);
    damaged[100] = (damaged[100] ?? 0) ^ 1;
    writeFileSync(join(table, path), damaged);
    expect(await command.cli(['verify', table])).toMatchObject({
      code: 1,
      out: expect.stringContaining(`"missing":[],"changed":["${path}"]`) as string,
    });
    renameSync(join(table, path), join(root, 'elsewhere'));
    expect(await command.cli(['verify', join(table, '_manifest.json')])).toMatchObject({
      code: 1,
      out: expect.stringContaining(`"missing":["${path}"]`) as string,
    });
  });

  it('is alone in its folder, and refuses that of another filter', async () => {
    const root = newRoot();
    await command.mirror('networks', `parquet:${root}`);
    // As another mirror holds it for as long as it runs.
    const lock = lockFile(join(root, 'networks', '_lock'), 0);
    const second = await command.cli(['mirror', 'networks', '--to', `parquet:${root}`]);
    lock.release();
    expect(second).toMatchObject({
      code: 1,
      err: expect.stringContaining('Another mirror writes to') as string,
    });
    await command.mirror('networks', `parquet:${root}`);
    const filter = JSON.stringify({ filter: { operator: 'equals', field: 'id', value: 1 } });
    expect(
      await command.cli(['mirror', 'networks', '--to', `parquet:${root}`, '--query', filter]),
    ).toMatchObject({ code: 2, err: expect.stringContaining('another filter') as string });
  });

  it('says what is wrong with a folder, and what to do', async () => {
    const root = newRoot();
    const failing = async (to: string): Promise<object> =>
      command.cli(['mirror', 'networks', '--to', `parquet:${to}`]);
    const failure = (text: string): object => ({ code: 1, err: expect.stringContaining(text) as string });
    mkdirSync(join(root, 'networks', 'day=2026-01-01'), { recursive: true });
    writeFileSync(join(root, 'networks', 'day=2026-01-01', 'mine.parquet'), '');
    expect(await failing(root)).toMatchObject(failure('is not empty and is no mirror'));
    expect(await failing(join(root, 'networks', 'day=2026-01-01', 'mine.parquet'))).toMatchObject(
      failure('a part of its path is a file'),
    );

    const other = newRoot();
    await command.mirror('networks', `parquet:${other}`);
    const manifest = join(other, 'networks', '_manifest.json');
    const text = readFileSync(manifest, 'utf8');
    writeFileSync(manifest, text.replace('"version": 1', '"version": 2'));
    expect(await failing(other)).toMatchObject(failure('newer version of the app'));
    writeFileSync(manifest, text);
    cpSync(join(other, 'networks'), join(other, 'assets'), { recursive: true });
    expect(await command.cli(['mirror', 'assets', '--to', `parquet:${other}`])).toMatchObject(
      failure('is a mirror of networks'),
    );
  });

  const noDisk = process.getuid?.() === 0 ? null : 'only root can mount a small disk';
  if (noDisk !== null) process.stdout.write(`The test of a full disk is skipped: ${noDisk}.\n`);

  it.skipIf(noDisk !== null)('resumes after the disk was full, or not writable', async () => {
    const root = newRoot();
    mkdirSync(root);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256k', 'tmpfs', root]);
    try {
      const table = join(root, 'transactions');
      const transactions = await command.recordsOf('transactions', ...recent);
      const outcome = await command.cli(['mirror', 'transactions', '--to', `parquet:${root}`, ...recent]);
      expect(outcome).toMatchObject({ code: 1, err: expect.stringContaining('The disk is full') as string });
      expect(parquetFiles(table)).toEqual(manifestOf(table).files.map(({ path }) => path));
      execFileSync('mount', ['-o', 'remount,ro', root]);
      expect(
        await command.cli(['mirror', 'transactions', '--to', `parquet:${root}`, ...recent]),
      ).toMatchObject({
        code: 1,
        err: expect.stringContaining('The folder of the mirror cannot be written') as string,
      });
      execFileSync('mount', ['-o', 'remount,rw,size=100m', root]);
      await command.mirror('transactions', `parquet:${root}`, ...recent);
      expect(await mirroredRecords(table)).toEqual(transactions);
    } finally {
      execFileSync('umount', [root]);
    }
  });
});
