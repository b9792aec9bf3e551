import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { listen, sendJson } from '../../../support/httpServer.ts';
import { jsonLines, type Outcome } from '../../../support/runCommand.ts';
import { makeTemporaryFolder } from '../../../support/temporaryFolder.ts';
import { pageOf, queryOf } from '../../../support/testService.ts';
import { byDuckDb, byPython, numbersOfSheet } from '../features/exports/exportFixture.ts';
import { figures, sampleCommand } from './sampleCommand.ts';

const { cli } = sampleCommand();

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
    const ask = ['query', 'issuers', '--format', 'csv'];
    const own = { url: server.url, folder: makeTemporaryFolder('cli') };
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
  const run = (...argv: string[]): Promise<Outcome> => cli(argv, { folder: own });

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
        const argv = [...command, ...format, '--formulas', way];
        const { out, err } = await cli(argv, { url: server.url, folder: own });
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
