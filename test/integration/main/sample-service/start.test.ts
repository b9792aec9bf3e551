import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dayNumber } from '../../../../preload/contract/days.ts';
import type { Query } from '../../../../preload/contract/query.ts';
import { headlines } from '../../../../preload/contract/resources/headlines.ts';
import { lockFile } from '../../../../main/platform/sqlite/fileLock.ts';
import { startNodeProcess, type ChildProcess } from '../../../../main/platform/system/childProcess.ts';
import { startSampleProcess } from '../../../../main/sample-service/sampleProcess.ts';
import { z } from 'zod';
import { startService } from './serviceClient.ts';
import { commandLine, workers } from '../../../support/built.ts';
import { onlyIf } from '../../../support/onlyIf.ts';
import { makeTemporaryFolder } from '../../../support/temporaryFolder.ts';

const small = { assets: 25, transactions: 400 };
const folder = makeTemporaryFolder('start');

function daysBefore(today: string, moment: unknown): number {
  return dayNumber(today) - dayNumber(String(moment).slice(0, 10));
}

function valueOf(metric: unknown): number {
  return z.object({ val: z.number() }).nullable().parse(metric)?.val ?? -Infinity;
}

function cache(name: string): string {
  return join(folder, name);
}

describe('data in the cache folder', () => {
  it('are made once something is asked, and read again @nightly', async () => {
    const cacheFolder = cache('again');
    const first = await startService({ ...small, cacheFolder });
    expect(readdirSync(cacheFolder)).toEqual([]);
    const records = await first.all('/v4/assets');
    // Answered when the last file is there too.
    await first.list('/v4/transactions');
    await first[Symbol.asyncDispose]();
    const made = readdirSync(cacheFolder).map((name) => [name, statSync(join(cacheFolder, name)).mtimeMs]);
    expect(made).toHaveLength(3);

    const second = await startService({ ...small, cacheFolder });
    expect(await second.all('/v4/assets')).toEqual(records);
    await second[Symbol.asyncDispose]();
    expect(readdirSync(cacheFolder).map((name) => [name, statSync(join(cacheFolder, name)).mtimeMs])).toEqual(
      made,
    );
  });

  it('are the same bytes wherever they are made from the same seed, and others from another @nightly', async () => {
    const digestOf = async (name: string, seed: number): Promise<string[]> => {
      const service = await startService({ ...small, seed, cacheFolder: cache(name) });
      await service.list('/v4/transactions');
      await service[Symbol.asyncDispose]();
      return readdirSync(cache(name))
        .sort()
        .map((file) =>
          createHash('sha256')
            .update(readFileSync(join(cache(name), file)))
            .digest('hex'),
        );
    };
    const [first, second, other] = [
      await digestOf('one', 7),
      await digestOf('two', 7),
      await digestOf('three', 8),
    ];
    expect(second).toEqual(first);
    expect(other.filter((digest) => first.includes(digest))).toEqual([]);
  });

  it('of a half-made file are made again @nightly', async () => {
    const cacheFolder = cache('half');
    const service = await startService({ ...small, cacheFolder });
    await service.list('/v4/transactions');
    await service[Symbol.asyncDispose]();
    for (const name of readdirSync(cacheFolder)) {
      rmSync(join(cacheFolder, name));
      // What a start that was cut off leaves behind.
      writeFileSync(join(cacheFolder, `${name}.1234-abc.part`), 'half a file');
    }
    await using again = await startService({ ...small, cacheFolder });
    expect((await again.list('/v4/assets')).pagination.resultCount).toBe(25);
  });

  it(
    'are made where a folder from elsewhere has pipes or links in their place',
    { ...onlyIf(process.platform !== 'win32', 'Windows has no pipes in folders.'), timeout: 30_000 },
    async () => {
      const cacheFolder = cache('pipes');
      const options = { ...small, cacheFolder, livePerMinute: 60 };
      const service = await startService(options);
      const before = await service.all('/v4/assets');
      await service.list('/v4/transactions');
      await service[Symbol.asyncDispose]();
      const letter = cache('letter');
      writeFileSync(letter, 'Dear colleague');
      const made = readdirSync(cacheFolder).filter((name) => name.endsWith('.sqlite'));
      expect(made).toHaveLength(4);
      for (const [index, name] of made.entries()) {
        rmSync(join(cacheFolder, name));
        if (index % 2 === 0) execFileSync('mkfifo', [join(cacheFolder, name)]);
        else symlinkSync(letter, join(cacheFolder, name));
      }
      await using again = await startService(options);
      expect(await again.all('/v4/assets')).toEqual(before);
      const { pagination } = await again.list('/v4/transactions');
      expect(pagination.resultCount).toBeGreaterThanOrEqual(small.transactions);
      expect(readFileSync(letter, 'utf8')).toBe('Dear colleague');
    },
  );

  it('of a process that was killed are cleared away at the next start, those of one that runs are not @nightly', async () => {
    const cacheFolder = cache('killed');
    await using service = await startService({ ...small, cacheFolder });
    const [left, made] = ['sample-left.sqlite.part', 'sample-made.sqlite.part'] as const;
    writeFileSync(join(cacheFolder, left), 'half a file');
    const maker = lockFile(join(cacheFolder, made), 0);
    await using again = await startService({ ...small, cacheFolder });
    await again.list('/v4/transactions');
    await service.list('/v4/transactions');
    expect(readdirSync(cacheFolder).filter((name) => name.endsWith('.part'))).toEqual([made]);
    maker.release();
  });

  it('serve every day: each ends on its day, with the same records as far apart @nightly', async () => {
    const cacheFolder = cache('days');
    const all = { pagination: { page: 1, perPage: 1000 } };
    const askOn = async (today: string) => {
      await using service = await startService({ ...small, cacheFolder, today });
      const transactions = await service.list('/v4/transactions', all);
      const [newest] = await service.all('/v4/transactions', { sort: { field: 'date', direction: 'desc' } });
      const filter = { field: 'date', operator: 'equals', value: String(newest?.['date']) };
      const networks = await service.all('/v4/networks');
      const { results: sorted } = await service.list('/v4/tokens', {
        ...all,
        sort: { field: 'monthly_transfer_volume', direction: 'desc' },
      });
      return {
        files: readdirSync(cacheFolder).map((name) => [name, statSync(join(cacheFolder, name)).mtimeMs]),
        days: transactions.results.map(({ id, date, timestamp }) => [
          id,
          daysBefore(today, date),
          daysBefore(today, timestamp),
        ]),
        found: (await service.list('/v4/transactions', { filter })).pagination.resultCount,
        founded: networks.map(({ founded_date }) => daysBefore(today, founded_date)),
        updated: networks.map(({ _updated_at }) => daysBefore(today, _updated_at)),
        volumes: sorted.map(({ monthly_transfer_volume }) => valueOf(monthly_transfer_volume)),
      };
    };
    const [first, second] = [await askOn('2026-11-20'), await askOn('2027-03-02')];
    expect(second.files).toEqual(first.files);
    expect(first.files).toHaveLength(3);
    expect(second.days).toEqual(first.days);
    expect(Math.min(...first.days.map(([, days]) => Number(days)))).toBeGreaterThanOrEqual(0);
    expect(first.found).toBeGreaterThan(0);
    expect(second.found).toBe(first.found);
    expect(second.founded).toEqual(first.founded);
    expect(new Set(second.updated)).toEqual(new Set([0]));
    // The month so far has two days on one, twenty on the other.
    for (const { volumes } of [first, second]) expect(volumes).toEqual([...volumes].sort((a, b) => b - a));
    expect(second.volumes).not.toEqual(first.volumes);
  });

  it('are not needed for the first rows: they come at once, the same as later, and figures over time too @nightly', async () => {
    const size = { assets: 300, transactions: 4000, odd: true, today: '2026-11-20' };
    const cacheFolder = cache('first');
    const started: ChildProcess[] = [];
    await using held = await startService({
      ...size,
      cacheFolder,
      // The second process, which makes the files, is never told to begin.
      startProcess(module, output) {
        const child = startNodeProcess(module, output);
        started.push(child);
        return started.length === 1 ? child : { ...child, post: () => undefined };
      },
    });
    const first: Query = {
      sort: { field: headlines.assets, direction: 'desc' },
      pagination: { page: 2, perPage: 50 },
    };
    const series: Query = {
      filter: { field: 'measure_slug', operator: 'equals', value: 'total_asset_value_dollar' },
      aggregate: { groupBy: 'asset_class', interval: 'month' },
    };
    const early = await held.ask('/v4/assets', first);
    const earlySeries = await held.ask('/v4/assets/aggregates/timeseries', series);
    expect(started).toHaveLength(2);
    expect(readdirSync(cacheFolder)).toEqual([]);

    await using whole = await startService(size);
    const { results: tokens } = await whole.list('/v4/tokens', { pagination: { page: 1, perPage: 1000 } });
    expect(await whole.ask('/v4/assets', first)).toMatchObject({ status: 200, body: early.body });
    expect(await whole.ask('/v4/assets/aggregates/timeseries', series)).toMatchObject({
      status: 200,
      body: earlySeries.body,
    });
    const nested = z
      .object({ results: z.array(z.object({ tokens: z.array(z.looseObject({ id: z.number() })) })) })
      .parse(early.body);
    expect(nested.results.some((asset) => asset.tokens.length > 1)).toBe(true);
    const tokenOf = new Map(tokens.map((token) => [token['id'], token]));
    for (const token of nested.results.flatMap((asset) => asset.tokens))
      expect(token).toEqual(tokenOf.get(token.id));
  });

  it('that cannot be made are said to whoever waits for them', async () => {
    const cacheFolder = cache('unmade');
    const started: ChildProcess[] = [];
    await using service = await startService({
      ...small,
      cacheFolder,
      startProcess(module, output) {
        const child = startNodeProcess(module, output);
        started.push(child);
        if (started.length > 1) child.kill();
        return child;
      },
    });
    expect((await service.ask('/v4/tokens')).status).toBe(500);
  });
});

describe('the service', () => {
  it('makes up a key and a port, and is heard on this computer only', async () => {
    await using service = await startService(small);
    expect(service.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(service.key).toMatch(/^[\w-]{32}$/);
    const outside = Object.values(networkInterfaces())
      .flat()
      .find((address) => address?.family === 'IPv4' && !address.internal);
    if (outside === undefined) {
      process.stdout.write('This machine has no other address to try.\n');
      return;
    }
    await expect(fetch(service.url.replace('127.0.0.1', outside.address))).rejects.toThrow();
  });

  it('says in a sentence why it cannot start', async () => {
    await using service = await startService(small);
    const process = { processUrl: workers.sample, startProcess: startNodeProcess };
    const port = Number(new URL(service.url).port);
    await expect(
      startSampleProcess({ ...process, cacheFolder: cache('taken'), ...small, port }),
    ).rejects.toThrow(/EADDRINUSE/);
    const file = cache('file');
    writeFileSync(file, '');
    await expect(startSampleProcess({ ...process, cacheFolder: file, ...small })).rejects.toThrow(
      /EEXIST|ENOTDIR/,
    );
  });
});

describe('the program', () => {
  it('says where it listens in one line of JSON, answers, and ends on Ctrl+C', async () => {
    const child = spawn(
      process.execPath,
      [
        commandLine,
        'serve-sample',
        '--port',
        '0',
        '--key',
        'KEY',
        '--assets',
        '25',
        '--transactions',
        '400',
        '--rate',
        '2',
        '--today',
        '2026-11-20',
        '--cache',
        cache('program'),
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const exit = once(child, 'exit');
    let output = '';
    child.stdout.on('data', (data: Buffer) => (output += data.toString()));
    while (!output.includes('\n')) await once(child.stdout, 'data');
    expect(output).toMatch(/^\{"listening":"http:\/\/127\.0\.0\.1:\d+","key":"KEY"\}\n$/);
    const url = /http[^"]+/.exec(output)?.[0] ?? '';
    const statuses: number[] = [];
    for (let count = 0; count < 3; count += 1) {
      statuses.push(
        (await fetch(`${url}/v4/transactions`, { headers: { authorization: 'Bearer KEY' } })).status,
      );
    }
    expect(statuses).toEqual([200, 200, 429]);
    child.kill('SIGINT');
    expect(await exit).toEqual([130, null]);
  });

  it('ends with 2 and a sentence where an option is not valid', async () => {
    const child = spawn(process.execPath, [commandLine, 'serve-sample', '--port', 'x'], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [output, complaint] = ['', ''];
    child.stdout.on('data', (data: Buffer) => (output += data.toString()));
    child.stderr.on('data', (data: Buffer) => (complaint += data.toString()));
    expect(await once(child, 'close')).toEqual([2, null]);
    expect(output).toBe('');
    expect(complaint).toBe(
      "option '--port <number>' argument 'x' is invalid. It must be a whole number from 0 to 65535. Add --help to see how it is used.\n",
    );
  });
});
