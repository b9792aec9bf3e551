import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type Database from 'better-sqlite3';
import { operatorsOfType } from '../../preload/contract/operators.ts';
import type { Filter, Query, Sort } from '../../preload/contract/query.ts';
import { resources } from '../../preload/contract/resources.ts';
import { planAggregate, type AggregateShape } from '../../main/store/query/aggregatePlan.ts';
import { aggregateSql } from '../../main/sample/answers/aggregateSql.ts';
import { installSeriesFunctions } from '../../main/sample/answers/seriesFunctions.ts';
import { dayNumber } from '../../main/sample/data/calendar.ts';
import { openSampleData } from '../../main/sample/data/database.ts';
import { makeRandom } from '../../main/sample/data/random.ts';
import { makeSampleTables, type SampleTables } from '../../main/sample/data/schema.ts';
import { startSampleService } from '../../main/sample/sampleService.ts';
import type { SqlDatabase, SqlStatement } from '../../main/store/query/database.ts';
import { makeQueryRunner } from '../../main/store/query/run.ts';
import type { Table } from '../../main/store/query/tables.ts';
import { atMost, quantile, type Figure } from './figure.ts';

/** The sample data service over HTTP, each request beside the SQL behind it run bare on another connection. */

const size = { seed: 1, assets: 3500, transactions: 1_000_000 };
const today = '2026-11-20';
const cacheFolder = join(import.meta.dirname, '../../.cache/bench-sample');
const repeats = 40;

/** The data that the app itself starts with. */
const usualSize = { seed: 1, assets: 3500, transactions: 200_000 };
const workerUrl = new URL('../../main/sample/worker.ts', import.meta.url);

/** Sends a request and waits for the whole answer; the time is in milliseconds. */
type Ask = (path: string, query: Query) => Promise<number>;

/** Runs the SQL of a request once it has been recorded. */
type Bare = () => void;

export async function run(): Promise<readonly Figure[]> {
  const service = await startSampleService({
    ...size,
    today,
    cacheFolder,
    ratePerHour: 1_000_000_000,
    workerUrl,
  });
  const dataSize = { ...size, today: dayNumber(today) };
  // The first request for transactions is answered when the whole of the data is there.
  const agent = new Agent({ keepAlive: true });
  const ask = makeAsk(service.url, service.key, agent);
  await ask(resources.transactions.path, {});
  const data = openSampleData(
    cacheFolder,
    dataSize,
    () => undefined,
    () => Promise.resolve(),
  );
  const { database } = data;
  installSeriesFunctions(database, dataSize.today);
  const tables = makeSampleTables();
  try {
    return [
      ...(await startFigures()),
      ...(await listFigures(ask, database, tables)),
      ...(await anyFilterAndSort(ask, database, tables.transactions)),
      ...(await aggregateFigures(ask, database)),
    ];
  } finally {
    agent.destroy();
    await data.close();
    await service.close();
  }
}

/** The first start of a day makes the data, later ones read them. */
async function startFigures(): Promise<readonly Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'sample-start-'));
  const start = async (): Promise<number> => {
    const begun = performance.now();
    const service = await startSampleService({ ...usualSize, today, cacheFolder: folder, workerUrl });
    const seconds = (performance.now() - begun) / 1000;
    // Answered when the transactions are there too, so that the next start finds everything.
    await fetch(`${service.url}${resources.transactions.path}`, {
      headers: { authorization: `Bearer ${service.key}` },
    });
    await service.close();
    return seconds;
  };
  try {
    return [
      atMost('first start of the usual data', await start(), 's', 5),
      atMost(
        'later start of the usual data',
        quantile([await start(), await start(), await start()], 0.5),
        's',
        1,
      ),
    ];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const lists: readonly { name: string; table: keyof SampleTables; query: Query }[] = [
  { name: 'assets, 25 records', table: 'assets', query: {} },
  { name: 'assets, 1000 records', table: 'assets', query: { pagination: { perPage: 1000 } } },
  { name: 'tokens, 25 records', table: 'tokens', query: {} },
  { name: 'tokens, 1000 records', table: 'tokens', query: { pagination: { perPage: 1000 } } },
  {
    name: 'assets, filtered and sorted by metrics',
    table: 'assets',
    query: {
      filter: { operator: 'gte', field: 'total_asset_value_dollar', value: 1_000_000 },
      sort: { field: 'circulating_market_value_dollar', direction: 'desc' },
    },
  },
  { name: 'transactions, first page', table: 'transactions', query: {} },
  { name: 'transactions, 1000 records', table: 'transactions', query: { pagination: { perPage: 1000 } } },
  { name: 'transactions, page 1,000', table: 'transactions', query: { pagination: { page: 1000 } } },
  {
    name: 'transactions, page 1,000 by id',
    table: 'transactions',
    query: { sort: { field: 'id', direction: 'asc' }, pagination: { page: 1000 } },
  },
  {
    name: 'transactions of a class of assets, by value',
    table: 'transactions',
    query: {
      filter: { operator: 'equals', field: 'asset_class_id', value: 27 },
      sort: { field: 'usd_amount', direction: 'desc' },
    },
  },
];

async function listFigures(
  ask: Ask,
  database: Database.Database,
  tables: SampleTables,
): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const { name, table, query } of lists) {
    const bare = bareList(database, tables[table], query);
    const { times, bareTimes } = await alternate(() => ask(resources[table].path, query), bare);
    const isPage = table === 'transactions' && query.pagination?.perPage === undefined;
    figures.push(...besideBare(name, times, bareTimes, isPage));
    if (isPage) figures.push(atMost(`${name}: p95`, quantile(times, 0.95), 'ms', 25));
    figures.push(await throughput(name, () => ask(resources[table].path, query)));
  }
  return figures;
}

/** Takes turns, so that both meet the same machine. */
async function alternate(
  request: () => Promise<number>,
  bare: Bare,
): Promise<{ times: number[]; bareTimes: number[] }> {
  for (let warming = 0; warming < 5; warming += 1) await request();
  const times: number[] = [];
  const bareTimes: number[] = [];
  for (let turn = 0; turn < repeats; turn += 1) {
    times.push(await request());
    bareTimes.push(timeOf(bare));
  }
  return { times, bareTimes };
}

function besideBare(
  name: string,
  times: readonly number[],
  bareTimes: readonly number[],
  hasGoal: boolean,
): Figure[] {
  const [whole, bare] = [quantile(times, 0.5), quantile(bareTimes, 0.5)];
  const figure = {
    name: `${name}: median`,
    value: whole,
    unit: 'ms',
    peer: { name: 'bare SQL', value: bare },
    ratio: whole / bare,
  };
  return [hasGoal ? { ...figure, goal: '≤ 2 × bare + 1 ms', met: whole <= 2 * bare + 1 } : figure];
}

/** Four requests under way at any time, for a second. */
async function throughput(name: string, request: () => Promise<number>): Promise<Figure> {
  const begun = performance.now();
  let count = 0;
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      for (; performance.now() - begun < 1000; count += 1) await request();
    }),
  );
  return {
    name: `${name}: throughput`,
    value: (count / (performance.now() - begun)) * 1000,
    unit: 'requests/s',
  };
}

/**
 * Every filterable field with every value of a few from common to rare under `equals` and `gte`, with every sort in both
 * directions, in random order, each asked once: what a reader who clicks about meets.
 */
async function anyFilterAndSort(
  ask: Ask,
  database: Database.Database,
  table: Table,
): Promise<readonly Figure[]> {
  const random = makeRandom(42);
  const queries = filtersOf(database, table)
    .flatMap((filter) => sortsOf(table).map((sort): Query => ({ filter, sort })))
    .map((query) => ({ query, place: random.next() }))
    .sort((a, b) => a.place - b.place)
    .map(({ query }) => query);
  const first: number[] = [];
  const again: number[] = [];
  const bareTimes: number[] = [];
  let within = 0;
  for (const query of queries) {
    const bare = bareList(database, table, query);
    first.push(await ask(resources.transactions.path, query));
    const whole = await ask(resources.transactions.path, query);
    const alone = timeOf(bare);
    again.push(whole);
    bareTimes.push(alone);
    if (whole <= 2 * alone + 1) within += 1;
  }
  const name = `transactions, one filter and one sort (${queries.length.toString()} of them)`;
  return [
    atMost(`${name}, asked first: p95`, quantile(first, 0.95), 'ms', 25),
    { name: `${name}, asked first: slowest`, value: Math.max(...first), unit: 'ms' },
    atMost(`${name}, asked again: p95`, quantile(again, 0.95), 'ms', 25),
    { name: `${name}, asked again: slowest`, value: Math.max(...again), unit: 'ms' },
    ...besideBare(`${name}, asked again`, again, bareTimes, true),
    {
      name: `${name}, asked again: within 2 × bare + 1 ms`,
      value: (within / queries.length) * 100,
      unit: '%',
    },
  ];
}

function filtersOf(database: Database.Database, table: Table): Filter[] {
  return table.columns
    .filter(({ field }) => field.filterable)
    .flatMap(({ name, sql, field }) => {
      const values = database
        .prepare<[], unknown>(
          `SELECT ${sql} FROM (
             SELECT ${sql}, row_number() OVER (ORDER BY count(*) DESC) AS place, count(*) OVER () AS all_places
             FROM ${table.name} WHERE ${sql} IS NOT NULL GROUP BY ${sql}
           ) WHERE place IN (1, 1 + all_places / 10, 1 + all_places / 2, all_places)`,
        )
        .pluck()
        .all();
      const operators = ['equals', 'gte'].filter((operator) =>
        (operatorsOfType[field.type] as readonly string[]).includes(operator),
      );
      const isTime = field.type === 'date' || field.type === 'datetime';
      return operators.flatMap((operator) =>
        values.map((value): Filter => {
          const asked = isTime
            ? new Date(Number(value)).toISOString()
            : typeof value === 'number'
              ? value
              : String(value);
          return { operator, field: name, value: asked };
        }),
      );
    });
}

function sortsOf(table: Table): Sort[] {
  return table.columns
    .filter(({ field }) => field.sortable)
    .flatMap(({ name }) => (['asc', 'desc'] as const).map((direction) => ({ field: name, direction })));
}

const valueMeasure: Filter = { operator: 'equals', field: 'measure_slug', value: 'total_asset_value_dollar' };

const aggregates: readonly {
  name: string;
  kind: 'assets' | 'tokens';
  shape: AggregateShape;
  query: Query;
}[] = [
  {
    name: 'aggregate by network',
    kind: 'tokens',
    shape: 'value',
    query: { aggregate: { groupBy: 'network_id' } },
  },
  {
    name: 'aggregate of assets by class',
    kind: 'assets',
    shape: 'value',
    query: { aggregate: { groupBy: 'asset_class_id' } },
  },
  {
    name: 'timeseries of everything, by month',
    kind: 'tokens',
    shape: 'points',
    query: { aggregate: { groupBy: 'date', interval: 'month' } },
  },
  {
    name: 'timeseries of everything, by day',
    kind: 'tokens',
    shape: 'points',
    query: { aggregate: { groupBy: 'date', interval: 'day' } },
  },
  {
    name: 'timeseries by network, by month',
    kind: 'tokens',
    shape: 'points',
    query: { aggregate: { groupBy: 'network', interval: 'month' } },
  },
  {
    name: 'timeseries of assets, 25 by week',
    kind: 'assets',
    shape: 'points',
    query: { aggregate: { groupBy: 'asset', interval: 'week' } },
  },
];

async function aggregateFigures(ask: Ask, database: Database.Database): Promise<readonly Figure[]> {
  const figures: Figure[] = [];
  for (const { name, kind, shape, query } of aggregates) {
    const path = `${resources[kind].path}/aggregates${shape === 'points' ? '/timeseries' : ''}`;
    const times: number[] = [];
    const bareTimes: number[] = [];
    for (let turn = 0; turn < 12; turn += 1) {
      // The service keeps its answers: another first day makes another question of the same size.
      const since = new Date(Date.UTC(2021, 10, turn + 1)).toISOString().slice(0, 10);
      const filter: Filter = {
        filters: [valueMeasure, { operator: 'onOrAfter', field: 'date', value: since }],
      };
      const asked = { ...query, filter };
      const { sql, parameters } = aggregateSql(planAggregate(kind, shape, asked));
      const statement = database.prepare(sql);
      times.push(await ask(path, asked));
      bareTimes.push(timeOf(() => statement.all(parameters)));
    }
    figures.push(...besideBare(name, times, bareTimes, true));
    figures.push({ name: `${name}: p95`, value: quantile(times, 0.95), unit: 'ms' });
  }
  return figures;
}

/** The statements that the engine runs for a query, recorded once and then run as they are. */
function bareList(database: Database.Database, table: Table, query: Query): Bare {
  const calls: (() => unknown)[] = [];
  const record = (statement: SqlStatement): SqlStatement => ({
    run: (...parameters) => statement.run(...parameters),
    get: (...parameters) => {
      calls.push(() => statement.get(...parameters));
      return statement.get(...parameters);
    },
    all: (...parameters) => {
      calls.push(() => statement.all(...parameters));
      return statement.all(...parameters);
    },
    raw: () => record(statement.raw()),
    pluck: () => record(statement.pluck()),
  });
  const recorder: SqlDatabase = {
    prepare: (sql) => record(database.prepare(sql)),
    exec: (sql) => database.exec(sql),
    function: () => undefined,
  };
  const runner = makeQueryRunner(recorder);
  // Counts are kept by the engine: what is recorded is the second time, as in the service.
  runner.readPage(table, query, { openFields: false });
  calls.length = 0;
  runner.readPage(table, query, { openFields: false });
  return () => {
    for (const call of calls) call();
  };
}

function timeOf(work: () => void): number {
  const begun = performance.now();
  work();
  return performance.now() - begun;
}

function makeAsk(url: string, key: string, agent: Agent): Ask {
  const { hostname, port } = new URL(url);
  return (path, query) =>
    new Promise((resolve, reject) => {
      const begun = performance.now();
      const target = `${path}?query=${encodeURIComponent(JSON.stringify(query))}`;
      const sent = request({
        hostname,
        port,
        path: target,
        agent,
        headers: { authorization: `Bearer ${key}` },
      });
      sent.on('response', (response) => {
        response.on('data', () => undefined);
        response.on('end', () => {
          if (response.statusCode === 200) resolve(performance.now() - begun);
          else reject(new Error(`${target}: ${String(response.statusCode)}`));
        });
      });
      sent.on('error', reject);
      sent.end();
    });
}
