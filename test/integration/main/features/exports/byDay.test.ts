import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runExport } from '../../../../../main/features/exports/runExport.ts';
import { defaultOptions } from '../../../../../preload/contract/exports.ts';
import { byDuckDb, exportFixture, verified } from './exportFixture.ts';

/** Parquet in a folder for each day, read by DuckDB, which knows nothing of who wrote it. */

const days = ['2026-11-12', '2026-11-10', '2026-11-11', null] as const;
const records = Array.from({ length: 44 }, (_value, index) => {
  const day = days[index % days.length] ?? null;
  return {
    id: `1-0x${index.toString(16).padStart(2, '0')}`,
    date: day === null ? null : `${day}T00:00:00.000Z`,
    amount: index / 3,
    from_address: index % 5 === 0 ? null : `0x${index.toString()}`,
  };
});
const columns = ['id', 'date', 'amount', 'from_address'];

describe('Parquet parted by day', () => {
  it('has a file for each day, and DuckDB reads back every row', async () => {
    await using fixture = await exportFixture(records);
    const { path, rows, sha256 } = await fixture.export('parquet', { partitionByDay: true }, { columns });
    expect(rows).toBe(records.length);
    expect((await readdir(path)).sort()).toEqual([
      'date=2026-11-10',
      'date=2026-11-11',
      'date=2026-11-12',
      'date=__HIVE_DEFAULT_PARTITION__',
    ]);
    expect(await readdir(join(path, 'date=2026-11-10'))).toEqual(['part-0.parquet']);
    const read = await byDuckDb(
      `SELECT id, date::VARCHAR, amount, from_address FROM read_parquet('${path}/**', hive_partitioning=true) ORDER BY id`,
    );
    expect(read).toEqual(
      records.map(({ id, date, amount, from_address }) => [
        id,
        date?.slice(0, 10) ?? null,
        amount,
        from_address,
      ]),
    );
    expect(JSON.parse(await readFile(`${path}.json`, 'utf8'))).toMatchObject({
      rows: 44,
      sha256,
      columns: ['date', 'id', 'amount', 'from_address'],
    });
    expect(await verified(`${path}.json`)).toMatchObject({ state: 'unchanged', path });
    await rm(join(path, 'date=2026-11-11'), { recursive: true });
    expect(await verified(`${path}.json`)).toMatchObject({ state: 'changed' });
  });

  it('keeps records that come in no order of days, in further parts where needed', async () => {
    await using fixture = await exportFixture(records);
    const ids = records.map(({ id }) => id);
    const { path } = await fixture.export(
      'parquet',
      { partitionByDay: true },
      { columns: ['date'], scope: { kind: 'records', resource: 'transactions', ids } },
    );
    const [[count] = []] = await byDuckDb(
      `SELECT count(DISTINCT id)::INT FROM read_parquet('${path}/**', hive_partitioning=true) WHERE date = '2026-11-12'`,
    );
    expect(count).toBe(11);
  });

  it('replaces an earlier export, and no other folder', async () => {
    await using fixture = await exportFixture(records);
    const request = {
      connectionId: 'test',
      scope: { kind: 'cached' as const, resource: 'transactions' as const, query: {} },
      format: 'parquet' as const,
      columns,
      options: { ...defaultOptions('parquet'), partitionByDay: true },
    };
    const path = join(fixture.folder, 'days');
    const { signal } = new AbortController();
    const write = (replace = false): Promise<unknown> =>
      runExport(fixture.environment, request, path, { signal, update: () => undefined }, { replace });
    await mkdir(path);
    await writeFile(join(path, 'mine.txt'), 'mine');
    await expect(write()).rejects.toMatchObject({ failure: { code: 'file' } });
    expect(await readdir(path)).toEqual(['mine.txt']);
    await rm(path, { recursive: true });
    await write();
    await write();
    await writeFile(join(path, 'date=2026-11-10', 'part-9.parquet'), 'older');
    await expect(write()).rejects.toMatchObject({ failure: { code: 'file' } });
    await write(true);
    expect(await readdir(join(path, 'date=2026-11-10'))).toEqual(['part-0.parquet']);

    const controller = new AbortController();
    const ids = records.map(({ id }) => id);
    const chosen = {
      ...request,
      scope: { kind: 'records' as const, resource: 'transactions' as const, ids },
    };
    // The first thing that is told, the number of records, comes when the folder is begun.
    const stopped = runExport(fixture.environment, chosen, path, {
      signal: controller.signal,
      update: () => {
        controller.abort();
      },
    });
    await expect(stopped).rejects.toMatchObject({ failure: { code: 'cancelled' } });
    expect((await readdir(fixture.folder)).sort()).toEqual(['data', 'days', 'days.json']);
    expect(await verified(path)).toMatchObject({ state: 'unchanged', rows: 44 });
  });

  it('is refused where there is no day', async () => {
    await using fixture = await exportFixture(records);
    const asked = fixture.export(
      'parquet',
      { partitionByDay: true },
      { columns: [], scope: { kind: 'cached', resource: 'issuers', query: {} } },
    );
    await expect(asked).rejects.toMatchObject({ failure: { code: 'bad-arguments' } });
    expect(await readdir(fixture.folder)).toEqual(['data']);
  });
});
