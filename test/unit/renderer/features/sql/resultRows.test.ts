import { describe, expect, it } from 'vitest';
import { ok, type Failure, type Result } from '../../../../../preload/contract/failures.ts';
import type { SqlRows } from '../../../../../preload/contract/sql.ts';
import { fieldsOfResult, ResultRows } from '../../../../../renderer/features/sql/resultRows.svelte.ts';

interface Read {
  readonly start: number;
  readonly end: number;
}

/** A result of `count` rows that main hands out at most `most` at once, or `failures` first. */
function resultOf(count: number, { most = 1000, failures = [] as Failure[] } = {}) {
  const reads: Read[] = [];
  const readSqlRows = ({ start, end }: Read): Promise<Result<SqlRows>> => {
    reads.push({ start, end });
    const failure = failures.shift();
    if (failure !== undefined) return Promise.resolve({ ok: false, failure });
    const last = Math.min(end, start + most, count);
    const rows = Array.from({ length: last - start }, (_, index) => [
      start + index,
      `row ${String(start + index)}`,
    ]);
    return Promise.resolve(ok({ rowsText: JSON.stringify(rows), count: rows.length }));
  };
  return { rows: new ResultRows({ readSqlRows }, { resultId: 'one', rows: count }), reads };
}

describe('the rows of a result', () => {
  it('are read as they come into sight, and each page once', async () => {
    const { rows, reads } = resultOf(1200);
    expect(rows.recordAt(499)).toBeUndefined();
    rows.show({ start: 490, end: 510 });
    rows.show({ start: 495, end: 515 });
    await expect.poll(() => rows.recordAt(500)).toEqual({ id: 500, c0: 500, c1: 'row 500' });
    rows.show({ start: 499, end: 501 });
    expect(reads).toEqual([
      { start: 0, end: 500 },
      { start: 500, end: 1000 },
    ]);
  });

  it('come whole where main hands them out in smaller pieces', async () => {
    const { rows } = resultOf(1200, { most: 7 });
    const records = await rows.recordsOf({ start: 3, end: 30 });
    expect(records.map(({ id }) => id)).toEqual(Array.from({ length: 27 }, (_, index) => index + 3));
  });

  it('that cannot be read say why, and are read again when asked for', async () => {
    const failure: Failure = { code: 'not-found', message: 'The result is no longer kept.' };
    const { rows } = resultOf(20, { failures: [failure] });
    rows.show({ start: 0, end: 20 });
    await expect.poll(() => rows.pageAt(5).entry).toEqual({ kind: 'failed', failure });
    rows.load(0);
    await expect.poll(() => rows.recordAt(5)?.id).toBe(5);
    expect(rows.pageAt(5).entry).toBeUndefined();
  });

  it('far away are dropped, so that few pages stay in memory', async () => {
    const { rows } = resultOf(20_000);
    for (let start = 0; start < 20_000; start += 500) {
      rows.show({ start, end: start + 10 });
      await expect.poll(() => rows.recordAt(start)?.id).toBe(start);
    }
    expect(rows.recordAt(0)).toBeUndefined();
    expect(rows.recordAt(19_000)?.id).toBe(19_000);
  });
});

describe('the columns of a result', () => {
  it('keep their names, also the same one twice, and stand by kind', () => {
    const fields = fieldsOfResult({
      columns: [
        { name: 'issuer_id', kind: 'number' },
        { name: 'a', kind: 'number' },
        { name: 'a', kind: 'mixed' },
        { name: 'date', kind: 'date' },
      ],
    });
    expect(fields.map(({ name, label, type }) => [name, label, type])).toEqual([
      ['c0', 'issuer_id', 'id'],
      ['c1', 'a', 'number'],
      ['c2', 'a', 'text'],
      ['c3', 'date', 'date'],
    ]);
  });
});
