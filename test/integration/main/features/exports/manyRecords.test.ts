import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cellsOf } from '../../../../../main/features/exports/cells.ts';
import { exportShape } from '../../../../../main/features/exports/exportShape.ts';
import { csvDialect } from '../../../../../main/features/exports/formats/csv.ts';
import type { ExportResult } from '../../../../../main/features/exports/preparedExport.ts';
import { runExport } from '../../../../../main/features/exports/runExport.ts';
import {
  defaultOptions,
  type ExportFormat,
  type ExportRequest,
} from '../../../../../preload/contract/exports.ts';
import type { Query } from '../../../../../preload/contract/query.ts';
import type { ResourceRecord } from '../../../../../preload/contract/records.ts';
import {
  awkwardRecords,
  byDuckDb,
  byPython,
  columns,
  exportFixture,
  type ExportFixture,
  verified,
} from './exportFixture.ts';

/** Values that SQLite spells otherwise than a file does, beside plain texts. */
const unusualValues: readonly ResourceRecord[] = [
  { id: 1, date: '1969-12-31', timestamp: '1969-12-31T23:59:59.999Z', amount: -1e-9 },
  { id: 2, date: '0001-01-01', timestamp: '2024-02-29T23:59:59.123Z', amount: 1e300 },
  { id: 3, date: null, timestamp: null, amount: -0 },
  { id: 4, transaction_hash: '', from_address: 'a -1', token_id: '' },
  { id: 5, token_id: -5, amount: 1e15 },
];

/** Plain records, and awkward ones among them, so that SQLite makes some blocks and others are written cell by cell. */
const records: readonly ResourceRecord[] = Array.from({ length: 24_000 }, (_value, index) => {
  const awkward = index % 977 === 0 ? awkwardRecords[(index / 977) % awkwardRecords.length] : undefined;
  return {
    date: '2026-11-20T00:00:00.000Z',
    timestamp: '2026-11-20T09:30:00Z',
    transaction_hash: `0x${index.toString(16)}`,
    // In three digits after the point: SQLite gives some numbers of 16 digits a 17th.
    amount: index / 8,
    from_address: null,
    token_id: index % 50,
    ...awkward,
    usd_amount: index % 20 === 0 ? null : index < 2000 ? -index : index,
    ...(index % 997 === 5 ? unusualValues[Math.floor(index / 997) % unusualValues.length] : undefined),
    id: `1-0x${index.toString(16).padStart(8, '0')}-0-0`,
  };
});

let fixture: ExportFixture;

beforeAll(async () => {
  fixture = await exportFixture(records);
});

afterAll(() => fixture[Symbol.asyncDispose]());

function requestOf(format: ExportFormat, query: Query): ExportRequest {
  return {
    connectionId: 'test',
    scope: { kind: 'cached', resource: 'transactions', query },
    format,
    columns,
    options: { ...defaultOptions(format), provenance: false },
  };
}

function exportBy(
  format: ExportFormat,
  name: string,
  query: Query = {},
): Promise<ExportResult & { path: string }> {
  const path = join(fixture.folder, name);
  return runExport(fixture.environment, requestOf(format, query), path, {
    signal: new AbortController().signal,
    update: () => undefined,
  }).then((result) => ({ ...result, path }));
}

describe('an export of many cached records', () => {
  it('writes the same lines in SQLite as cell by cell', async () => {
    const shape = exportShape(requestOf('csv', {}));
    const { line } = csvDialect(shape.options);
    const expected = records.map((record) => line(cellsOf(record, shape.columns), shape.columns));
    for (const query of [{}, { sort: { field: 'id', direction: 'asc' } }] as const) {
      const { path, rows, bytes } = await exportBy('csv', 'a.csv', query);
      const [, ...lines] = (await readFile(path, 'utf8')).split(/(?<=\r\n)(?=1-0x)/);
      expect(lines).toEqual(expected);
      expect(rows).toBe(records.length);
      expect((await stat(path)).size).toBe(bytes);
      expect((await verified(path)).state).toBe('unchanged');
    }
  });

  it.each([
    ['few', 23_900],
    ['many', 12_000],
  ])('writes those that match in the order of the query, where they are %s', async (_, least) => {
    const value = (record: ResourceRecord): number => Number(record['usd_amount'] ?? NaN);
    const expected = records
      .filter((record) => value(record) >= least)
      .toSorted((a, b) => value(b) - value(a))
      .map(({ id }) => id);
    const { path, rows } = await exportBy('csv', 'a.csv', {
      filter: { field: 'usd_amount', operator: 'gte', value: least },
      sort: { field: 'usd_amount', direction: 'desc' },
    });
    const [, ...lines] = await byPython(path);
    expect(lines.map((line) => line[columns.indexOf('id')])).toEqual(expected);
    expect(rows).toBe(expected.length);
  });

  it('writes all of them to Parquet', async () => {
    const { path } = await exportBy('parquet', 'a.parquet');
    const [[rows, ids, sum] = []] = await byDuckDb(
      `SELECT count(*), count(DISTINCT id), sum(TRY_CAST(token_id AS DOUBLE)) FROM '${path}'`,
    );
    const sumOfTokens = records.reduce((total, record) => total + Number(record['token_id']), 0);
    expect([Number(rows), Number(ids), sum]).toEqual([records.length, records.length, sumOfTokens]);
    expect((await verified(path)).state).toBe('unchanged');
  });

  it('leaves nothing behind when it is canceled', async () => {
    const stop = new AbortController();
    const path = join(fixture.folder, 'gone.csv');
    const work = runExport(fixture.environment, requestOf('csv', {}), path, {
      signal: stop.signal,
      update: () => {
        stop.abort();
      },
    });
    await expect(work).rejects.toMatchObject({ failure: { code: 'canceled' } });
    await expect(readFile(path)).rejects.toThrow('ENOENT');
  });

  it('writes one state of the cache while others write to it @nightly', async () => {
    let stopped = false;
    let version = 0;
    // Until they are written first, the two have values of their own.
    await fixture.write([changed(0, version), changed(records.length - 1, version)]);
    // Every commit gives all of some records a new value: two states in one file would show two values.
    const writing = (async () => {
      while (!stopped) {
        version += 1;
        await fixture.write([changed(0, version), changed(records.length - 1, version)]);
      }
    })();
    try {
      for (let turn = 0; turn < 3 || version < 4; turn += 1) {
        const { path, rows } = await exportBy('csv', `${turn.toString()}.csv`);
        const lines = await byPython(path);
        const tokens = [lines[1]?.[7], lines[records.length]?.[7]];
        expect([rows, lines.length]).toEqual([records.length, records.length + 1]);
        expect(tokens[0]).toBe(tokens[1]);
      }
    } finally {
      stopped = true;
      await writing;
    }
  });
});

/** A record with its version where the file shows it. */
function changed(index: number, version: number): ResourceRecord {
  const record = records[index];
  if (record === undefined) throw new RangeError('There is no such record.');
  return { ...record, token_id: 1000 + version };
}
