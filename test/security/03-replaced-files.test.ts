import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { defaultOptions, type ResolvedExport } from '../../preload/contract/exports.ts';
import {
  openExporting,
  readWhole,
  type Exporting,
} from '../integration/main/features/exports/exportFixture.ts';

/** What the user has put where an export is repeated is not replaced without a question. */

async function openBench(): Promise<Exporting> {
  const records = [
    { id: 'a', date: '2026-11-10', amount: 1 },
    { id: 'b', date: '2026-11-11', amount: 2 },
  ];
  const bench = await openExporting(records);
  await readWhole(bench.fixture, records);
  return bench;
}

function requestOf(format: 'parquet' | 'csv'): ResolvedExport {
  return {
    connectionId: 'test',
    scope: { kind: 'cached', resource: 'transactions', query: {} },
    format,
    columns: ['id', 'date', 'amount'],
    options: { ...defaultOptions(format), parts: format === 'parquet' ? { by: 'month' } : null },
  };
}

describe('an export that is repeated', () => {
  it('of a folder keeps files of the user, and asks about files that no export wrote', async () => {
    await using bench = await openBench();
    const path = join(bench.fixture.folder, 'by-month');
    const theirs = join(path, 'month=2026-11', 'data.parquet');
    await mkdir(dirname(theirs), { recursive: true });
    await writeFile(theirs, 'my work');
    const asked: string[] = [];
    const no = (files: readonly string[]): Promise<boolean> => {
      asked.push(...files);
      return Promise.resolve(false);
    };
    const refused = await bench.ended(bench.exports.start(requestOf('parquet'), path, no)).catch(() => null);
    expect(await readFile(theirs, 'utf8')).toBe('my work');
    expect([refused, asked]).toEqual([null, [path]]);
    // Its own it replaces without a question, and no other files.
    const other = join(bench.fixture.folder, 'untouched');
    await bench.ended(bench.exports.start(requestOf('parquet'), other));
    const own = join(other, '.my-notes.txt');
    await writeFile(own, 'my work');
    const again = await bench.ended(bench.exports.start(requestOf('parquet'), other));
    expect(again.state).toBe('done');
    expect(await readFile(own, 'utf8')).toBe('my work');
  });

  it('leaves a table that the user has worked in, and asks about it', async () => {
    await using bench = await openBench();
    const path = join(bench.fixture.folder, 'table.csv');
    await bench.ended(bench.exports.start(requestOf('csv'), path));
    await writeFile(path, 'my work');
    const [past] = await bench.exports.past();
    const repeated = await bench.ended(bench.exports.repeat(past?.id ?? '')).catch(() => null);
    expect(await readFile(path, 'utf8')).toBe('my work');
    expect(repeated).toBeNull();
    const yes = (): Promise<boolean> => Promise.resolve(true);
    expect((await bench.ended(bench.exports.repeat(past?.id ?? '', yes))).state).toBe('done');
    expect(await readFile(path, 'utf8')).toContain('Amount');
  });

  it('never replaces a folder that is no export, whatever is answered', async () => {
    await using bench = await openBench();
    const path = join(bench.fixture.folder, 'mine');
    await mkdir(path);
    await writeFile(join(path, 'my-notes.txt'), 'my work');
    const yes = (): Promise<boolean> => Promise.resolve(true);
    const job = await bench.ended(bench.exports.start(requestOf('parquet'), path, yes));
    expect(job.state).toBe('failed');
    expect(await readFile(join(path, 'my-notes.txt'), 'utf8')).toBe('my work');
  });
});
