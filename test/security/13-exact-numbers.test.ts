import { parquetReadObjects } from 'hyparquet';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { zstdDecompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { ConditionValue, Query } from '../../preload/contract/query.ts';
import { listen, type TestServer } from '../support/httpServer.ts';
import { runCommandHere } from '../support/commandHere.ts';
import type { Outcome } from '../support/runCommand.ts';
import { temporaryFolder } from '../support/temporaryFolder.ts';
import { newCache } from '../support/newStore.ts';

/** Numbers of a service that a double does not hold reach the reader digit by digit, are counted as missing, or are reported. */

const records = `
  {"id": 9007199254740993, "date": "2026-01-03T00:00:00Z", "amount": 12345678901234567890.12},
  {"id": 9007199254740992, "date": "2026-01-02T00:00:00Z", "amount": 12345678901234567890.13},
  {"id": 1, "date": "2026-01-01T00:00:00Z", "amount": 12345678901234567000},
  {"id": 2, "date": "2026-01-04T00:00:00Z", "amount": 1e400},
  {"id": 3, "date": "2026-01-05T00:00:00Z", "amount": -0.1000000000000000055},
  {"id": 4, "date": "2026-01-06T00:00:00Z", "amount": 0.30000000000000004}`;

const answer = `{"results": [${records}], "pagination": {"page": 1, "perPage": 100, "pageCount": 1, "resultCount": 6}}`;

const ids = ['9007199254740993', '9007199254740992', '1', '2', '3', '4'];
const amounts = [
  '12345678901234567890.12',
  '12345678901234567890.13',
  '12345678901234567000',
  '1e400',
  '-0.1000000000000000055',
  '0.30000000000000004',
];

function service(): Promise<TestServer> {
  return listen((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(answer);
  });
}

interface Row {
  readonly id: string | number;
  readonly amount: string | number;
}

const rowsOf = ({ out }: Outcome): Row[] =>
  out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);

async function withRecords(
  work: (ask: (...argv: string[]) => Promise<Outcome>, folder: string) => Promise<void>,
): Promise<void> {
  await using server = await service();
  using folder = temporaryFolder();
  const ask = (...argv: string[]): Promise<Outcome> =>
    runCommandHere([...argv, '--base-url', server.url], {
      folder: folder.path,
      key: 'KEY',
    });
  await work(ask, folder.path);
}

describe('numbers beyond double precision', () => {
  it('are shown digit by digit, and no record is lost to another whose number is near', async () => {
    await withRecords(async (ask) => {
      const rows = rowsOf(await ask('query', 'transactions'));
      expect(rows.map(({ id }) => String(id))).toEqual(ids);
      expect(rows.map(({ amount }) => String(amount))).toEqual(amounts);
      const cached = rowsOf(await ask('query', 'transactions', '--offline'));
      expect(cached.map(({ id, amount }) => [String(id), String(amount)])).toEqual(
        ids.map((id, place) => [id, amounts[place]]),
      );
    });
  });

  it('are sorted and filtered by every digit in the cache', async () => {
    const cache = await newCache();
    const bytes = new TextEncoder().encode(answer);
    await cache.writeAnswer({
      resource: 'transactions',
      query: {},
      bytes,
      etag: null,
      fetchedAt: 1,
      request: '/v4/transactions',
    });
    const find = async (query: Query): Promise<string[]> =>
      (await cache.runQuery({ resource: 'transactions', query })).records.map(({ id }) => String(id));
    const sort = { field: 'amount', direction: 'asc' } as const;
    const matching = (operator: string, value: ConditionValue): Promise<string[]> =>
      find({ sort, filter: { operator, field: 'amount', value } });
    const [first = '', second = ''] = amounts;
    expect(await find({ sort })).toEqual(['3', '4', '1', ids[0], ids[1], '2']);
    expect(await find({ sort: { field: 'amount', direction: 'desc' } })).toEqual([
      ...[ids[1], ids[0], '1', '4', '3', '2'],
    ]);
    expect(await find({ sort, pagination: { page: 3, perPage: 2 } })).toEqual([ids[1], '2']);
    expect(await matching('equals', first)).toEqual([ids[0]]);
    expect(await matching('gt', first)).toEqual([ids[1]]);
    expect(await matching('gte', second)).toEqual([ids[1]]);
    expect(await matching('lt', first)).toEqual(['3', '4', '1']);
    expect(await matching('lte', first)).toEqual(['3', '4', '1', ids[0]]);
    expect(await matching('in', [second, 0.30000000000000004])).toEqual(['4', ids[1]]);
    expect(await matching('notEquals', second)).toEqual(['3', '4', '1', ids[0], '2']);
    expect(await find({ filter: { operator: 'equals', field: 'id', value: ids[0] ?? '' } })).toEqual([
      ids[0],
    ]);
  });

  it('are typed into a query digit by digit', async () => {
    await withRecords(async (ask) => {
      await ask('query', 'transactions');
      const query = `{"filter":{"operator":"equals","field":"amount","value":12345678901234567890.13}}`;
      const found = rowsOf(await ask('query', 'transactions', '--offline', '--query', query));
      expect(found.map(({ id }) => String(id))).toEqual([ids[1]]);
    });
  });

  it('are exported exactly, or counted and reported if a format has only doubles', async () => {
    await withRecords(async (ask, folder) => {
      await ask('query', 'transactions');
      const written = async (name: string): Promise<{ bytes: Buffer; err: string }> => {
        const path = join(folder, name);
        const { err } = await ask('export', 'transactions', '--out', path, '--columns', 'id,amount');
        return { bytes: await readFile(path), err };
      };
      const csv = (await written('out.csv')).bytes.toString('utf8');
      for (const [place, amount] of amounts.entries())
        expect(csv).toContain(`${ids[place] ?? ''},${amount}\r\n`);
      const json = (await written('out.jsonl')).bytes.toString('utf8');
      for (const amount of amounts) expect(json).toContain(amount);
      const { bytes, err } = await written('out.parquet');
      const rows = await parquetReadObjects({
        file: new Uint8Array(bytes).buffer,
        compressors: { ZSTD: (packed) => new Uint8Array(zstdDecompressSync(packed)) },
      });
      expect(
        rows.map(({ amount }) => amount as number | null).filter((amount) => amount === null),
      ).toHaveLength(4);
      expect(err).toContain('4 values left out');
    });
  });
});

describe('figures that were summed up', { timeout: 180_000 }, () => {
  const query = (aggregate: object): string =>
    JSON.stringify({
      filter: { operator: 'equals', field: 'measure_slug', value: 'total_asset_value_dollar' },
      aggregate,
    });

  it('are reported as rounded if the service sends more digits than a double holds', async () => {
    await using server = await listen(({ url = '' }, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      const group = '"measure": "a", "group": {"id": 1, "name": "One"}';
      response.end(
        url.includes('/timeseries')
          ? `{"results": [{${group}, "points": [["2026-01-01", 12345678901234567890.12], ["2026-01-02", 1e400], ["2026-01-03", 2]]}]}`
          : `{"results": [{${group}, "value": 12345678901234567890.12}, {${group}, "value": 0.30000000000000004}]}`,
      );
    });
    using folder = temporaryFolder();
    const ask = (...argv: string[]): Promise<Outcome> =>
      runCommandHere([...argv, '--base-url', server.url], {
        folder: folder.path,
        key: 'KEY',
      });
    const grouped = query({ groupBy: 'asset_class_id', aggregateFunction: 'sum' });
    expect((await ask('aggregate', 'assets', '--query', grouped)).err).toContain(
      '1 figure of this answer has more digits than can be computed with',
    );
    expect((await ask('timeseries', 'assets', '--query', grouped)).err).toContain(
      '2 figures of this answer have more digits than can be computed with',
    );
    const out = join(folder.path, 'sums.csv');
    await ask('aggregate', 'assets', '--query', grouped, '--offline', '--out', out, '--format', 'csv');
    expect(await readFile(`${out}.json`, 'utf8')).toContain('1 figure of this answer has more digits');
  });
});
