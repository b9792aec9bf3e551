import { readdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { allOthers, type ExportFormat } from '../../../../../preload/contract/exports.ts';
import type { ResourceRecord } from '../../../../../preload/contract/records.ts';
import { byDuckDb, byPython, exportFixture } from './exportFixture.ts';
import { startSyncBench } from '../records/syncBench.ts';

/** Fields that the catalogue does not know, in files that hold every field. */

const records: ResourceRecord[] = [
  { id: '1', amount: 5 },
  { id: '2', amount: 6, risk: { score: { val: 0.25, val_7d: 0.5 }, by: 'Ä, B' }, tier: null },
  { id: '3', amount: 7, risk: null, 'odd.name': true, lots: [1, 2], mark: 12 },
  { id: '4', amount: 8, mark: 1e21 },
];

const every = { columns: [] };

async function descriptionOf(path: string): Promise<Record<string, unknown>> {
  return JSON.parse(await readFile(`${path}.json`, 'utf8')) as Record<string, unknown>;
}

/** Each row by its heading, empty cells left out. */
function byHeading([heading = [], ...rows]: string[][]): Record<string, string>[] {
  return rows.map((row) =>
    Object.fromEntries(row.flatMap((cell, place) => (cell === '' ? [] : [[heading[place] ?? '', cell]]))),
  );
}

const expected = [
  { id: '1', amount: '5' },
  { id: '2', amount: '6', 'risk.score.val': '0.25', 'risk.score.val_7d': '0.5', 'risk.by': 'Ä, B' },
  { id: '3', amount: '7', 'odd.name': 'true', lots: '1; 2', mark: '12' },
  { id: '4', amount: '8', mark: '1000000000000000000000' },
];

describe('a file with every field', () => {
  it('has a column for each value that the catalogue does not know, by its dotted path', async () => {
    await using fixture = await exportFixture(records);
    const { path } = await fixture.export('csv', {}, every);
    const cells = await byPython(path);
    expect(byHeading(cells)).toEqual(expected);
    expect(cells[0]).toContain('tier');
    const { columns, fieldsLeftOut } = await descriptionOf(path);
    expect([columns, fieldsLeftOut]).toEqual([cells[0], undefined]);
  });

  it('has numbers as numbers in Parquet', async () => {
    await using fixture = await exportFixture(records);
    const { path } = await fixture.export('parquet', {}, every);
    expect(await byDuckDb(`SELECT id, "risk.score.val", "risk.by", mark FROM '${path}' ORDER BY id`)).toEqual(
      [
        ['1', null, null, null],
        ['2', 0.25, 'Ä, B', null],
        ['3', null, null, 12],
        ['4', null, null, 1e21],
      ],
    );
  });

  it.each(['xlsx', 'markdown'] as const)('has them in %s', async (format: ExportFormat) => {
    await using fixture = await exportFixture(records);
    const { path, leftOut } = await fixture.export(format, {}, every);
    expect((await descriptionOf(path))['columns']).toEqual(
      expect.arrayContaining(['risk.score.val', 'risk.by', 'odd.name', 'lots', 'mark']),
    );
    expect(leftOut).toBe(0);
    if (format === 'markdown') expect(await readFile(path, 'utf8')).toContain('| risk.score.val |');
  });

  it('has those of the records that match, and of chosen ones', async () => {
    await using fixture = await exportFixture(records);
    const filter = { operator: 'equals', field: 'id', value: '4' };
    const matching = await fixture.export(
      'csv',
      {},
      { ...every, scope: { kind: 'cached', resource: 'transactions', query: { filter } } },
    );
    expect((await byPython(matching.path))[0]).not.toContain('lots');
    const chosen = await fixture.export(
      'csv',
      {},
      { columns: ['id', allOthers], scope: { kind: 'records', resource: 'transactions', ids: ['3'] } },
    );
    expect(byHeading(await byPython(chosen.path))).toEqual([expected[2]]);
  });

  it('keeps an object with too many names as one value, and names the fields that it cannot take', async () => {
    const holders = Object.fromEntries(Array.from({ length: 60 }, (_, nth) => [`0x${nth.toString()}`, nth]));
    const many = Object.fromEntries(
      Array.from({ length: 300 }, (_, nth) => [`further_${nth.toString()}`, nth]),
    );
    await using fixture = await exportFixture([{ id: '1', holders, ...many }]);
    const { path } = await fixture.export('csv', {}, every);
    const [row] = byHeading(await byPython(path));
    expect(JSON.parse(row?.['holders'] ?? '')).toEqual(holders);
    const { fieldsLeftOut } = await descriptionOf(path);
    expect(fieldsLeftOut).toContain('further_299');
    expect(row).not.toHaveProperty('further_299');
    const leftOut = fieldsLeftOut as string[];
    expect(Object.keys(many).filter((name) => !leftOut.includes(name) && !(name in (row ?? {})))).toEqual([]);
  });

  it('has fields that come with a later page only, and leaves no other file', async () => {
    await using bench = await startSyncBench();
    bench.furtherOf = (id) => (id === 30 ? { rating: { agency: 'X' } } : {});
    const { path } = await bench.exportCsv({}, ['id', 'name', allOthers]);
    const rows = byHeading(await byPython(path));
    expect(rows).toHaveLength(35);
    expect(rows[0]).toEqual({ id: '1', name: 'Issuer 001' });
    expect(rows[29]).toEqual({ id: '30', name: 'Issuer 030', 'rating.agency': 'X' });
    expect((await readdir(dirname(path))).sort()).toEqual(['issuers.csv', 'issuers.csv.json']);
  });
});

describe('a column', () => {
  it('is a member of a metric that the catalogue does not know', async () => {
    await using fixture = await exportFixture([
      { id: '1', net_flow: { val: 1.5, val_7d: -2, chg_7d_pct: 3 } },
      { id: '2', net_flow: 7 },
    ]);
    const columns = ['id', 'net_flow:val', 'net_flow:val_7d', 'net_flow:chg_7d_pct'];
    const { path } = await fixture.export('csv', {}, { columns });
    expect((await byPython(path)).slice(1)).toEqual([
      ['1', '1.5', '-2', '3'],
      ['2', '7', '', ''],
    ]);
  });
});
