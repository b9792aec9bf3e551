import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runCommandHere } from '../../../support/commandHere.ts';
import { listen, sendJson } from '../../../support/httpServer.ts';
import type { Outcome } from '../../../support/runCommand.ts';
import { makeTemporaryFolder } from '../../../support/temporaryFolder.ts';
import { pageOf, queryOf } from '../../../support/testService.ts';

/** What commands say of records that a sync could not keep, and of figures and groups that an answer lacks. */

it('every command on a list reports offline what could not be stored, and ends with 7', async () => {
  const issuers = [1, 2, 3].map((id) => ({ id: id.toString(), name: `Issuer ${id.toString()}` }));
  const nameless = { name: 'Without an id' };
  await using service = await listen((request, response) => {
    sendJson(response, 200, pageOf([...issuers, nameless], queryOf(request).pagination));
  });
  const folder = makeTemporaryFolder('cli-not-kept');
  const run = (...argv: string[]): Promise<Outcome> =>
    runCommandHere([...argv, '--base-url', service.url], { folder, key: 'key' });
  expect(await run('sync', 'issuers')).toMatchObject({
    code: 7,
    err: expect.stringContaining('could not be kept') as string,
  });
  const sent = service.requests.length;
  const file = join(folder, 'issuers.csv');
  const lost = /1 record that could not be kept/;
  for (const argv of [
    ['query', 'issuers', '--offline'],
    ['query', 'issuers', '--offline', '--all'],
    ['sql', 'SELECT count(*) FROM issuers'],
    ['export', 'issuers', '--cached', '--out', file],
  ]) {
    const { code, err } = await run(...argv);
    expect([argv, code, err]).toEqual([argv, 7, expect.stringMatching(lost)]);
  }
  expect(JSON.parse(await readFile(`${file}.json`, 'utf8'))).toMatchObject({
    rows: 3,
    complete: false,
    coverage: { kind: 'complete', leftOut: 1 },
    notes: [expect.stringMatching(lost)],
  });
  const statement = join(folder, 'statement.json');
  await run('sql', 'SELECT id FROM issuers', '--out', statement);
  expect(JSON.parse(await readFile(`${statement}.json`, 'utf8'))).toMatchObject({
    complete: false,
    coverage: { kind: 'complete', leftOut: 1 },
    covers: [{ resource: 'issuers', leftOut: 1 }],
  });
  expect((await run('search', 'nothing like it', '--offline')).err).toContain('other records may exist');
  expect(service.requests).toHaveLength(sent);
});

describe.each([
  ['figures that cannot be read', 150, /^2 figures of this answer are left out: unreadable/m],
  ['fewer groups than are counted', 200, /^150 of 200 that the service counts\.$/m],
] as const)('of an answer with %s', (_what, counted, said) => {
  const isUnread = counted === 150;
  const measure = { slug: 'total_asset_value_dollar', name: 'Value', unit: 'dollar' };
  const groups = Array.from({ length: 150 }, (_, id) => ({
    measure,
    group: { id, name: `Group ${id.toString()}`, type: 'network' },
    value: isUnread && id % 100 === 0 ? '1,000' : id,
  }));
  const series = {
    measure,
    group: { id: 1, name: 'One' },
    points: [
      ['2026-09-01', 5],
      ['soon', 6],
      ['2026-09-02', [7]],
    ],
  };

  it.each(isUnread ? ['aggregate', 'timeseries'] : ['aggregate'])(
    '%s ends with 7, also from the cache, and its file is not complete',
    async (command) => {
      await using service = await listen((request, response) => {
        const { page = 1, perPage = 25 } = queryOf(request).pagination ?? {};
        const size = Math.min(perPage, 100);
        const results = command === 'timeseries' ? [series] : groups.slice((page - 1) * size, page * size);
        const resultCount = command === 'timeseries' ? 1 : counted;
        sendJson(response, 200, {
          results,
          pagination: { page, perPage: size, resultCount, pageCount: Math.ceil(resultCount / size) },
        });
      });
      const folder = makeTemporaryFolder('cli-not-kept');
      const query = JSON.stringify({
        filter: { operator: 'equals', field: 'measure_slug', value: measure.slug },
        aggregate: { groupBy: 'network_id', aggregateFunction: 'sum', interval: 'day', mode: 'stock' },
      });
      const file = join(folder, 'figures.csv');
      const ask = [command, 'assets', '--query', query, '--base-url', service.url];
      for (const more of [[], ['--offline'], ['--offline', '--out', file]]) {
        const { code, err } = await runCommandHere([...ask, ...more], { folder, key: 'key' });
        expect([more, code, err]).toEqual([more, 7, expect.stringMatching(said)]);
      }
      expect(JSON.parse(await readFile(`${file}.json`, 'utf8'))).toMatchObject({ complete: false });
    },
  );
});
