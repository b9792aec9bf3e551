import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { makeProgram } from '../../../../main/cli/arguments.ts';
import { createComputedColumns } from '../../../../main/features/computedColumns/computedColumns.ts';
import { dayMs, dayOf } from '../../../../preload/contract/days.ts';
import { columnNameOf } from '../../../../preload/contract/expressions/columns.ts';
import { byDuckDb, byPython, numbersOfSheet } from '../features/exports/exportFixture.ts';
import { openTestStore } from '../store/testStore.ts';
import { answering, listen, sendJson } from '../../../support/httpServer.ts';
import { commandLine } from '../../../support/built.ts';
import { onlyIf } from '../../../support/onlyIf.ts';
import { runCommandHere } from '../../../support/commandHere.ts';
import { jsonLines, runCommand, type Outcome } from '../../../support/runCommand.ts';
import { startService, type TestClient } from '../sample-service/serviceClient.ts';
import { makeTemporaryFolder } from '../../../support/temporaryFolder.ts';
import { someOf } from '../../../support/scale.ts';
import { pageOf, queryOf } from '../../../support/testService.ts';

/** The command line against the sample data service as a program of its own. */

let service: TestClient;
let folder: string;

beforeAll(async () => {
  service = await startService({ assets: 60, transactions: 500, ratePerHour: 1, seed: 7 });
  folder = makeTemporaryFolder('cli');
});

afterAll(async () => {
  await service[Symbol.asyncDispose]();
});

async function cli(
  argv: readonly string[],
  options: { key?: string; folder?: string } = {},
): Promise<Outcome> {
  const outcome = await runCommandHere(argv, { key: service.key, folder, ...options });
  // Said whenever the key of the environment is used: test/security/05-key-of-the-environment.test.ts.
  return { ...outcome, err: outcome.err.replace(/^The key in RWA_API_KEY is sent to .*\n/m, '') };
}

const query = (...rest: string[]): Promise<Outcome> => cli(['query', ...rest, '--base-url', service.url]);

describe('search', () => {
  beforeAll(() => cli(['query', 'networks', '--base-url', service.url]));

  it('says offline how many records it has searched', async () => {
    const only = ['--offline', '--resources', 'networks', '--base-url', service.url];
    const nothing = await cli(['search', 'zzzzz', ...only]);
    expect(nothing).toEqual({ code: 7, out: '', err: 'From 25 cached records; other records may exist.\n' });
  });

  it.each([
    ['of the cache', ['a', '--resources', 'networks', '--offline', '--limit', '1']],
    ['of a full page of it', ['a', '--resources', 'networks', '--limit', '1']],
    ['of the service', ['ar', '--resources', 'assets', '--limit', '1']],
  ])('says that there are more hits than it prints: %s', async (_what, argv) => {
    const { out, err } = await cli(['search', ...argv, '--base-url', service.url]);
    expect(jsonLines(out).length).toBeLessThan(2);
    expect(err).toMatch(/^There may be more hits; --limit for more, 100 at most\.$/m);
  });

  it('says that the service is not searched for a single character', async () => {
    const ask = ['search', 'z', '--resources', 'networks', '--base-url', service.url];
    const sentence = 'The service is searched for two characters and more.';
    const { code, err } = await cli(ask);
    expect([code, err]).toEqual([7, expect.stringContaining(sentence)]);
    const fresh = await cli([...ask, '--fresh']);
    expect([fresh.code, fresh.out, fresh.err]).toEqual([2, '', expect.stringContaining(sentence)]);
  });

  it('says what it covers while the app works offline', async () => {
    const own = makeTemporaryFolder('cli');
    await cli(['query', 'networks', '--base-url', service.url], { folder: own });
    await using store = await openTestStore(join(own, 'data'));
    await store.user.writeSettings({ ...(await store.user.readSettings()), workOffline: true });
    await store.close();
    const { code, err } = await cli(
      ['search', 'chain', '--resources', 'networks', '--base-url', service.url],
      {
        folder: own,
      },
    );
    expect([code, err]).toEqual([7, expect.stringContaining('other records may exist')]);
  });
});

/** The value of assets by class: now, or at the end of each month. */
const figures = {
  filter: { operator: 'equals', field: 'measure_slug', value: 'total_asset_value_dollar' },
  aggregate: { groupBy: 'asset_class_id', aggregateFunction: 'sum', interval: 'month', mode: 'stock' },
};

it.each([
  ['aggregate', 'groups; without a page in --query all come'],
  ['timeseries', 'series; without a page in --query all come'],
])('%s says of a page that it is one', async (command, what) => {
  const ask = (perPage: number): Promise<Outcome> => {
    const asked = JSON.stringify({ ...figures, pagination: { page: 1, perPage } });
    return cli([command, 'assets', '--query', asked, '--base-url', service.url]);
  };
  expect((await ask(2)).err).toMatch(new RegExp(`^2 of \\d+ ${what}\\.$`, 'm'));
  expect((await ask(100)).err).not.toContain(what);
});

it.each(['aggregate', 'timeseries'])('%s says beside a file what its figures are of', async (command) => {
  const out = join(folder, `${command}.csv`);
  const asked = ['--query', JSON.stringify(figures), '--out', out, '--base-url', service.url];
  expect((await cli([command, 'assets', ...asked])).code).toBe(0);
  expect(JSON.parse(await readFile(`${out}.json`, 'utf8'))).toMatchObject({
    resource: 'assets',
    query: figures,
    request: expect.stringMatching(/^\/v4\/assets\/aggregates/) as string,
    coverage: { kind: 'answer' },
    fetchedFrom: expect.stringMatching(/^20.*Z$/) as string,
  });
});

it('sync fails if it may not send requests', async () => {
  const { code, err } = await cli(['sync', 'networks', '--offline', '--base-url', service.url]);
  expect([code, err]).toEqual([7, 'Work offline is on. Turn it off, then try again.\n']);
});

describe('query', () => {
  it('prints one record a line, as a script runs it', async () => {
    const sorted = { sort: { field: 'name', direction: 'desc' }, pagination: { page: 1, perPage: 5 } };
    const argv = ['query', 'assets', '--query', JSON.stringify(sorted), '--base-url', service.url];
    const ofKey = expect.stringMatching(
      /^The key in RWA_API_KEY is sent to .*\n5 of 60 records; --all for the rest\.\n$/,
    ) as string;
    const { out, ...ended } = await runCommand(argv, { key: service.key, folder });
    expect(ended).toEqual({ code: 0, err: ofKey });
    const names = jsonLines(out).map((record) => (record as { name: string }).name);
    expect(names).toHaveLength(5);
    expect(names).toEqual(names.toSorted(new Intl.Collator('und').compare).reverse());
  });

  it('resolves a relative date to its day', async () => {
    const since = { operator: 'onOrAfter', field: 'inception_date', value: '{{900 days ago}}' };
    const first = dayOf(Date.now() - 900 * dayMs);
    const { code, out } = await query('assets', '--query', JSON.stringify({ filter: since }));
    const days = jsonLines(out).map((record) => (record as { inception_date: string }).inception_date);
    expect([code, days.length > 0, days.filter((day) => day.slice(0, 10) < first)]).toEqual([0, true, []]);
  });

  it('writes all pages to a file', async () => {
    const path = join(folder, 'assets.csv');
    const { code, out } = await query('assets', '--all', '--format', 'csv', '--out', path);
    const text = await readFile(path, 'utf8');
    expect([code, out]).toEqual([0, '']);
    expect(text.startsWith('id,')).toBe(true);
    expect((await readdir(folder)).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('says when an answer comes from the cache, and with --fresh none does @nightly', async () => {
    const old = makeTemporaryFolder('cli');
    const own = await startService({ assets: 60, transactions: 500, seed: 7 });
    const ask = ['query', 'networks', '--base-url', own.url];
    const fetched = /^From the cache, fetched 20.+\.$/m;
    for (const [words, said, withWrongKey] of [
      [['query', 'networks'], fetched, 3],
      [['record', 'networks', '1'], fetched, 3],
      [['aggregate', 'assets', '--query', JSON.stringify(figures)], fetched, 3],
      [['timeseries', 'assets', '--query', JSON.stringify(figures)], fetched, 3],
      // What goes without the service's answer says so, and ends with `partial`.
      [['meta', 'networks'], fetched, 7],
      [
        ['search', 'chain', '--resources', 'networks', '--limit', '2'],
        /^From the cache, fetched 20.+Z: 2 hits\.$/m,
        7,
      ],
      [['search', 'zzzzz', '--resources', 'networks'], fetched, 7],
    ] as const) {
      const ask = [...words, '--base-url', own.url];
      expect((await cli(ask, { key: own.key, folder: old })).code).toBe(0);
      // Fresh enough not to be fetched again: a key that is wrong is not noticed, which is said.
      const again = await cli(ask, { key: 'wrong', folder: old });
      expect([again.code, again.err]).toEqual([0, expect.stringMatching(said)]);
      const refused = await cli([...ask, '--fresh'], { key: 'wrong', folder: old });
      expect([refused.code, refused.err]).toEqual([withWrongKey, expect.stringContaining('API key')]);
      expect((await cli([...ask, '--fresh'], { key: own.key, folder: old })).err).not.toContain('cache');
      expect((await cli([...ask, '--fresh', '--offline'], { folder: old })).code).toBe(2);
    }
    await own[Symbol.asyncDispose]();
    const offline = await cli([...ask, '--offline'], { key: own.key, folder: old });
    expect([offline.code, offline.out === '', offline.err.includes('From the cache')]).toEqual([
      0,
      false,
      true,
    ]);
  });

  it('ends with 7 if a cached answer could not be refreshed, as does every command that may use the cache', async () => {
    const old = makeTemporaryFolder('cli');
    const own = await startService({ assets: 60, transactions: 500, seed: 7 });
    const words: Readonly<Record<string, readonly string[]>> = {
      query: ['networks'],
      record: ['networks', '1'],
      meta: ['networks'],
      search: ['chain', '--resources', 'networks', '--limit', '100'],
      aggregate: ['assets', '--query', JSON.stringify(figures)],
      timeseries: ['assets', '--query', JSON.stringify(figures)],
    };
    const program = makeProgram(
      '0.0.0',
      () => undefined,
      () => undefined,
    );
    const mayBeOld = program.commands.filter(({ options }) => options.some(({ long }) => long === '--fresh'));
    expect(mayBeOld.map((command) => command.name())).toEqual(Object.keys(words));
    const codes = (): Promise<(readonly [string, number, boolean])[]> =>
      Promise.all(
        Object.entries(words).map(async ([command, rest]) => {
          const argv = [command, ...rest, '--base-url', own.url];
          const { code, out } = await cli(argv, { key: own.key, folder: old });
          return [command, code, out !== ''] as const;
        }),
      );
    expect(await codes()).toEqual(Object.keys(words).map((command) => [command, 0, true]));
    await own[Symbol.asyncDispose]();
    const { now } = Date;
    vi.spyOn(Date, 'now').mockImplementation(() => now() + 3 * dayMs);
    try {
      expect(await codes()).toEqual(Object.keys(words).map((command) => [command, 7, true]));
    } finally {
      vi.restoreAllMocks();
    }
  });

  it('of all records caches as much as a sync: the same query is complete offline', async () => {
    const own = makeTemporaryFolder('cli');
    const ask = ['query', 'assets', '--all', '--base-url', service.url];
    const online = await cli(ask, { folder: own });
    const offline = await cli([...ask, '--offline'], { folder: own });
    expect([online.code, offline.code]).toEqual([0, 0]);
    expect(offline.err).toMatch(/^Complete as of 20.*Z, from the cache\.\n$/);
    expect(jsonLines(offline.out)).toHaveLength(60);
  });

  it.each([
    ['query', 'networks'],
    ['query', 'networks', '--all'],
    ['record', 'networks', '1'],
    ['aggregate', 'tokens', '--query', JSON.stringify(figures)],
    ['timeseries', 'tokens', '--query', JSON.stringify(figures)],
  ])('says of %s %s offline that it is not in the cache', async (...argv) => {
    const folder = makeTemporaryFolder('empty');
    const { code, out, err } = await cli([...argv, '--offline'], { folder });
    expect([code, out]).toEqual([7, '']);
    expect(err).toMatch(/ in the cache/);
  });

  it('answers from the cache while the app works offline, and says what may be missing', async () => {
    const own = makeTemporaryFolder('cli');
    const ask = (...rest: string[]): Promise<Outcome> =>
      cli(['query', 'assets', '--base-url', service.url, ...rest], { folder: own });
    await ask('--query', '{"pagination":{"page":1,"perPage":5}}');
    const offline = await ask(
      '--offline',
      '--query',
      '{"filter":{"operator":"equals","field":"id","value":-1}}',
    );
    expect([offline.code, offline.out]).toEqual([7, '']);
    expect(offline.err).toContain('other records may exist');
  });

  it('says that it cannot answer for a field that no record has, also after a sync', async () => {
    const own = makeTemporaryFolder('cli');
    const options = { folder: own };
    expect((await cli(['sync', 'networks', '--base-url', service.url], options)).code).toBe(0);
    const ask = (field: string): Promise<Outcome> => {
      const filter = { operator: 'equals', field, value: 'nothing like it' };
      const argv = ['query', 'networks', '--offline', '--query', JSON.stringify({ filter })];
      return cli([...argv, '--base-url', service.url], options);
    };
    const known = await ask('name');
    expect([known.code, known.out]).toEqual([0, '']);
    const unknown = await ask('house_slug');
    expect([unknown.code, unknown.out]).toEqual([7, '']);
    expect(unknown.err).toContain('No cached record has house_slug');
  });
});

describe('query --format csv', () => {
  it('includes fields that the catalogue lacks, and names those that came too late', async () => {
    await using server = await listen((request, response) => {
      // One more than the command reads from the cache at once.
      const results = Array.from({ length: 1001 }, (_, index) => ({
        id: index + 1,
        name: `Issuer ${(index + 1).toString().padStart(4, '0')}`,
        ...(index < 1000 ? { rating: { agency: 'A, B' } } : { late: { mark: 1 } }),
      }));
      sendJson(response, 200, pageOf(results, queryOf(request).pagination));
    });
    const ask = ['query', 'issuers', '--format', 'csv', '--base-url', server.url];
    const own = { folder: makeTemporaryFolder('cli') };
    const { code, out, err } = await cli([...ask, '--all'], own);
    const lines = out.split('\r\n');
    expect(lines[0]).toMatch(/,rating\.agency$/);
    expect([lines[1]?.endsWith(',"A, B"'), lines[1001]?.startsWith('1001,'), code]).toEqual([true, true, 7]);
    expect(err).toMatch(/^Fields that appeared after the header row are left out: late\.mark\. .+\n$/);
    const page = await cli([...ask, '--query', '{"pagination":{"page":1,"perPage":1}}'], own);
    expect(page.code).toBe(0);
    expect(page.err).toMatch(
      /^1 of 1,001 records; --all for the rest\.\nComplete as of 20.*Z, from the cache\.\n$/,
    );
  });
});

describe('--format', () => {
  const own = makeTemporaryFolder('cli');
  const run = (...argv: string[]): Promise<Outcome> =>
    cli([...argv, '--base-url', service.url], { folder: own });

  beforeAll(async () => {
    expect((await run('sync', 'networks')).code).toBe(0);
  });

  it.each([
    ['query', 'networks', '--all'],
    ['query', 'networks', '--columns', 'id,name'],
    ['aggregate', 'assets', '--query', JSON.stringify(figures)],
    ['timeseries', 'assets', '--query', JSON.stringify(figures)],
    ['sql', 'SELECT id, name FROM networks'],
    ['export', 'networks'],
  ])('json is one list of the lines of jsonl: %s %s', async (...argv) => {
    const textOf = async (format: string): Promise<string> => {
      const out = join(own, `networks.${format}`);
      const { code, ...said } = await run(
        ...argv,
        ...(argv[0] === 'export' ? ['--out', out] : ['--format', format]),
      );
      expect(code, said.err).toBe(0);
      return argv[0] === 'export' ? readFile(out, 'utf8') : said.out;
    };
    const [list, lines] = [JSON.parse(await textOf('json')) as unknown, jsonLines(await textOf('jsonl'))];
    expect(lines.length).toBeGreaterThan(1);
    expect(list).toEqual(lines);
  });

  it('of query is each of those of export, with the same cells', async () => {
    const names = jsonLines((await run('query', 'networks', '--all')).out).map((record) => [
      String((record as { id: number }).id),
      (record as { name: string }).name,
    ]);
    const file = async (ending: string): Promise<string> => {
      const path = join(own, `all.${ending}`);
      const argv = ['query', 'networks', '--all', '--columns', 'id,name', '--out', path];
      expect(await run(...argv)).toMatchObject({ code: 0, out: '' });
      return path;
    };
    expect(await byPython(await file('csv'))).toEqual([['id', 'name'], ...names]);
    const path = await file('parquet');
    expect(await byDuckDb(`SELECT id, name FROM '${path}'`)).toEqual(names);
    expect((await numbersOfSheet(await file('xlsx'), 'A')).length).toBe(names.length);
    const [heading, , ...rows] = (await readFile(await file('md'), 'utf8')).trimEnd().split('\n');
    expect([heading, rows.length]).toEqual(['| id | name |', names.length]);
    const none = await run('query', 'networks', '--format', 'xlsx');
    expect([none.code, none.out, none.err.includes('Add --out')]).toEqual([2, '', true]);
  });

  it('csv reports how many cells it changed so that spreadsheets do not run them, and can keep them', async () => {
    await using server = await listen((request, response) => {
      sendJson(response, 200, pageOf([{ id: 1, name: '@sample Fund' }], queryOf(request).pagination));
    });
    const file = join(own, 'issuers.csv');
    const commands = [
      ['query', 'issuers', '--columns', 'id,name'],
      ['sql', 'SELECT id, name FROM issuers'],
      ['export', 'issuers', '--columns', 'id,name', '--out', file, '--force'],
    ];
    for (const command of commands)
      for (const [way, name, said] of [
        ['guard', "'@sample Fund", '1 cell that a spreadsheet might run as a formula'],
        ['keep', '@sample Fund', ''],
      ] as const) {
        const format = command[0] === 'export' ? [] : ['--format', 'csv'];
        const argv = [...command, ...format, '--formulas', way, '--base-url', server.url];
        const { out, err } = await cli(argv, { folder: own });
        const text = format.length === 0 ? await readFile(file, 'utf8') : out;
        expect([command, text]).toEqual([command, `id,name\r\n1,${name}\r\n`]);
        expect([err.includes(said), err.includes('apostrophe')]).toEqual([true, way === 'guard']);
      }
  });

  it('keeps messages about a file out of a pipe', async () => {
    const { code, out, err } = await run('export', 'networks', '--out', '/dev/null', '--format', 'json');
    expect([code, out, err.includes('"path":"/dev/null"')]).toEqual([0, '', true]);
  });
});

describe('computed columns', () => {
  const mine = makeTemporaryFolder('cli');
  const run = (...argv: string[]): Promise<Outcome> =>
    cli([...argv, '--base-url', service.url], { folder: mine });
  let name = '';

  beforeAll(async () => {
    await using store = await openTestStore(join(mine, 'data'));
    const { calls } = createComputedColumns({ user: store.user, now: Date.now });
    const { id } = await calls.saveComputedColumn({
      resource: 'networks',
      name: 'Length of the name',
      expression: 'length(name)',
      format: 'number',
    });
    name = columnNameOf({ id });
  });

  it('are listed behind the fields', async () => {
    const { out } = await run('meta', 'networks');
    const expected = { name, label: 'Length of the name', type: 'number', expression: 'length(name)' };
    expect(jsonLines(out).at(-1)).toEqual(expected);
  });

  it('are queried and exported by their name or =id', async () => {
    const csv = await run('query', 'networks', '--columns', 'id,Length of the name', '--format', 'csv');
    const json = await run('query', 'networks', '--columns', `id,name,${name}`);
    const records = jsonLines(json.out) as { id: number; name: string; 'Length of the name': number }[];
    expect(records.length).toBeGreaterThan(3);
    for (const record of records) expect(record['Length of the name']).toBe(record.name.length);
    expect(csv.out.trim().split('\r\n')).toEqual([
      'id,Length of the name',
      ...records.map((record) => `${record.id.toString()},${record.name.length.toString()}`),
    ]);
    for (const column of ['Length of the name', name]) {
      const path = join(mine, 'out.csv');
      const argv = ['export', 'networks', '--cached', '--out', path, '--force', '--columns', `id,${column}`];
      const { err } = await run(...argv);
      expect([err, (await readFile(path, 'utf8')).split('\r\n')[0]]).toEqual(['', 'id,Length of the name']);
    }
  });

  it('that do not exist are reported with a list of those that do', async () => {
    const query = await run('query', 'networks', '--columns', '=gone');
    expect(query).toEqual({
      code: 2,
      out: '',
      err: `Networks have no computed column =gone. There are: Length of the name (${name}).\n`,
    });
    const none = await run('export', 'assets', '--out', join(mine, 'x.csv'), '--columns', '=gone');
    expect([none.code, none.err]).toEqual([
      2,
      'Assets have no computed column =gone. Make one in the app: Columns → New computed column.\n',
    ]);
  });
});

describe('meta', () => {
  it.each(
    someOf([
      ['an HTML page', '<!doctype html><title>Sign in</title>', 200],
      ['null', 'null', 200],
      ['nothing that names a field', '{"version":4}', 200],
      ['a 404', '{"message":"Not found."}', 404],
    ]),
  )('says that the built-in catalogue is used after %s', async (_what, body, status) => {
    await using server = await listen((_request, response) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(body);
    });
    const { code, out, err } = await cli(['meta', 'tokens', '--base-url', server.url], {
      folder: makeTemporaryFolder('cli'),
    });
    expect(code).toBe(7);
    expect(jsonLines(out).length).toBeGreaterThan(100);
    expect(err).toMatch(/^The built-in catalogue is used\. .+\n$/);
  });

  it('accepts metadata in a readable shape without a message', async () => {
    await using server = await answering(200, {
      tokens: { fields: { field_of_tomorrow: { operators: ['equals'] } } },
    });
    const { code, out, err } = await cli(['meta', 'tokens', '--base-url', server.url], {
      folder: makeTemporaryFolder('cli'),
    });
    expect([code, err]).toEqual([0, '']);
    expect(jsonLines(out).at(-1)).toMatchObject({ name: 'field_of_tomorrow', origin: 'service' });
  });
});

it('key set reads a key in the encoding in which Windows wrote it, and says so', async () => {
  const input = Buffer.from(`\uFEFF${service.key}\r\n`, 'utf16le');
  const { err } = await runCommand(['key', 'set', '--base-url', service.url], { folder, input });
  // The service takes it; whether it can be kept is up to the keychain of this computer.
  expect(err).toMatch(/^Read as UTF-16LE\.\n[^]*(?:is in the keychain|The service accepted the key)/);
});

describe('exit codes', () => {
  it('2: the arguments', async () => {
    const { code, err } = await runCommand(['query', 'wallets'], { folder });
    expect([code, err.trim().split('\n').length]).toEqual([2, 1]);
  });

  it('3: the key is missing or not accepted', async () => {
    const empty = makeTemporaryFolder('cli');
    expect((await cli(['query', 'assets'], { key: '', folder: empty })).code).toBe(3);
    const rejected = await cli(['query', 'assets', '--base-url', service.url], {
      key: 'wrong',
      folder: empty,
    });
    expect(rejected.code).toBe(3);
    expect(rejected.err).toContain(
      'Invalid API key. Please ensure that the API key is correct and try again.',
    );
  });

  it('3, without printing the key, if it is invalid', async () => {
    const outcome = await cli(['query', 'assets', '--base-url', service.url], {
      key: 'secret one\nsecret two',
      folder: makeTemporaryFolder('cli'),
    });
    expect([outcome.code, outcome.err.includes('secret')]).toEqual([3, false]);
  });

  it('4: the query', async () => {
    const { code, err } = await query(
      'assets',
      '--query',
      '{"filter":{"operator":"sounds like","field":"name","value":"x"}}',
    );
    expect(code).toBe(4);
    expect(err).toContain("Invalid operator 'sounds like' for field 'name'");
  });

  it('5: the rate limit', async () => {
    const refused: Outcome[] = [];
    for (let page = 1; page <= 2; page += 1) {
      refused.push(
        await query('transactions', '--query', `{"pagination":{"page":${page.toString()},"perPage":5}}`),
      );
    }
    expect(refused.map(({ code }) => code)).toEqual([0, 5]);
    expect(refused[1]?.err).toMatch(/Available from 20\S+Z\./);
  });

  it('6: the service cannot be reached, and nothing is cached', async () => {
    const { code, err } = await cli(['query', 'issuers', '--base-url', 'http://127.0.0.1:1']);
    expect([code, err.trim().split('\n').length]).toEqual([6, 1]);
  });

  it('never come with a stack trace or the key', async () => {
    await using broken = await answering(400, { message: 'line one\n    at somewhere (file.ts:1:1)' });
    const { err } = await cli(['query', 'assets', '--base-url', broken.url]);
    expect(err.trim().split('\n')).toHaveLength(1);
    expect(err).not.toContain(service.key);
  });
});

/** Says at the end of a process how many threads it has started, and how much memory it has had, as Linux tells. */
const counting = `data:text/javascript,${encodeURIComponent(`
  import { subscribe } from 'node:diagnostics_channel';
  import { readFileSync } from 'node:fs';
  import { isMainThread } from 'node:worker_threads';
  let threads = 0;
  subscribe('worker_threads', () => (threads += 1));
  const memory = () => process.platform !== 'linux' ? '' : /VmHWM.*/.exec(readFileSync('/proc/self/status', 'utf8'))[0];
  if (isMainThread) process.on('exit', () => process.stderr.write(\`\${threads} threads, \${memory()}\\n\`));
`)}`;
const environment = { NODE_OPTIONS: `--import ${counting}` };

it.each([
  ['record', 'networks', '1'],
  ['meta', 'networks'],
  ['query', 'networks'],
  ['schedule', 'list'],
])('%s starts no thread where the cache has its answer', async (...argv) => {
  await query('networks');
  const { err } = await runCommand([...argv, '--offline'], {
    folder,
    environment: { ...environment, RWA_BASE_URL: service.url },
  });
  expect(err).toMatch(/^0 threads/m);
});

it(
  'sync keeps to 250 MB with the heaviest records @nightly',
  onlyIf(process.platform === 'linux', 'This system does not tell how much memory a process had at most.'),
  async () => {
    await using heavy = await startService({ assets: 300, transactions: 500, odd: false });
    const { err } = await runCommand(['sync', 'assets', '--base-url', heavy.url], {
      folder: makeTemporaryFolder('cli'),
      key: heavy.key,
      environment,
    });
    const [, kilobytes] = /VmHWM:\s+(\d+) kB/.exec(err) ?? [];
    expect(Number(kilobytes)).toBeLessThan(250_000);
  },
);

it.each([['--help'], ['query', 'networks']])(
  'ends with 1 and says why if its output cannot be written: %s',
  onlyIf(existsSync('/dev/full'), 'This system has no /dev/full.'),
  async (...argv) => {
    const rest = argv.length === 1 ? [] : ['--base-url', service.url, '--user-data-dir', folder];
    const full = openSync('/dev/full', 'w');
    const child = spawn(process.execPath, [commandLine, ...argv, ...rest], {
      stdio: ['ignore', full, 'pipe'],
      env: { ...process.env, RWA_API_KEY: service.key },
    });
    closeSync(full);
    let said = '';
    child.stderr?.on('data', (text) => (said += String(text)));
    const [code] = (await once(child, 'close')) as [number];
    expect([code, said]).toEqual([
      1,
      expect.stringMatching(/^The output was not written whole: the disk is full\.$/m),
    ]);
  },
);

it(
  'names the folder it was started in if that is gone',
  onlyIf(process.platform !== 'win32', 'Windows keeps a folder that a program is in.'),
  () => {
    const gone = makeTemporaryFolder('gone');
    const argv = [process.execPath, commandLine, 'query', 'assets', '--user-data-dir', folder];
    const script = 'cd "$0" && rmdir "$0" && exec "$@"';
    const { status, stdout, stderr } = spawnSync('sh', ['-c', script, gone, ...argv], { encoding: 'utf8' });
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain('The current folder no longer exists. Change to another folder');
  },
);

it(
  'ends with 1 if a file accepts only a part of a write',
  onlyIf(process.platform !== 'win32', 'Windows has no limit of the size of files.'),
  async () => {
    const file = join(folder, 'help.txt');
    const argv = [process.execPath, commandLine, file];
    const child = spawn('sh', ['-c', 'ulimit -f 1; exec "$0" "$1" --help > "$2"', ...argv]);
    let said = '';
    child.stderr.on('data', (text) => (said += String(text)));
    expect(await once(child, 'close')).toEqual([1, null]);
    expect(said).toMatch(/^The output was not written whole: /);
  },
);
