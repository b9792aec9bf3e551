import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  exportFormats,
  type ExportFormat,
  type ExportScope,
} from '../../../../../preload/contract/exports.ts';
import type { ResourceRecord } from '../../../../../preload/contract/records.ts';
import { aggregateTable } from '../../../../../preload/contract/seriesTable.ts';
import type { AggregateAnswer } from '../../../../../preload/contract/aggregates.ts';
import { byDuckDb, byPython, exportFixture, formatsOfSheet, numbersOfSheet } from './exportFixture.ts';

/** Every kind of records and figures in every format: the headings, the rows, and their order. */

const records: readonly ResourceRecord[] = [1, 2, 3].map((token) => ({
  id: `1-0x0000000${token.toString()}-0-0`,
  date: '2026-11-20T00:00:00.000Z',
  transaction_hash: `0x${token.toString()}`,
  amount: token,
  token_id: token + 10,
}));
const idOf = (token: number): string => `1-0x0000000${token.toString()}-0-0`;

const descending = { sort: { field: 'amount', direction: 'desc' } } as const;
const filtered = { filter: { operator: 'gte', field: 'amount', value: 2 } } as const;

function table(
  title: string,
  columns: readonly string[],
  rows: Extract<ExportScope, { kind: 'table' }>['rows'],
): Extract<ExportScope, { kind: 'table' }> {
  return {
    kind: 'table',
    title,
    columns: columns.map((name, place) => ({ name, label: name, type: place === 0 ? 'text' : 'number' })),
    rows,
    provenance: {
      connectionId: 'test',
      sample: false,
      source: 'cache',
      fetchedAt: 1,
      request: '/v4/aggregates',
      stale: false,
      coverage: { kind: 'answer' },
    },
  };
}

interface Case {
  readonly name: string;
  readonly scope: ExportScope;
  readonly headings: readonly [string, string, ...string[]];
  /** The second column, which holds numbers. */
  readonly numbers: readonly (number | null)[];
}

const resource = 'transactions';
const chosen = ['id', 'amount', 'token_id'] as const;
const cases: readonly Case[] = [
  {
    name: 'a selection',
    scope: { kind: 'records', resource, ids: [idOf(3), idOf(1)] },
    headings: chosen,
    numbers: [3, 1],
  },
  {
    name: 'a view, sorted',
    scope: { kind: 'query', resource, query: descending },
    headings: chosen,
    numbers: [3, 2, 1],
  },
  {
    name: 'a view, filtered',
    scope: { kind: 'query', resource, query: filtered },
    headings: chosen,
    numbers: [2, 3],
  },
  {
    name: 'all that is cached',
    scope: { kind: 'cached', resource, query: {} },
    headings: chosen,
    numbers: [1, 2, 3],
  },
  {
    name: 'an aggregate',
    scope: table(
      'Value by network',
      ['network', 'value'],
      [
        ['one', 10.5],
        ['two', null],
      ],
    ),
    headings: ['network', 'value'],
    numbers: [10.5, null],
  },
  {
    name: 'a wide timeseries',
    scope: table('Value', ['date', 'bonds', 'funds', 'gold'], [['2026-11-20', 5, 6, null]]),
    headings: ['date', 'bonds', 'funds', 'gold'],
    numbers: [5],
  },
];

describe.each(exportFormats)('%s', (format) => {
  it('holds the columns and rows of every kind of records and figures', async () => {
    await using fixture = await exportFixture(records);
    for (const { name, scope, headings, numbers } of cases) {
      const columns = scope.kind === 'table' ? [] : [...chosen];
      const { path, rows } = await fixture.export(format, {}, { scope, columns });
      expect([name, rows], name).toEqual([name, numbers.length]);
      const read = await readBack(format, path, headings);
      expect({ name, ...read }).toEqual({ name, headings, numbers });
    }
  });
});

it('a workbook writes figures of a view in their unit', async () => {
  await using fixture = await exportFixture([]);
  const ofNetwork = (unit: string, value: number) => ({
    measure: { id: 1, slug: 'value', name: 'Value', unit },
    group: { id: 1, type: 'network', name: 'Ethereum', color: null },
    value,
  });
  const formatOf = async (...results: AggregateAnswer['results']): Promise<unknown> => {
    const pagination = { page: 1, perPage: 100, pageCount: 1, resultCount: results.length };
    const { provenance } = table('', ['one'], []);
    const scope = aggregateTable(
      { title: 'Value', resource: 'assets', query: {} },
      { results, pagination, provenance },
    );
    const { path } = await fixture.export('xlsx', {}, { scope, columns: [] });
    return z.looseObject({ F: z.string().nullable() }).parse(await formatsOfSheet(path)).F;
  };
  expect(await formatOf(ofNetwork('dollar', 48_755_856.76))).toBe('"$"#,##0.00');
  expect(await formatOf(ofNetwork('count', 1200))).toBe('#,##0');
  // One column may hold figures of several measures, or of a unit that the app does not know.
  expect(await formatOf(ofNetwork('dollar', 1), ofNetwork('count', 1))).toBeNull();
  expect(await formatOf(ofNetwork('furlong', 1))).toBeNull();
});

it.each(['records', 'cached', 'query'] as const)('holds what records have nested: %s', async (kind) => {
  await using fixture = await exportFixture([]);
  const token = { id: '5', issuer: { id: '8' }, asset: { name: 'Bond' }, protocol: { slug: 'mint-house' } };
  await fixture.cache.writeRecord({ resource: 'tokens', record: token, fetchedAt: 1, request: '/v4/tokens' });
  const scope =
    kind === 'records'
      ? { kind, resource: 'tokens' as const, ids: ['5'] }
      : { kind, resource: 'tokens' as const, query: {} };
  const columns = ['id', 'protocol_slug', 'asset_name', 'issuer_id'];
  const { path } = await fixture.export('csv', {}, { scope, columns });
  expect(await byPython(path)).toEqual([columns, ['5', 'mint-house', 'Bond', '8']]);
});

interface Read {
  readonly headings: readonly string[];
  readonly numbers: readonly (number | null)[];
}

const recordSchema = z.record(z.string(), z.unknown());
const number = (text: string | undefined): number | null =>
  text === undefined || text === '' ? null : Number(text);

async function readBack(format: ExportFormat, path: string, headings: Case['headings']): Promise<Read> {
  const second = headings[1];
  const ofRecords = (found: readonly Record<string, unknown>[]): Read => ({
    headings: Object.keys(found[0] ?? {}),
    numbers: found.map((record) => z.number().nullable().parse(record[second])),
  });
  switch (format) {
    case 'csv': {
      const [heading = [], ...rows] = await byPython(path);
      return { headings: heading, numbers: rows.map((row) => number(row[1])) };
    }
    case 'xlsx':
      // The headings of a workbook are read by LibreOffice elsewhere.
      return { headings, numbers: await numbersOfSheet(path, 'B') };
    case 'json':
      return ofRecords(z.array(recordSchema).parse(JSON.parse(await readFile(path, 'utf8'))));
    case 'jsonl': {
      const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
      return ofRecords(lines.map((line) => recordSchema.parse(JSON.parse(line))));
    }
    case 'parquet': {
      const described = await byDuckDb(`DESCRIBE SELECT * FROM '${path}'`);
      const values = await byDuckDb(`SELECT "${second}" FROM '${path}'`);
      return {
        headings: described.map(([name]) => String(name)),
        numbers: values.map(([value]) => z.number().nullable().parse(value)),
      };
    }
    case 'markdown': {
      const [heading = [], , ...rows] = (await readFile(path, 'utf8'))
        .split('\n')
        .filter((line) => line.startsWith('|'))
        .map((line) =>
          line
            .slice(1, -1)
            .split('|')
            .map((cell) => cell.trim()),
        );
      return {
        headings: heading.map((text) => text.replaceAll('\\', '')),
        numbers: rows.map((row) => number(row[1])),
      };
    }
  }
}
