import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ResourceRecord } from '../../../../../preload/contract/records.ts';
import { resourceNames } from '../../../../../preload/contract/resources.ts';
import { sqlFixture, type SqlFixture } from './sqlFixture.ts';

/** What the guide answers with SQL: totals, summaries, wallets and changes. */

let fixture: SqlFixture;
beforeAll(async () => {
  fixture = await sqlFixture();
});
afterAll(() => fixture[Symbol.asyncDispose]());

/** A statement of the guide. */
function statement(beginning: string): string {
  const guide = readFileSync('docs/guide.md', 'utf8');
  const found = [...guide.matchAll(/rwa-explorer sql(?: --param \S+)* "([^"]+)"/g)]
    .map(([, sql = '']) => sql)
    .find((sql) => sql.startsWith(beginning));
  if (found === undefined) throw new Error(`The guide has no statement ${beginning}…`);
  return found;
}

const numberOf = (value: unknown): number => (typeof value === 'number' ? value : Number(value ?? NaN));

function recordsOf(resource: (typeof resourceNames)[number]): readonly ResourceRecord[] {
  return fixture.records.get(resource) ?? [];
}

it('totals add up to the records', async () => {
  const rows = await fixture.rows(statement('SELECT asset_class_name'));
  expect(rows.length).toBeGreaterThan(1);
  expect(rows.reduce((sum, [, count]) => sum + Number(count), 0)).toBe(recordsOf('assets').length);
  const values = recordsOf('assets').map(({ total_asset_value_dollar: metric }) =>
    numberOf((metric as { val?: unknown } | null)?.val ?? 0),
  );
  expect(rows.reduce((sum, [, , value]) => sum + Number(value), 0)).toBeCloseTo(
    values.reduce((sum, value) => sum + value, 0),
    2,
  );
});

it('a summary has the ends, the middle and the sum of a column', async () => {
  const [row = []] = await fixture.rows(statement('SELECT count(market_value_dollar)'));
  const values = recordsOf('tokens')
    .map(({ market_value_dollar: metric }) => (metric as { val?: unknown } | null)?.val)
    .filter((value): value is number => typeof value === 'number')
    .sort((a, b) => a - b);
  const middle =
    ((values[Math.floor((values.length - 1) / 2)] ?? 0) + (values[Math.floor(values.length / 2)] ?? 0)) / 2;
  const [count, smallest, median, average, largest] = row.map(Number);
  expect([count, smallest, largest]).toEqual([values.length, values[0], values.at(-1)]);
  expect(median).toBeCloseTo(middle, 6);
  expect(average).toBeCloseTo(values.reduce((sum, value) => sum + value, 0) / values.length, 2);
});

it('a wallet has what it received and sent of each asset', async () => {
  const wallet = String(
    recordsOf('transactions').find(({ to_address: to }) => typeof to === 'string')?.['to_address'],
  );
  const rows = await fixture.rows(statement('SELECT asset ->>'), { parameters: { wallet } });
  const amounts = (side: 'to_address' | 'from_address'): number =>
    recordsOf('transactions')
      .filter((one) => one[side] === wallet)
      .reduce((sum, { amount }) => sum + numberOf(amount ?? 0), 0);
  expect(rows.length).toBeGreaterThan(0);
  expect(rows.reduce((sum, [, received]) => sum + Number(received), 0)).toBeCloseTo(amounts('to_address'), 4);
  expect(rows.reduce((sum, [, , sent]) => sum + Number(sent), 0)).toBeCloseTo(amounts('from_address'), 4);
});

describe('the view of changes', () => {
  const day = (number: number): number => Date.UTC(2026, 10, number, 12);
  const see = (
    fetchedAt: number,
    value: number | null,
    more: Partial<ResourceRecord> = {},
  ): Promise<unknown> =>
    fixture.cache.writeRecord({
      resource: 'issuers',
      record: { id: 990_001, name: 'Issuer', bridged_token_value_dollar: { val: value }, ...more },
      fetchedAt,
      request: '/v4/issuers',
    });

  beforeAll(async () => {
    await see(day(1), 10);
    await see(day(2), 10);
    await see(day(4), null, { name: 'Renamed' });
    await see(day(9), 13.5, { name: 'Renamed' });
  });

  it('has each value that went, the one that came after it, and the days of both', async () => {
    const rows = await fixture.rows(
      'SELECT title, field, before, after, seen_until, changed_on FROM changes WHERE record_id = 990001 ORDER BY changed_on, field',
    );
    expect(rows).toEqual([
      ['Renamed', 'bridged_token_value_dollar', 10, null, '2026-11-02', '2026-11-04'],
      ['Renamed', 'name', 'Issuer', 'Renamed', '2026-11-02', '2026-11-04'],
      ['Renamed', 'bridged_token_value_dollar', null, 13.5, '2026-11-04', '2026-11-09'],
    ]);
  });

  it('runs as the guide writes it, and covers all resources that have a history', async () => {
    const sql = statement('SELECT title, before');
    const { resultId, coverage, columns } = await fixture.sql.run({
      connectionId: 'one',
      sql,
      parameters: {},
      seconds: 30,
      labels: false,
    });
    await fixture.sql.closeResult(resultId);
    expect(columns.map(({ name }) => name)).toEqual(['title', 'before', 'after', 'changed_on']);
    expect(coverage.map(({ resource }) => resource)).toEqual(
      resourceNames.filter((name) => name !== 'transactions'),
    );
  });
});
