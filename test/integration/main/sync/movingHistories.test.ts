import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { runExport } from '../../../../main/features/exports/runExport.ts';
import { runMirror } from '../../../../main/features/mirrors/runMirror.ts';
import { makeRandom, type Random } from '../../../../main/sample-service/data/random.ts';
import { openCacheScan } from '../../../../main/store/cache/reading/cacheScan.ts';
import type { ReadWhole, WholeList } from '../../../../main/sync/wholeList.ts';
import { defaultOptions, type ExportParts } from '../../../../preload/contract/exports.ts';
import { FailureError, hasCode, type Failure } from '../../../../preload/contract/failures.ts';
import { dayNumber, dayText } from '../../../../preload/contract/days.ts';
import type { Job } from '../../../../preload/contract/jobs.ts';
import { workers } from '../../../support/built.ts';
import { lacksPostgres, startPostgres, type PostgresServer } from '../../../support/postgres.ts';
import { atScale } from '../../../support/scale.ts';
import { makeTemporaryFolder } from '../../../support/temporaryFolder.ts';
import { byDuckDb } from '../features/exports/exportFixture.ts';
import { nameOf, startSyncBench, type SyncBench } from '../features/records/syncBench.ts';

/** Random histories of a service whose records come, go and change, read in every way that the app reads whole lists. */

const wholeList = { resource: 'transactions' } as const;

describe('a sync of a changing service', () => {
  let postgres: PostgresServer | null = null;
  beforeAll(async () => {
    if (lacksPostgres === null) postgres = await startPostgres();
    else process.stdout.write(`Moving lists are read without a mirror. ${lacksPostgres}\n`);
  });
  afterAll(() => postgres?.[Symbol.asyncDispose]());

  it('loses no lasting record and removes only deleted ones', async () => {
    await atScale(import.meta.filename, 500, async ({ count, seed: first }) => {
      // Each takes a second: an everyday run has half of a twentieth of them.
      const end = first + (count < 500 ? Math.ceil(count / 2) : count);
      for (let seed = first; seed < end; seed += 1) await readMoving(seed, postgres);
    });
  }, 1_800_000);
});

const today = dayNumber('2026-01-01');

/** How old a record of a moving list is. */
function daysAgo(id: number): number {
  return id % 7;
}

/** A service of which records come, go and change their names, and which loads its figures anew, between any two answers. */
class Moving {
  readonly #random: Random;
  readonly #bench: SyncBench;
  #version = 0;
  /** Ids of records that have stood since the last reading began. */
  lasting = new Set<string>();
  /** True where a record has gone since then. */
  hasLost = false;
  /** What each record was since then: its name and the version of its figures. */
  readonly #seen = new Map<string, Set<string>>();

  constructor(bench: SyncBench, random: Random) {
    this.#bench = bench;
    this.#random = random;
    bench.furtherOf = (id) => ({ description: this.#version.toString(), date: dayText(today - daysAgo(id)) });
    bench.before = (_nth, _response, path) => {
      this.#change(path);
      return false;
    };
  }

  begin(): void {
    this.#bench.clock.now += 1000;
    this.lasting = new Set([...this.#bench.issuers.keys()].map(String));
    this.#seen.clear();
    this.hasLost = false;
    this.#note();
  }

  /**
   * What is wrong with records that were read as all there are, of the last `days`; `known` is true where their figures are of one version.
   */
  problems(read: readonly ReadRecord[], known: boolean, days: number): string[] {
    const ids = new Set(read.map(({ id }) => id));
    const versions = new Set(read.map(({ version }) => version));
    return [
      ...[...this.lasting]
        .filter((id) => !ids.has(id) && daysAgo(Number(id)) < days)
        .map((id) => `${id} is missing`),
      ...read
        .filter(({ id, name, version }) => this.#seen.get(id)?.has(`${name} ${version}`) !== true)
        .map(({ id, name, version }) => `${id} was not ${name} of ${version}`),
      ...(ids.size < read.length ? ['one is there twice'] : []),
      ...(known && versions.size > 1 ? [`versions ${[...versions].join(', ')}`] : []),
    ];
  }

  #change(path: string): void {
    const { issuers } = this.#bench;
    for (let left = this.#random.integer(0, 3); left > 0; left -= 1) {
      const id = [...issuers.keys()][this.#random.integer(0, issuers.size - 1)] ?? 1;
      const added = this.#random.integer(1, 200);
      switch (this.#random.integer(0, 4)) {
        case 0:
        case 1:
          issuers.delete(id);
          this.lasting.delete(id.toString());
          this.hasLost = true;
          break;
        case 2:
          issuers.set(id, `Renamed ${this.#random.integer(1, 1000).toString()}`);
          break;
        default:
          if (!issuers.has(added)) issuers.set(added, nameOf(added));
      }
    }
    // What is asked for by id comes after the last look at the first page.
    if (!path.includes('%22in%22') && this.#random.integer(1, 20) === 1) this.#version += 1;
    this.#note();
  }

  #note(): void {
    for (const [id, name] of this.#bench.issuers) {
      const key = id.toString();
      this.#seen.set(key, (this.#seen.get(key) ?? new Set()).add(`${name} ${this.#version.toString()}`));
    }
  }
}

const notProven = { code: 'incomplete', message: 'The file is not complete.' } as const;

interface ReadRecord {
  readonly id: string;
  readonly name: string;
  readonly version: string;
}

const readSchema = z
  .object({ id: z.coerce.string(), transaction_hash: z.string(), description: z.string() })
  .transform(({ id, transaction_hash: name, description: version }): ReadRecord => ({ id, name, version }));

/** More than the oldest record of a moving list has: all of it. */
const everyDay = 7;
/** Days of which files are written: not all. */
const someDays = 4;

/** Reads a moving list in every way, one after the other, and checks what each has. */
async function readMoving(seed: number, postgres: PostgresServer | null): Promise<void> {
  const random = makeRandom(seed);
  // Some are so long that they are read in windows of days.
  const isLong = random.integer(1, 20) === 1;
  await using bench = await startSyncBench({
    count: isLong ? random.integer(410, 500) : random.integer(20, 90),
  });
  const { cache, recordReader, syncs } = bench;
  const moving = new Moving(bench, random);
  const control = { signal: new AbortController().signal, update: () => undefined };
  const folder = makeTemporaryFolder('moving');

  async function exported(parts: ExportParts | null, path: string): Promise<{ complete: boolean }> {
    const format = parts === null ? 'jsonl' : 'parquet';
    return runExport(
      {
        connection: { id: 'test', name: 'Test', baseUrl: bench.server.url, sample: false },
        recordReader,
        cache,
        sync: syncs.run,
        readResult: () => [],
        workerUrl: workers.export,
        descriptions: join(folder, 'descriptions'),
        now: () => bench.clock.now,
      },
      {
        connectionId: 'test',
        scope: { kind: 'query', ...wholeList, query: {} },
        format,
        columns: parts === null ? [] : ['id', 'transaction_hash', 'description'],
        options: { ...defaultOptions(format), parts },
      },
      path,
      control,
    );
  }

  /** How the whole list is read: the records of each way. */
  const ways: Readonly<Record<string, () => Promise<readonly unknown[]>>> = {
    sync: async () => {
      const { state, failure } = await endOf(() => syncs.start(wholeList));
      if (failure !== null) throw new FailureError(failure);
      expect({ seed, state }).toEqual({ seed, state: 'done' });
      const query = { pagination: { page: 1, perPage: 1000 } };
      return (await cache.runQuery({ ...wholeList, query })).records;
    },
    all: async () => {
      const whole = await syncs.run(wholeList, 'All', control);
      if (whole.mark === null) throw new FailureError(whole.failure);
      const { filter } = whole;
      const scan = openCacheScan(cache.path, 'transactions', filter === undefined ? {} : { filter });
      const records = Array.from({ length: scan.blocks }, (_, block) => scan.records(block)).flat();
      scan.close();
      return records;
    },
    export: async () => {
      const path = join(folder, 'all.jsonl');
      if (!(await exported(null, path)).complete) throw new FailureError(notProven);
      const text = await readFile(path, 'utf8');
      return text.split('\n').flatMap((line): unknown[] => (line === '' ? [] : [JSON.parse(line)]));
    },
    'files by month': () => files({ by: 'month' }),
    'files by day': () => files({ by: 'day', days: someDays }),
    mirror,
    // Its second run compares with what the first has left.
    'mirror again': mirror,
  };

  async function files(parts: ExportParts): Promise<readonly unknown[]> {
    const path = join(folder, parts.by);
    if (!(await exported(parts, path)).complete) throw new FailureError(notProven);
    const columns = 'id, transaction_hash, description';
    const rows = await byDuckDb(`SELECT ${columns} FROM read_parquet('${path}/*/*.parquet')`);
    return rows.map(([id, hash, description]) => ({ id, transaction_hash: hash, description }));
  }

  async function mirror(): Promise<readonly unknown[]> {
    if (postgres === null) throw new Error('There is no server.');
    const { port, user, password, database } = postgres;
    const schema = `history_${seed.toString()}`;
    let whole: Pick<WholeList, 'shortfalls'> | Failure | undefined;
    const sync: ReadWhole = async (...args) => {
      try {
        const read = await syncs.run(...args);
        whole = read;
        return read;
      } catch (error) {
        if (error instanceof FailureError) whole = error.failure;
        throw error;
      }
    };
    const { complete, notes } = await runMirror(
      {
        connection: { id: 'test', name: 'Test', baseUrl: bench.server.url, sample: false },
        cache,
        sync,
        describe: () => Promise.resolve({ source: 'catalogue', fetchedAt: null, request: '', fields: [] }),
      },
      { workerUrl: workers.mirror, now: () => bench.clock.now },
      {
        ...wholeList,
        address: { host: '127.0.0.1', port, user, database, schema, tls: 'off' },
        password,
        days: everyDay,
        title: 'Mirror',
      },
      control,
    );
    const rows = await postgres.query(
      `SELECT id, transaction_hash, description, _record, _deleted_at IS NOT NULL AS gone FROM ${schema}.transactions`,
    );
    expect(rows.filter(({ gone, id }) => gone === true && moving.lasting.has(String(id)))).toEqual([]);
    if (whole === undefined) throw new Error('Nothing was read.');
    // It is complete where all was read; else it says the same as what read.
    if ('code' in whole) {
      expect({ complete, code: whole.code }).toEqual({ complete: false, code: 'many-removed' });
      // It names the command that accepts them.
      expect(notes).toContainEqual(expect.stringContaining(whole.message));
      throw new FailureError(whole);
    }
    const { shortfalls } = whole;
    if (shortfalls.length > 0) {
      expect(complete).toBe(false);
      expect(shortfalls.filter((shortfall) => !notes.includes(shortfall))).toEqual([]);
      throw new FailureError({ code: 'incomplete', message: shortfalls.join(' ') });
    }
    // Also where all was read, so many may be gone at once that it is to be asked first.
    if (!complete) {
      const refused = /^[1-9]\d* of \d+ rows have no record any more\. None was marked as deleted\./;
      expect(notes.filter((note) => refused.test(note))).not.toEqual([]);
      throw new FailureError({ code: 'many-removed', message: notes.join(' ') });
    }
    return rows.filter(({ gone }) => gone === false);
  }

  async function endOf(begin: () => unknown): Promise<Job> {
    const ended = bench.reached();
    begin();
    return ended;
  }

  // A list that is scrolled to its end page by page is no complete one.
  moving.begin();
  for (let page = 1, last = 1; page <= last; page += 1) {
    const query = { sort: { field: 'id', direction: 'asc' }, pagination: { page, perPage: 10 } } as const;
    last = (await recordReader.list('transactions', query)).pagination.pageCount;
  }
  expect(await cache.completeAsOf({ ...wholeList, query: {} })).toBeNull();
  const choices = [
    ['all'],
    ['export'],
    ['files by month'],
    ['files by day'],
    ...(postgres === null ? [] : [['mirror', 'mirror again']]),
  ];
  for (const way of ['sync', ...(choices[random.integer(0, choices.length - 1)] ?? [])]) {
    moving.begin();
    const startedAt = bench.clock.now;
    try {
      const read = z.array(readSchema).parse(await ways[way]?.());
      const [mark] = (await cache.syncs.listComplete()).toSorted((a, b) => b.until - a.until);
      const days = way === 'files by day' ? someDays : everyDay;
      const problems = moving.problems(read, mark?.changed === false, days);
      const vanished = (await cache.syncs.listVanished(startedAt)).filter(({ id }) => moving.lasting.has(id));
      expect({ seed, way, problems, vanished }).toEqual({ seed, way, problems: [], vanished: [] });
      expect([seed, mark?.count]).toEqual([seed, read.length]);
    } catch (error) {
      // So many are gone at once that it is to be asked first, or records went while the list was read.
      if (!hasCode(error, 'many-removed') && !hasCode(error, 'incomplete')) throw error;
      // A list that only grows and changes ends complete.
      expect([seed, way, moving.hasLost]).toEqual([seed, way, true]);
      expect(await cache.syncs.listVanished(startedAt)).toEqual([]);
    }
  }
}
