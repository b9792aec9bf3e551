import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type {
  MirrorBatch,
  MirrorChanges,
  MirrorTable,
} from '../../../../../main/features/mirrors/mirrorTarget.ts';
import { mirroredResource } from '../../../../../main/features/mirrors/mirrorTable.ts';
import { openTarget } from '../../../../../main/features/mirrors/openTarget.ts';
import { folderStorage } from '../../../../../main/features/mirrors/parquet/folderStorage.ts';
import { readManifest, type Manifest } from '../../../../../main/features/mirrors/parquet/manifest.ts';
import { parquetTarget } from '../../../../../main/features/mirrors/parquet/parquetTarget.ts';
import { dayMs } from '../../../../../preload/contract/days.ts';
import type { ResourceRecord } from '../../../../../preload/contract/records.ts';
import { workers } from '../../../../support/built.ts';
import { mirroredRecords, readMirrored } from '../../../../support/mirrorFiles.ts';
import { startS3 } from '../../../../support/s3.ts';
import { makeTemporaryFolder } from '../../../../support/temporaryFolder.ts';

/** A mirror in Parquet files, window by window. DuckDB reads what is in it. */

const { table, rowOf } = mirroredResource('transactions');
const dayA = '2026-03-01';
const dayB = '2026-03-02';
const both = { kind: 'days', from: dayA, to: dayB } as const;

function record(
  id: string,
  date: string | null,
  amount: number,
  more: Partial<ResourceRecord> = {},
): ResourceRecord {
  return {
    id,
    date,
    amount,
    timestamp: date === null ? null : `${date}T10:00:00.123456Z`,
    token_id: Number(id) % 3,
    ...more,
  };
}

interface Writing {
  readonly window?: MirrorBatch['window'];
  readonly compare?: boolean;
  readonly now?: number;
  readonly table?: MirrorTable;
  readonly fileBytes?: number;
}

const begin = Date.UTC(2026, 2, 3);

/** Opens the mirror, writes the pages of one window, and closes it. */
async function write(
  folder: string,
  pages: readonly (readonly ResourceRecord[])[],
  { window = both, compare = false, now = begin, table: own = table, fileBytes = 200e6 }: Writing = {},
): Promise<MirrorChanges & { notes: readonly string[] }> {
  const target = parquetTarget({
    workerUrl: workers.mirror,
    storageOf: (name) => folderStorage(folder, name),
    now: () => now,
    fileBytes,
  });
  try {
    const { notes } = await target.open(own);
    let changes: MirrorChanges = { inserted: 0, changed: 0, gone: 0 };
    for (const [index, records] of pages.entries())
      changes = await target.write({
        window,
        begin: index === 0,
        end: index === pages.length - 1,
        rows: records.map((one) => {
          const row = rowOf(one);
          const values = own.columns.map(({ name, type }) =>
            name === 'amount' && type === 'text' && one['amount'] !== null
              ? String(one['amount'])
              : (row.values[table.columns.findIndex((column) => column.name === name)] ?? null),
          );
          return { ...row, values };
        }),
        fetchedAt: now,
        compare,
        state: { at: now },
      });
    return { ...changes, notes };
  } finally {
    await target.close();
  }
}

function manifestOf(folder: string): Manifest {
  const path = join(folder, 'transactions');
  return readManifest(readFileSync(join(path, '_manifest.json'), 'utf8'), path);
}

function pathsOf(folder: string): string[] {
  return manifestOf(folder).files.map(({ path }) => path);
}

function onDisk(folder: string): string[] {
  return readdirSync(join(folder, 'transactions'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.parquet'))
    .sort();
}

describe('a mirror in Parquet files', () => {
  it('keeps every value, and rows without a day in a folder of their own', async () => {
    const folder = makeTemporaryFolder('parquet');
    const awkward = record('1', dayA, 0.1 + 0.2, {
      from_address: "a “quote”, 'one', \\, tab\t, \u0000 and \uD800 half 🙂",
      asset: { name: 'x=y/z' },
    });
    const undated = record('2', null, -0);
    const odd = record('3', '+012026-01-01', 5e-324);
    await write(folder, [[awkward], [odd]]);
    await write(folder, [[undated]], { window: { kind: 'undated' } });
    expect(pathsOf(folder).map((path) => path.slice(0, path.indexOf('/')))).toEqual([
      `day=${dayA}`,
      'day=__HIVE_DEFAULT_PARTITION__',
    ]);
    expect(await mirroredRecords(join(folder, 'transactions'))).toEqual(
      new Map([awkward, undated, odd].map((one) => [one.id, JSON.parse(JSON.stringify(one)) as unknown])),
    );
    const rows = await readMirrored(
      join(folder, 'transactions'),
      `SELECT id, amount, day::VARCHAR AS day, epoch_us("timestamp")::VARCHAR AS at FROM mirrored ORDER BY id`,
    );
    expect(rows).toEqual([
      {
        id: '1',
        amount: 0.1 + 0.2,
        day: dayA,
        at: (Date.parse(`${dayA}T10:00:00Z`) * 1000 + 123_456).toString(),
      },
      { id: '2', amount: 0, day: null, at: null },
      { id: '3', amount: 5e-324, day: null, at: null },
    ]);
  });

  it('replaces the days that have changed, and removes their old files after seven days', async () => {
    const folder = makeTemporaryFolder('parquet');
    const old = [record('1', dayA, 1), record('2', dayA, 2), record('3', dayB, 3)];
    expect(await write(folder, [old])).toMatchObject({ inserted: 3, changed: 0, gone: 0 });
    const [a, b] = pathsOf(folder);
    const now = begin + dayMs;
    expect(
      await write(folder, [[record('2', dayA, 20)], [record('4', dayA, 4), record('3', dayB, 3)]], { now }),
    ).toMatchObject({
      inserted: 1,
      changed: 1,
      gone: 0,
    });
    expect(pathsOf(folder)).toHaveLength(2);
    expect(pathsOf(folder)[0]).not.toBe(a);
    expect(pathsOf(folder)[1]).toBe(b);
    expect(onDisk(folder)).toEqual([...pathsOf(folder), a].sort());
    const rows = await readMirrored(
      join(folder, 'transactions'),
      `SELECT id, amount, _first_seen_at::VARCHAR AS seen, _fetched_at::VARCHAR AS fetched FROM mirrored ORDER BY id`,
    );
    const [first, second] = ['2026-03-03 00:00:00+00', '2026-03-04 00:00:00+00'];
    expect(rows).toEqual([
      { id: '1', amount: 1, seen: first, fetched: first },
      { id: '2', amount: 20, seen: first, fetched: second },
      { id: '3', amount: 3, seen: first, fetched: first },
      { id: '4', amount: 4, seen: second, fetched: second },
    ]);
    await write(folder, [[]], { now: now + 7 * dayMs - 1 });
    expect(onDisk(folder)).toContain(a);
    await write(folder, [[]], { now: now + 7 * dayMs });
    expect(onDisk(folder)).toEqual(pathsOf(folder));
    expect(manifestOf(folder).replaced).toEqual([]);
  });

  it('marks what is gone, takes the mark away, and marks the row of a day that its record has left', async () => {
    const folder = makeTemporaryFolder('parquet');
    const [one, two, undated] = [record('1', dayA, 1), record('2', dayB, 2), record('3', null, 3)];
    const marked = async (): Promise<unknown[]> =>
      (
        await readMirrored(
          join(folder, 'transactions'),
          'SELECT id, day::VARCHAR AS day FROM mirrored WHERE _deleted_at IS NOT NULL ORDER BY id, day',
        )
      ).map(({ id, day }) => [id, day]);
    await write(folder, [[one, two]]);
    await write(folder, [[undated]], { window: { kind: 'undated' }, compare: true });
    expect(await write(folder, [[one]], { compare: true })).toMatchObject({
      inserted: 0,
      changed: 0,
      gone: 1,
    });
    expect(await marked()).toEqual([['2', dayB]]);
    const before = manifestOf(folder).files;
    expect(await write(folder, [[one]], { compare: true })).toMatchObject({ gone: 0 });
    expect(manifestOf(folder).files).toEqual(before);
    expect(await write(folder, [[one, two]], { compare: true })).toMatchObject({
      inserted: 0,
      changed: 1,
      gone: 0,
    });
    expect(await marked()).toEqual([]);
    await write(folder, [[{ ...one, date: dayB }, two]], { compare: true });
    expect(await marked()).toEqual([['1', dayA]]);
    expect(await write(folder, [[]], { window: { kind: 'undated' }, compare: true })).toMatchObject({
      gone: 1,
    });
  });

  it('adds a column that is new, and one beside a column whose type has changed', async () => {
    const folder = makeTemporaryFolder('parquet');
    const changed = table.columns.map((column) =>
      column.name === 'amount' ? { ...column, type: 'text' as const } : column,
    );
    const before = { ...table, columns: changed.filter(({ name }) => name !== 'usd_amount') };
    const rows = [record('1', dayA, 1, { usd_amount: 7 }), record('2', dayB, 2, { usd_amount: 8 })];
    const asText = rows.map((row) => ({ ...row, amount: `${String(row['amount'])} units` }));
    // Its record stays the same.
    const same = { ...record('3', dayA, 0), amount: null, usd_amount: 9 };
    await write(folder, [[...asText, same]], { table: before });
    const { notes, ...changes } = await write(folder, [[...rows.slice(0, 1), same]]);
    expect(changes).toMatchObject({ inserted: 0, changed: 2 });
    expect(notes.join('\n')).toContain('The column usd_amount is new');
    expect(notes.join('\n')).toContain('new values are in the column amount__2');
    expect(
      await readMirrored(
        join(folder, 'transactions'),
        'SELECT id, amount, amount__2, usd_amount FROM mirrored ORDER BY id',
      ),
    ).toEqual([
      { id: '1', amount: '1 units', amount__2: 1, usd_amount: 7 },
      { id: '2', amount: '2 units', amount__2: null, usd_amount: null },
      { id: '3', amount: null, amount__2: null, usd_amount: 9 },
    ]);
    expect((await write(folder, [rows])).notes).toEqual([]);
  });

  it('begins a further file of a day where one is large', async () => {
    const folder = makeTemporaryFolder('parquet');
    const pages = Array.from({ length: 8 }, (_, page) =>
      Array.from({ length: 1000 }, (__, index) =>
        record((page * 1000 + index).toString(), dayA, index, { note: randomBytes(1500).toString('base64') }),
      ),
    );
    await write(folder, pages, { fileBytes: 4e6 });
    const { files, rows } = manifestOf(folder);
    expect(files.length).toBeGreaterThan(1);
    expect(rows).toBe(8_000);
    expect(Math.max(...files.map(({ bytes }) => bytes))).toBeLessThan(5e6);
    const tokens = files.map(({ smallest, largest }) => [smallest['token_id'], largest['token_id']]);
    expect(tokens).toEqual([...tokens].sort());
    // A row that changes is read again with all files of its day.
    expect(await write(folder, [[record('7', dayA, -1)]])).toMatchObject({ inserted: 0, changed: 1 });
    expect(
      await readMirrored(join(folder, 'transactions'), 'SELECT count(*)::INTEGER AS n FROM mirrored'),
    ).toEqual([{ n: 8_000 }]);
  });

  it('removes what a killed process has left, and nothing of others', async () => {
    const folder = makeTemporaryFolder('parquet');
    await write(folder, [[record('1', dayA, 1)]]);
    const left = `day=${dayA}/000009-0-0123456789abcdef.parquet`;
    const foreign = `day=${dayA}/mine.parquet`;
    for (const path of [left, foreign]) writeFileSync(join(folder, 'transactions', path), 'x');
    await write(folder, [[]]);
    expect(onDisk(folder)).toEqual([...pathsOf(folder), foreign].sort());
  });

  it('says that a file of it is missing', async () => {
    const folder = makeTemporaryFolder('parquet');
    await write(folder, [[record('1', dayA, 1)]]);
    const [path = ''] = pathsOf(folder);
    writeFileSync(join(folder, 'transactions', path), 'no Parquet');
    await expect(write(folder, [[record('1', dayA, 2)]])).rejects.toThrow(`was changed: ${path}`);
  });

  it('sends large files to a bucket in parts', async () => {
    await using server = await startS3();
    const target = openTarget(
      { workerUrl: workers.mirror, transport: (url, init) => fetch(url, init) },
      { kind: 's3', endpoint: server.url, region: 'eu-1', bucket: server.bucket, prefix: '' },
      `${server.accessKeyId}:${server.secretAccessKey}`,
    );
    // The connection is lost twice while a part is sent, then another time with all attempts.
    let cuts = 2;
    server.cut = (method, path) => method === 'PUT' && path.includes('partNumber=2') && cuts-- > 0;
    try {
      await target.open(table);
      const page = { window: both, begin: true, fetchedAt: begin, end: true, compare: false, state: null };
      const rows = Array.from({ length: 4_000 }, (_, index) =>
        rowOf(record(index.toString(), dayA, index, { note: randomBytes(4000).toString('base64') })),
      );
      await target.write({ ...page, rows });
      cuts = 4;
      const other = rowOf(record('1', dayA, -1));
      await expect(target.write({ ...page, rows: [other] })).rejects.toThrow('does not answer');
      expect(await target.write({ ...page, rows: [other] })).toEqual({ inserted: 0, changed: 1, gone: 0 });
    } finally {
      await target.close();
    }
    expect(server.uploads.size).toBe(0);
    const manifest = readManifest(
      Buffer.from(server.objects.get('transactions/_manifest.json') ?? []).toString(),
      '',
    );
    expect(manifest.rows).toBe(4_000);
    for (const { path, bytes, sha256 } of manifest.files) {
      expect(bytes).toBeGreaterThan(8 * 1024 * 1024);
      expect(
        createHash('sha256')
          .update(server.objects.get(`transactions/${path}`) ?? '')
          .digest('hex'),
      ).toBe(sha256);
    }
  });
});
