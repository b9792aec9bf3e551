import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runExport, type ExportResult } from '../../../../../main/features/exports/runExport.ts';
import { defaultOptions, type ExportFormat } from '../../../../../preload/contract/exports.ts';
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

/** Files that two threads write together, beside those of one thread. */

/** Plain records, and awkward ones among them: blocks of both kinds, in more pieces than may wait for one another. */
const records: readonly ResourceRecord[] = Array.from({ length: 24_000 }, (_value, index) => {
  const awkward = index % 977 === 0 ? awkwardRecords[(index / 977) % awkwardRecords.length] : undefined;
  return {
    date: '2026-11-20T00:00:00.000Z',
    timestamp: '2026-11-20T09:30:00Z',
    transaction_hash: `0x${index.toString(16)}`,
    amount: index / 3,
    usd_amount: index % 20 === 0 ? null : -index,
    from_address: null,
    token_id: index % 50,
    ...awkward,
    id: `1-0x${index.toString(16).padStart(8, '0')}-0-0`,
  };
});

async function filled(): Promise<ExportFixture> {
  const fixture = await exportFixture([]);
  for (let from = 0; from < records.length; from += 2000)
    await fixture.write(records.slice(from, from + 2000));
  return fixture;
}

function exportBy(
  fixture: ExportFixture,
  format: ExportFormat,
  name: string,
  sharedFrom: number,
  query: Query = {},
): Promise<ExportResult & { path: string }> {
  const path = join(fixture.folder, name);
  return runExport(
    { ...fixture.surroundings, sharedFrom },
    {
      connectionId: 'test',
      scope: { kind: 'cached', resource: 'transactions', query },
      format,
      columns,
      options: { ...defaultOptions(format), provenance: false },
    },
    path,
    { signal: new AbortController().signal, update: () => undefined },
  ).then((result) => ({ ...result, path }));
}

describe('two threads', () => {
  it('write the same file as one', async () => {
    await using fixture = await filled();
    const sorted: Query = { sort: { field: 'amount', direction: 'desc' } };
    for (const [format, query] of [
      ['csv', {}],
      ['csv', sorted],
      ['parquet', {}],
    ] as const) {
      const one = await exportBy(fixture, format, `one.${format}`, Infinity, query);
      const two = await exportBy(fixture, format, `two.${format}`, 1, query);
      expect([two.rows, two.sha256]).toEqual([records.length, one.sha256]);
      expect((await verified(two.path)).state).toBe('unchanged');
      expect((await stat(two.path)).size).toBe(two.bytes);
    }
    const [[rows, ids, sum] = []] = await byDuckDb(
      `SELECT count(*), count(DISTINCT id), sum(token_id::DOUBLE) FROM '${join(fixture.folder, 'two.parquet')}'`,
    );
    const sumOfTokens = records.reduce((total, record) => total + Number(record['token_id']), 0);
    expect([Number(rows), Number(ids), sum]).toEqual([records.length, records.length, sumOfTokens]);
  });

  it('write one state of the cache while others write to it', async () => {
    await using fixture = await filled();
    let stopped = false;
    let version = 0;
    // Every commit gives all of some records a new value: two states in one file would show two values.
    const writing = (async () => {
      while (!stopped) {
        version += 1;
        await fixture.write([changed(0, version), changed(records.length - 1, version)]);
      }
    })();
    try {
      for (let turn = 0; turn < 5; turn += 1) {
        const { path, rows } = await exportBy(fixture, 'csv', `${turn.toString()}.csv`, 1);
        const lines = await byPython(path);
        const tokens = [lines[1]?.[7], lines[records.length]?.[7]];
        expect([rows, lines.length]).toEqual([records.length, records.length + 1]);
        expect(tokens[0]).toBe(tokens[1]);
      }
    } finally {
      stopped = true;
      await writing;
    }
    expect(version).toBeGreaterThan(5);
  });

  it('leave nothing behind when they are called off', async () => {
    await using fixture = await filled();
    const stop = new AbortController();
    const path = join(fixture.folder, 'gone.csv');
    const work = runExport(
      { ...fixture.surroundings, sharedFrom: 1 },
      {
        connectionId: 'test',
        scope: { kind: 'cached', resource: 'transactions', query: {} },
        format: 'csv',
        columns,
        options: defaultOptions('csv'),
      },
      path,
      {
        signal: stop.signal,
        update: () => {
          stop.abort();
        },
      },
    );
    await expect(work).rejects.toMatchObject({ failure: { code: 'cancelled' } });
    await expect(readFile(path)).rejects.toThrow('ENOENT');
  });
});

/** A record with its version where the file shows it. */
function changed(index: number, version: number): ResourceRecord {
  const record = records[index];
  if (record === undefined) throw new RangeError('There is no such record.');
  return { ...record, token_id: 1000 + version };
}
