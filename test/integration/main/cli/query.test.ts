import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { makeProgram } from '../../../../main/cli/arguments.ts';
import { dayMs, dayOf } from '../../../../preload/contract/days.ts';
import { jsonLines, runCommand, type Outcome } from '../../../support/runCommand.ts';
import { makeTemporaryFolder } from '../../../support/temporaryFolder.ts';
import { startService } from '../sample-service/serviceClient.ts';
import { figures, sampleCommand } from './sampleCommand.ts';

const sample = sampleCommand();
const { cli, folder } = sample;
const query = (...rest: string[]): Promise<Outcome> => cli(['query', ...rest]);

describe('query', () => {
  it('prints one record a line, as a script runs it', async () => {
    const sorted = { sort: { field: 'name', direction: 'desc' }, pagination: { page: 1, perPage: 5 } };
    const argv = ['query', 'assets', '--query', JSON.stringify(sorted), '--base-url', sample.service.url];
    const ofKey = expect.stringMatching(
      /^The key in RWA_API_KEY is sent to .*\n5 of 60 records; --all for the rest\.\n$/,
    ) as string;
    const { out, ...ended } = await runCommand(argv, { key: sample.service.key, folder });
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
    const { url, key } = own;
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
      expect((await cli(words, { url, key, folder: old })).code).toBe(0);
      // Fresh enough not to be fetched again: a key that is wrong is not noticed, which is said.
      const again = await cli(words, { url, key: 'wrong', folder: old });
      expect([again.code, again.err]).toEqual([0, expect.stringMatching(said)]);
      const refused = await cli([...words, '--fresh'], { url, key: 'wrong', folder: old });
      expect([refused.code, refused.err]).toEqual([withWrongKey, expect.stringContaining('API key')]);
      expect((await cli([...words, '--fresh'], { url, key, folder: old })).err).not.toContain('cache');
      expect((await cli([...words, '--fresh', '--offline'], { url, folder: old })).code).toBe(2);
    }
    await own[Symbol.asyncDispose]();
    const offline = await cli(['query', 'networks', '--offline'], { url, key, folder: old });
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
          const { code, out } = await cli([command, ...rest], { url: own.url, key: own.key, folder: old });
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
    const ask = ['query', 'assets', '--all'];
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
    const ask = (...rest: string[]): Promise<Outcome> => cli(['query', 'assets', ...rest], { folder: own });
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
    expect((await cli(['sync', 'networks'], options)).code).toBe(0);
    const ask = (field: string): Promise<Outcome> => {
      const filter = { operator: 'equals', field, value: 'nothing like it' };
      return cli(['query', 'networks', '--offline', '--query', JSON.stringify({ filter })], options);
    };
    const known = await ask('name');
    expect([known.code, known.out]).toEqual([0, '']);
    const unknown = await ask('house_slug');
    expect([unknown.code, unknown.out]).toEqual([7, '']);
    expect(unknown.err).toContain('No cached record has house_slug');
  });
});
