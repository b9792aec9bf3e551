import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { formulaSafe } from '../../../../../preload/contract/cellText.ts';
import type { ResourceRecord } from '../../../../../preload/contract/records.ts';
import {
  awkwardRecords,
  byDuckDb,
  byOffice,
  columns,
  exportFixture,
  numbersOfSheet,
  office,
  verified,
} from './exportFixture.ts';

/** Files of each format, opened by programs that know nothing of this one, compared value by value with what is cached. */

const textOf = (value: unknown): string => (value === null || value === undefined ? '' : String(value));
const numberOf = (text: string): number | null => (text === '' ? null : Number(text));
const hashes = awkwardRecords.map((record) => textOf(record['transaction_hash']));

function moment(record: ResourceRecord): string {
  return textOf(record['timestamp']);
}

describe('CSV', () => {
  it('accepts a decimal comma, and distinguishes no value from an empty text', async () => {
    await using fixture = await exportFixture([
      { id: 'a', amount: 1.5, transaction_hash: '', from_address: null },
    ]);
    const { path } = await fixture.export('csv', {
      delimiter: ';',
      decimalComma: true,
      byteOrderMark: false,
    });
    expect(await readFile(path, 'utf8')).toBe(`${columns.join(';')}\r\na;;;"";1,5;;;\r\n`);
  });

  it('is read by DuckDB with its types', async () => {
    await using fixture = await exportFixture();
    const { path } = await fixture.export('csv');
    const rows = await byDuckDb(
      `SELECT id, amount, usd_amount, date::VARCHAR, epoch_ms(timestamp::TIMESTAMPTZ)::DOUBLE, transaction_hash, from_address, token_id FROM read_csv('${path}', header = true, quote = '"', escape = '"', delim = ',', new_line = '\\r\\n', types = {'amount': 'DOUBLE', 'usd_amount': 'DOUBLE', 'transaction_hash': 'VARCHAR', 'from_address': 'VARCHAR', 'token_id': 'VARCHAR'}, strict_mode = false)`,
    );
    expect(rows).toEqual(
      awkwardRecords.map((record) => [
        record.id,
        record['amount'],
        record['usd_amount'],
        '2024-02-29',
        Date.parse(moment(record)),
        // DuckDB takes an empty text, quoted or not, for no value.
        formulaSafe(textOf(record['transaction_hash'])) || null,
        record['from_address'],
        textOf(record['token_id']),
      ]),
    );
  });
});

describe('CSV in a spreadsheet', () => {
  it('is read by LibreOffice as text that runs nothing, and exact numbers @nightly', async (context) => {
    if (office === undefined) context.skip('LibreOffice is not installed');
    await using fixture = await exportFixture();
    const { path } = await fixture.export('csv');
    const [heading, ...rows] = await byOffice(path, fixture.folder);
    expect(heading).toEqual(columns);
    const readable = (text: string): string => text.replaceAll(/\r\n?/g, '\n');
    // A text of digits alone becomes a number, as in every spreadsheet that opens CSV.
    const same = (text: string): string =>
      /^[\d.e]+$/i.test(text) ? Number(text).toString() : readable(text);
    expect(rows.map((row) => same(row[3] ?? ''))).toEqual(hashes.map((text) => same(formulaSafe(text))));
    expect(rows.map((row) => row[0])).toEqual(awkwardRecords.map((record) => record.id));
  });
});

describe('Parquet', () => {
  it('has typed columns with every digit, as DuckDB reads them', async () => {
    await using fixture = await exportFixture();
    const { path } = await fixture.export('parquet');
    const types = await byDuckDb(`SELECT column_name, column_type FROM (DESCRIBE SELECT * FROM '${path}')`);
    expect(types.map(([, type]) => type)).toEqual([
      'VARCHAR',
      'DATE',
      'TIMESTAMP WITH TIME ZONE',
      'VARCHAR',
      'DOUBLE',
      'DOUBLE',
      'VARCHAR',
      'VARCHAR',
    ]);
    const rows = await byDuckDb(
      `SELECT id, date::VARCHAR, epoch_ms(timestamp)::DOUBLE, transaction_hash, amount, usd_amount, from_address FROM '${path}'`,
    );
    expect(rows).toEqual(
      awkwardRecords.map((record) => [
        record.id,
        '2024-02-29',
        Date.parse(moment(record)),
        textOf(record['transaction_hash']),
        record['amount'],
        record['usd_amount'],
        record['from_address'],
      ]),
    );
    const [[about] = []] = await byDuckDb(
      `SELECT decode(value) FROM parquet_kv_metadata('${path}') WHERE decode(key) = 'rwa-explorer'`,
    );
    expect(JSON.parse(textOf(about))).toMatchObject({ rows: awkwardRecords.length, sampleData: false });
  });

  it('counts what does not fit its column', async () => {
    await using fixture = await exportFixture([
      { id: 'a', amount: 'much' },
      { id: 'b', amount: 2 },
    ]);
    const { path } = await fixture.export('parquet');
    expect(await byDuckDb(`SELECT id, amount FROM '${path}'`)).toEqual([
      ['a', null],
      ['b', 2],
    ]);
    expect(JSON.parse(await readFile(`${path}.json`, 'utf8'))).toMatchObject({ valuesLeftOut: 1 });
  });
});

describe('a workbook', () => {
  it('has typed cells with every digit, as LibreOffice reads them @nightly', async (context) => {
    if (office === undefined) context.skip('LibreOffice is not installed');
    await using fixture = await exportFixture();
    const { path } = await fixture.export('xlsx');
    const [heading, ...rows] = await byOffice(path, fixture.folder);
    expect(heading).toEqual(columns);
    // Spreadsheets end lines in cells with LF, and drop other control characters.
    const readable = (text: string): string =>
      text.replaceAll(/\r\n?/g, '\n').replaceAll(/[^\P{Cc}\n]/gu, '');
    expect(rows.map((row) => readable(row[3] ?? ''))).toEqual(hashes.map(readable));
    expect(rows.map((row) => [row[0], row[7]])).toEqual(
      awkwardRecords.map((record) => [record.id, textOf(record['token_id'])]),
    );
    // LibreOffice writes 15 digits; the file has all.
    const short = (value: unknown): number | null => {
      if (typeof value !== 'number') return null;
      const cut = Number(value.toPrecision(15));
      return Number.isFinite(cut) ? cut : value;
    };
    expect(rows.map((row) => numberOf(row[4] ?? ''))).toEqual(
      awkwardRecords.map((record) => short(record['amount'])),
    );
    expect(await numbersOfSheet(path, 'E')).toEqual(awkwardRecords.map((record) => record['amount']));
    expect(new Set(rows.map((row) => row[1]))).toEqual(new Set(['2024-02-29']));
  });
});

describe('what stands beside a file', () => {
  it('is its SHA-256, by which a change is seen', async () => {
    await using fixture = await exportFixture();
    const { path, sha256 } = await fixture.export('csv');
    const bytes = await readFile(path);
    expect(sha256).toBe(createHash('sha256').update(bytes).digest('hex'));
    expect(await verified(path)).toMatchObject({ state: 'unchanged', rows: awkwardRecords.length });
    expect(await verified(`${path}.json`)).toMatchObject({ state: 'unchanged', path });
    await writeFile(path, bytes.subarray(1));
    expect(await verified(path)).toMatchObject({ state: 'changed' });
    await rm(`${path}.json`);
    expect(await verified(path)).toMatchObject({ state: 'unknown' });
  });
});
