import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openCommandLineKeys } from '../../../main/cli/source.ts';
import { watchlistContentSchema } from '../../../preload/contract/watchlists.ts';
import { runCommandHere } from '../../support/commandHere.ts';
import { grows, lies, LivingList, startLying, type Lie } from '../../support/lies.ts';
import { lacksPostgres, startPostgres, type PostgresServer } from '../../support/postgres.ts';
import { dayMs, isList, isRecord, readRaw, type RawRecord } from '../../support/reference/answers.ts';
import { makeDice, makeWorld, type Dice, type WorldResource } from '../../support/reference/world.ts';
import { atScale } from '../../support/scale.ts';
import { makeTemporaryFolder } from '../../support/temporaryFolder.ts';
import { openTestServices } from '../../support/testServices.ts';

/**
 * Whatever a service says of its list, a command says complete of it only where every record is there that has lived all the time, none
 * that never has, and figures of one state; and it does say so of an honest service, even of one that grows.
 */

/** What a command has read, and whether it says that this is all. */
interface Reading {
  readonly rows: readonly RawRecord[];
  readonly whole: boolean;
  /** What it says beside its rows. */
  readonly said: string;
}

let postgres: PostgresServer | null = null;
beforeAll(async () => {
  if (lacksPostgres === null) postgres = await startPostgres();
  else process.stdout.write(`No mirror reads lists here. ${lacksPostgres}\n`);
});
afterAll(() => postgres?.[Symbol.asyncDispose]());

type Cli = (...argv: string[]) => Promise<{ code: number; out: string; err: string }>;

const doors: Readonly<
  Record<string, (cli: Cli, folder: string, resource: WorldResource) => Promise<Reading>>
> = {
  async sync(cli, _folder, resource) {
    const { code, err } = await cli('sync', resource);
    const read = await cli('query', resource, '--all', '--offline');
    return { rows: rowsOf(read.out), whole: code === 0, said: err + read.err };
  },
  async query(cli, _folder, resource) {
    const { code, out, err } = await cli('query', resource, '--all');
    return { rows: rowsOf(out), whole: code === 0, said: err };
  },
  async export(cli, folder, resource) {
    const file = path.join(folder, 'records.jsonl');
    const { code, err } = await cli('export', resource, '--out', file);
    if (!existsSync(file)) return { rows: [], whole: code === 0, said: err };
    const about = await readFile(`${file}.json`, 'utf8');
    const description = readRaw(about);
    const isWhole = isRecord(description) && description['complete'] === true;
    return {
      rows: rowsOf(await readFile(file, 'utf8')),
      whole: code === 0 || isWhole,
      said: err + about,
    };
  },
  async aggregate(cli) {
    const { code, out, err } = await cli('aggregate', 'tokens', '--query', aggregate);
    const rows = rowsOf(out).map(({ group_id: id = null, value = null }) => ({
      id,
      total_asset_value_dollar: { val: value },
    }));
    return { rows, whole: code === 0, said: err };
  },
  async watch(cli) {
    const { code, err } = await cli('watch', 'check');
    const read = await cli('query', 'transactions', '--all', '--offline');
    return { rows: rowsOf(read.out), whole: code === 0, said: err + read.err };
  },
  async mirror(cli, folder, resource) {
    if (postgres === null)
      return doors['sync']?.(cli, folder, resource) ?? { rows: [], whole: false, said: '' };
    const { user, port, database } = postgres;
    const schema = path.basename(folder).replaceAll(/\W/g, '').toLowerCase();
    const to = `postgres://${user}@127.0.0.1:${port.toString()}/${database}/${schema}`;
    const { code, err } = await cli('mirror', resource, '--to', to);
    if (code !== 0) return { rows: [], whole: false, said: err };
    const rows = await postgres.query(
      `SELECT _record::text AS record FROM ${schema}.${resource} WHERE _deleted_at IS NULL`,
    );
    return {
      rows: rowsOf(rows.map(({ record }) => String(record)).join('\n')),
      whole: true,
      said: err,
    };
  },
};

const aggregate = JSON.stringify({
  filter: { operator: 'equals', field: 'measure_slug', value: 'market_value_dollar' },
  aggregate: { groupBy: 'asset_id', aggregateFunction: 'sum' },
});

function rowsOf(lines: string): readonly RawRecord[] {
  const list = readRaw(`[${lines.trim().split('\n').join(',')}]`);
  return isList(list) ? list.filter(isRecord) : [];
}

const isSaid = /meanwhile|reload|change of the service|two states|while it was read|changed while/i;

/** A transaction of the last days, which a new watchlist fetches. */
function ofTheseDays(record: RawRecord, index: number): RawRecord {
  const moment = new Date(Date.now() - (1 + (index % 20)) * dayMs).toISOString();
  return { ...record, date: `${moment.slice(0, 10)}T00:00:00.000Z`, timestamp: moment };
}

/** Allows many requests for transactions, and may make a watchlist of all of them. */
async function prepare(folder: string, key: string, url: string, isWatched: boolean): Promise<void> {
  await using services = await openTestServices(folder, {
    openKeyStore: () => openCommandLineKeys({ text: key, from: 'a test' }),
  });
  const connectionId = services.connections.borrow(url);
  await services.changeSettings({ transactionsPerHour: 100_000 });
  if (!isWatched) return;
  const filter = { field: 'network_id', operator: 'notEquals', value: 0 };
  const content = watchlistContentSchema.parse({ connectionId, name: 'All', query: { filter } });
  await services.watch.calls.saveWatchlist({ content });
}

/** Reads a list that lies through a door; gives what it says wrongly. */
async function readLying(seed: number, told: readonly Lie[], door: string, count: number) {
  const isOfDays = told.some((lie) => lie.isOfDays === true);
  const resource = door === 'watch' || isOfDays ? 'transactions' : 'assets';
  const size =
    resource === 'transactions'
      ? { assets: 1, tokens: 5, transactions: count }
      : { assets: count, tokens: 1, transactions: 0 };
  const { records } = makeWorld(seed, size);
  const list = new LivingList(
    resource,
    door === 'watch' ? records.transactions.map(ofTheseDays) : records[resource],
  );
  const spoken = told.filter((lie) => lie.isLater !== true);
  const isTwice = spoken.length < told.length;
  const speaking = isTwice ? [] : [...spoken];
  await using service = await startLying(list, speaking, isOfDays ? 5 : 50);
  const folder = makeTemporaryFolder('lies');
  const key = 'rwa_test_lies';
  const cli: Cli = (...argv) =>
    runCommandHere([...argv, '--base-url', service.url], {
      folder,
      key,
      environment: postgres === null ? {} : { PGPASSWORD: postgres.password },
    });
  if (resource === 'transactions') await prepare(folder, key, service.url, door === 'watch');
  const read = () => doors[door]?.(cli, folder, resource) ?? { rows: [], whole: false, said: '' };
  if (isTwice) {
    await read();
    speaking.push(...told);
  }
  const { rows, whole, said } = await read();
  return {
    whole,
    said,
    faults: list.faults(rows, isSaid.test(said), door === 'watch' ? 20 : Infinity),
    requests: service.requests.length,
  };
}

/**
 * A kind that means something to a door: groups have no ids and no days, and a check asks for some days only. Both ask with a filter, to
 * which no record is an answer that a second request confirms, and from one end.
 */
function isTold(name: string, door: string, dice: Dice): boolean {
  const { isLater = false, isOfDays = false, isOfAll = false } = lies[name]?.(dice) ?? {};
  return !(isLater || isOfDays || isOfAll) || (door !== 'aggregate' && door !== 'watch');
}

/** One lie, or two of which each leaves the other to be noticed. */
function someLies(dice: Dice, door: string): readonly string[] {
  const names = Object.keys(lies).filter((name) => isTold(name, door, dice));
  const first = dice.pick(names);
  const others = names.filter((name) => {
    const pair = [first, name].map((one) => lies[one]?.(dice).about);
    return new Set(pair).size === 2 && !(pair.includes('counts') && pair.includes('records'));
  });
  return dice.chance(0.4) ? [first, dice.pick(others)] : [first];
}

it('no command says complete of a list that lies, unless all of it is there', async () => {
  await atScale(import.meta.filename, 200, async ({ count, seed: first }) => {
    const wrong: string[] = [];
    for (let seed = first; seed < first + count; seed += 1) {
      const dice = makeDice(seed);
      const door = dice.pick(Object.keys(doors));
      const names = someLies(dice, door);
      const told = names.flatMap((name) => lies[name]?.(dice) ?? []);
      const { whole, faults, said } = await readLying(seed, told, door, dice.whole(120, 320));
      if (whole && faults.length > 0)
        wrong.push(
          `seed ${seed.toString()}: ${door}, ${names.join(' and ')}: ${faults.join('; ')}; it said: ${said}`,
        );
    }
    expect(wrong).toEqual([]);
  });
}, 1_800_000);

it('every command says complete of an honest list, even of one that grows', async () => {
  await atScale(import.meta.filename, 60, async ({ count, seed: first }) => {
    for (let seed = first; seed < first + count; seed += 1) {
      const dice = makeDice(seed);
      const door = dice.pick(Object.keys(doors));
      const told = dice.chance(0.5) ? [grows(dice)] : [];
      const reading = await readLying(seed, told, door, dice.whole(1, 320));
      const { whole, faults } = reading;
      expect({ seed, door, whole, faults }, reading.said).toEqual({
        seed,
        door,
        whole: true,
        faults: [],
      });
    }
  });
});
