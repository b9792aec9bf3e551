import { execFile } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { commandLine } from '../../../support/built.ts';
import { startServiceProcess, type ServiceProcess } from '../../../support/sampleService.ts';
import { makeTemporaryFolder } from '../../../support/temporaryFolder.ts';

/** `totals`, `summary`, `changes` and `wallet` as a script runs them, beside the records themselves. */

type Line = Readonly<Record<string, unknown>>;

interface Outcome {
  readonly code: number;
  readonly lines: readonly Line[];
  readonly err: string;
}

let service: ServiceProcess;
let folder: string;
let assets: readonly Line[];
let transactions: readonly Line[];

beforeAll(async () => {
  service = await startServiceProcess('--assets', '60', '--transactions', '400', '--seed', '7');
  folder = makeTemporaryFolder('cli-analysis');
  for (const resource of ['assets', 'transactions'])
    expect(await cli('sync', resource)).toMatchObject({ code: 0 });
  assets = (await cli('query', 'assets', '--all')).lines;
  transactions = (await cli('query', 'transactions', '--all')).lines;
}, 120_000);
afterAll(() => service[Symbol.asyncDispose]());

function cli(...argv: string[]): Promise<Outcome> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [commandLine, ...argv, '--base-url', service.url, '--user-data-dir', folder],
      { env: { ...process.env, RWA_API_KEY: service.key }, maxBuffer: 1 << 28 },
      (error, out, err) => {
        const code = typeof error?.code === 'number' ? error.code : error === null ? 0 : -1;
        const texts = out.trim() === '' || !out.startsWith('{') ? [] : out.trim().split('\n');
        resolve({ code, lines: texts.map((line) => JSON.parse(line) as Line), err });
      },
    );
  });
}

const valueOf = (asset: Line): number | null =>
  (asset['total_asset_value_dollar'] as { val: number | null } | null)?.val ?? null;

describe('rwa-explorer totals', () => {
  it('prints all records, then a line for each group with the figures that were asked for', async () => {
    const figures = 'count,sum:total_asset_value_dollar,share';
    const { code, lines, err } = await cli(
      'totals',
      'assets',
      '--by',
      'asset_class_id',
      '--figures',
      figures,
    );
    expect(code).toBe(0);
    expect(err).toMatch(/Assets: 60 records, complete as of /);
    const [all, ...groups] = lines;
    expect(all).toMatchObject({ depth: 0, count: assets.length });
    expect(new Set(groups.map((group) => group['asset_class_id']))).toEqual(
      new Set(assets.map((asset) => asset['asset_class_id'] ?? null)),
    );
    expect(groups.reduce((sum, { share }) => sum + Number(share), 0)).toBeCloseTo(100, 6);
    for (const group of groups) {
      const members = assets.filter((one) => (one['asset_class_id'] ?? null) === group['asset_class_id']);
      expect(group['count']).toBe(members.length);
      const sum = members.reduce((before, one) => before + (valueOf(one) ?? 0), 0);
      expect(group['sum:total_asset_value_dollar']).toBeCloseTo(sum, 2);
    }
  });

  it('has groups within groups, periods, and a second axis whose figures add up', async () => {
    const { lines } = await cli(
      ...['totals', 'transactions', '--by', 'date:year,token_id', '--across', 'network_id'],
    );
    const leaves = lines.filter(({ depth }) => depth === 2);
    expect(leaves.length).toBeGreaterThan(1);
    expect(leaves.reduce((sum, { count }) => sum + Number(count), 0)).toBe(transactions.length);
    for (const leaf of leaves) {
      expect(new Date(Number(leaf['date:year'])).toISOString()).toMatch(/-01-01T00:00:00.000Z$/);
      const across = leaf['across'] as readonly { network_id: unknown; count: number | null }[];
      expect(across.reduce((sum, { count }) => sum + (count ?? 0), 0)).toBe(leaf['count']);
    }
  });

  it('says what is no figure and what is no field', async () => {
    expect(await cli('totals', 'assets', '--by', 'name', '--figures', 'sun:price')).toMatchObject({
      code: 2,
      err: expect.stringContaining('“sun:price” is no figure') as string,
    });
    expect(await cli('totals', 'assets', '--by', 'a,b,c,d,e')).toMatchObject({
      code: 2,
      err: expect.stringContaining('must not have more than 4 levels') as string,
    });
    expect(await cli('totals', 'assets', '--by', 'name', '--figures', 'sum:name')).toMatchObject({
      code: 4,
      err: expect.stringContaining("Field 'name' has no numbers to compute with") as string,
    });
    for (const command of [
      ['totals', 'assets', '--by', 'nosuch'],
      ['summary', 'assets', 'nosuch'],
    ])
      expect(await cli(...command)).toMatchObject({
        code: 2,
        lines: [],
        err: expect.stringContaining('Assets have no field “nosuch”. `rwa-explorer meta assets`') as string,
      });
    expect(await cli('totals', 'assets', '--by', '=nothing')).toMatchObject({
      err: expect.stringContaining('have no computed column =nothing') as string,
    });
  });
});

describe('rwa-explorer summary', () => {
  it('prints the figures of a column, of the records of a query', async () => {
    const { code, lines } = await cli('summary', 'assets', 'total_asset_value_dollar');
    expect(code).toBe(0);
    const values = assets.flatMap((asset) => valueOf(asset) ?? []);
    expect(lines).toMatchObject([
      {
        rows: assets.length,
        count: values.length,
        smallest: Math.min(...values),
        largest: Math.max(...values),
      },
    ]);
    const [id] = assets.map((asset) => asset['id']);
    const one = JSON.stringify({ filter: { operator: 'equals', field: 'id', value: id } });
    expect((await cli('summary', 'assets', 'name', '--query', one)).lines).toMatchObject([{ rows: 1 }]);
  });

  it('ends with 7 where other records may exist', async () => {
    expect(await cli('summary', 'tokens', 'name')).toMatchObject({
      code: 7,
      err: expect.stringContaining('No tokens are cached.') as string,
    });
  });
});

describe('rwa-explorer changes', () => {
  it('lists the largest stated changes first', async () => {
    const { code, lines } = await cli('changes', 'assets', '--days', '30', '--limit', '5');
    expect(code).toBe(0);
    expect(lines).toHaveLength(5);
    const amounts = lines.map(({ fields }) => {
      const [{ difference } = { difference: null }] = fields as readonly { difference: number | null }[];
      return Math.abs(difference ?? 0);
    });
    expect(amounts).toEqual(amounts.toSorted((a, b) => b - a));
    expect(amounts[0]).toBeGreaterThan(0);
  });

  it('says which periods there are', async () => {
    expect(await cli('changes', 'assets', '--days', '31')).toMatchObject({ code: 2 });
  });
});

describe('rwa-explorer wallet', () => {
  it('prints what an address received and sent, from the transactions known', async () => {
    const address = String(transactions.find((one) => typeof one['to_address'] === 'string')?.['to_address']);
    const same = (other: unknown): boolean => String(other).toLowerCase() === address.toLowerCase();
    const own = transactions.filter((one) => same(one['to_address']) || same(one['from_address']));
    const { code, lines } = await cli('wallet', address);
    expect(code).toBe(0);
    expect(lines).toMatchObject([{ transactions: own.length }]);
  });

  it('says how many transactions of the address are cached, not how many there are of others', async () => {
    const nobody = `0x${'1'.repeat(40)}`;
    expect(await cli('wallet', nobody)).toMatchObject({
      lines: [{ transactions: 0 }],
      err: expect.stringContaining('0 transactions of the address') as string,
    });
    expect(await cli('wallet', ' ')).toMatchObject({
      code: 2,
      err: expect.stringContaining('It must be an address.') as string,
    });
  });
});
