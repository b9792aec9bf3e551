import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createComputedColumns } from '../../../../../main/features/computedColumns/computedColumns.ts';
import type { ComputedColumn } from '../../../../../preload/contract/computedColumns.ts';
import { columnNameOf, type ComputedFormat } from '../../../../../preload/contract/expressions/columns.ts';
import { defaultOptions, type ResolvedExport } from '../../../../../preload/contract/exports.ts';
import { openTestStore } from '../../store/testStore.ts';
import { byDuckDb, byPython, exportFixture, exportsOf, numbersOfSheet } from './exportFixture.ts';

/** Computed columns in files of each format, read by programs that know nothing of this one. */

const records = [
  { id: 'a', usd_amount: 200, amount: 4, transaction_hash: 'mint', timestamp: '2025-01-31T23:30:00Z' },
  { id: 'b', usd_amount: 10, amount: 0, transaction_hash: 'burn', timestamp: '2025-03-01T00:00:00Z' },
  { id: 'c', usd_amount: null, amount: 2, transaction_hash: '=1+1', timestamp: null },
  { id: 'd', usd_amount: 3, amount: -1, transaction_hash: 'mint', timestamp: '2024-02-29T12:00:00Z' },
];

function column(id: string, name: string, expression: string, format: ComputedFormat): ComputedColumn {
  return { id, resource: 'transactions', name, expression, format, createdAt: 1, changedAt: 1 };
}

const computed = [
  column('1', 'Price', 'usd_amount / amount', 'dollars'),
  column('2', 'Kind, upper', 'upper(transaction_hash) & "!"', 'text'),
  column('3', 'Late', 'timestamp > date("2025-01-01")', 'yesno'),
  column('4', 'In 30 days', 'addDays(timestamp, 30)', 'date'),
  column('5', 'id', 'sqrt(amount)', 'number'),
];
const columns = ['id', ...computed.map(columnNameOf)];
/** A column of a sheet by its place from 0. */
function columnLetter(place: number): string {
  const last = String.fromCharCode(65 + (place % 26));
  return place < 26 ? last : `${columnLetter(Math.floor(place / 26) - 1)}${last}`;
}

const scope = {
  kind: 'cached' as const,
  resource: 'transactions' as const,
  query: { sort: { field: 'id', direction: 'asc' as const } },
};
const request = { columns, computed, scope };
const headings = ['id', 'Price', 'Kind, upper', 'Late', 'In 30 days', 'id (computed)'];
const fault = 'Error: sqrt needs a number of 0 or more.';

describe('computed columns in a file', () => {
  it('are read from CSV: empty where something is empty or divided by zero, and an error where one is', async () => {
    await using fixture = await exportFixture(records);
    const { path } = await fixture.export('csv', {}, request);
    expect(await byPython(path)).toEqual([
      headings,
      ['a', '50', 'MINT!', 'true', '2025-03-02', '2'],
      ['b', '', 'BURN!', 'true', '2025-03-31', '0'],
      ['c', '', "'=1+1!", '', '', '1.4142135623730951'],
      ['d', '-3', 'MINT!', 'false', '2024-03-30', fault],
    ]);
  });

  it('stand at the end of a file of every field, behind fields that the catalogue does not know', async () => {
    await using fixture = await exportFixture(
      records.map((record) => ({ ...record, Price: 'of the service', zone: { name: 'X' } })),
    );
    const every = { ...request, columns: [] };
    const ends = [
      ['Price', 'zone.name', 'Price (computed)', 'Kind, upper', 'Late', 'In 30 days', 'id (computed)'],
      ['of the service', 'X', '50', 'MINT!', 'true', '2025-03-02', '2'],
    ];
    const { path: csv } = await fixture.export('csv', {}, every);
    const [head, first] = await byPython(csv);
    expect(head?.[0]).toBe('id');
    expect([head?.slice(-7), first?.slice(-7)]).toEqual(ends);
    const { path: parquet } = await fixture.export('parquet', {}, every);
    const [row] = await byDuckDb(`SELECT * FROM '${parquet}' ORDER BY id`);
    expect(row?.slice(-7)).toEqual(['of the service', 'X', 50, 'MINT!', true, '2025-03-02', 2]);
    const { path: book } = await fixture.export('xlsx', { provenance: false }, every);
    const letter = columnLetter((head?.length ?? 0) - 5);
    expect(await numbersOfSheet(book, letter)).toEqual([50, null, null, -3]);
    const { path: json } = await fixture.export('json', {}, every);
    const [whole] = JSON.parse(await readFile(json, 'utf8')) as object[];
    expect(Object.entries(whole ?? {}).slice(-7)).toEqual([
      ['Price', 'of the service'],
      ['zone', { name: 'X' }],
      ['Price (computed)', 50],
      ['Kind, upper', 'MINT!'],
      ['Late', true],
      ['In 30 days', '2025-03-02'],
      ['id (computed)', 2],
    ]);
    expect(Object.keys(whole ?? {}).slice(0, 2)).toEqual(['id', 'usd_amount']);
  });

  it('that were chosen stay before the fields that follow for *', async () => {
    await using fixture = await exportFixture(records.map((record) => ({ ...record, unknown: 7 })));
    const { path } = await fixture.export('csv', {}, { ...request, columns: ['id', '=4', '*'] });
    const [head] = await byPython(path);
    expect(head?.slice(0, 2)).toEqual(['id', 'In 30 days']);
    expect(head?.indexOf('unknown')).toBeLessThan(head?.indexOf('Price') ?? 0);
    expect(head?.at(-1)).toBe('id (computed)');
  });

  it('have their expressions in the description', async () => {
    await using fixture = await exportFixture(records);
    const { path } = await fixture.export('csv', {}, { ...request, columns: ['id', '=1'] });
    expect(JSON.parse(await readFile(`${path}.json`, 'utf8'))).toMatchObject({
      columns: ['id', 'Price'],
      computedColumns: [{ name: 'Price', expression: 'usd_amount / amount', format: 'US dollars' }],
    });
  });

  it('are members of the records in JSON, and of each line in JSON Lines', async () => {
    await using fixture = await exportFixture(records);
    const expected = {
      id: 'd',
      Price: -3,
      'Kind, upper': 'MINT!',
      Late: false,
      'In 30 days': '2024-03-30',
      'id (computed)': fault,
    };
    const json = await fixture.export('json', {}, request);
    expect((JSON.parse(await readFile(json.path, 'utf8')) as unknown[]).at(-1)).toEqual(expected);
    const lines = await fixture.export('jsonl', {}, request);
    expect(JSON.parse((await readFile(lines.path, 'utf8')).trim().split('\n').at(-1) ?? '')).toEqual(
      expected,
    );
  });

  it('are typed columns in Parquet, which leaves out what is an error and counts it', async () => {
    await using fixture = await exportFixture(records);
    const { path, leftOut } = await fixture.export('parquet', {}, request);
    expect(await byDuckDb(`SELECT * FROM '${path}' ORDER BY id`)).toEqual([
      ['a', 50, 'MINT!', true, '2025-03-02', 2],
      ['b', null, 'BURN!', true, '2025-03-31', 0],
      ['c', null, '=1+1!', null, null, Math.SQRT2],
      ['d', -3, 'MINT!', false, '2024-03-30', null],
    ]);
    expect(leftOut).toBe(1);
  });

  it('are those of the moment, and one that was deleted is said', async () => {
    await using fixture = await exportFixture(records);
    await using store = await openTestStore(join(fixture.folder, 'user'));
    const computedColumns = createComputedColumns({ user: store.user, now: Date.now });
    const exports = exportsOf(fixture, { user: store.user, computedColumns });
    const { calls } = computedColumns;
    const { id } = await calls.saveComputedColumn({
      resource: 'transactions',
      name: 'Twice',
      expression: 'amount * 2',
      format: 'number',
    });
    const asked: ResolvedExport = {
      connectionId: 'test',
      scope,
      format: 'csv',
      columns: ['id', columnNameOf({ id })],
      options: { ...defaultOptions('csv'), byteOrderMark: false },
    };
    const every = await exports.preview({ ...asked, columns: [] }, null);
    expect(every.headings.at(-1)).toBe('Twice');
    const preview = await exports.preview(asked, null);
    expect(preview.headings).toEqual(['Id', 'Twice']);
    expect(preview.rows[0]).toEqual(['a', '8']);
    await calls.saveComputedColumn({
      id,
      resource: 'transactions',
      name: 'Thrice',
      expression: 'amount * 3',
      format: 'number',
    });
    expect((await exports.text(asked)).text.split('\r\n').slice(0, 2)).toEqual(['Id\tThrice', 'a\t12']);
    await calls.removeComputedColumn({ id });
    await expect(exports.preview(asked, null)).rejects.toThrow(
      'A computed column of this export was deleted.',
    );
  });
});
