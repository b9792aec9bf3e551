import { describe, expect, it } from 'vitest';
import { createSqlHistory } from '../../../../../main/features/sql/sqlHistory.ts';
import { keptStatements } from '../../../../../preload/contract/sql.ts';
import { openTestStore } from '../../store/testStore.ts';
import { temporaryFolder } from '../../../../support/temporaryFolder.ts';

const run = { entries: {}, rows: 1 };

describe('the history of statements', () => {
  it('has the newest first, each statement once, and forgets those that are removed', async () => {
    await using store = await openTestStore();
    const history = createSqlHistory(store.user);
    await history.noteSqlStatement({ ...run, sql: 'SELECT 1', at: 1 });
    await history.noteSqlStatement({ ...run, sql: 'SELECT 2', at: 2 });
    await history.noteSqlStatement({ ...run, sql: 'SELECT 1', at: 3, rows: null });
    const listed = await history.findSqlStatements({ words: '', start: 0, count: 10 });
    expect(listed.total).toBe(2);
    expect(listed.statements.map(({ sql, at, rows }) => [sql, at, rows])).toEqual([
      ['SELECT 1', 3, null],
      ['SELECT 2', 2, 1],
    ]);
    await history.removeSqlStatements({ id: listed.statements[0]?.id ?? '' });
    const left = await history.findSqlStatements({ words: '', start: 0, count: 10 });
    expect(left.statements.map(({ sql }) => sql)).toEqual(['SELECT 2']);
    await history.removeSqlStatements({ id: null });
    expect(await history.findSqlStatements({ words: '', start: 0, count: 10 })).toEqual({
      statements: [],
      total: 0,
    });
  });

  it(`keeps the last ${keptStatements.toString()}, and has them in pages`, async () => {
    await using store = await openTestStore();
    const all = Array.from({ length: keptStatements }, (_, at) => ({
      kind: 'sql-statement',
      id: at.toString(),
      value: { ...run, id: at.toString(), sql: `SELECT ${at.toString()}`, at },
    }));
    await store.user.changeDocuments(all);
    const history = createSqlHistory(store.user);
    await history.noteSqlStatement({ ...run, sql: 'SELECT -1', at: keptStatements });
    const page = async (start: number, words = ''): Promise<[number, string[]]> => {
      const { total, statements } = await history.findSqlStatements({ words, start, count: 2 });
      return [total, statements.map(({ sql }) => sql)];
    };
    expect(await page(0)).toEqual([keptStatements, ['SELECT -1', `SELECT ${String(keptStatements - 1)}`]]);
    expect(await page(keptStatements - 2)).toEqual([keptStatements, ['SELECT 2', 'SELECT 1']]);
    expect(await page(keptStatements)).toEqual([keptStatements, []]);
    // A clock that was ahead has dated all of them.
    await store.user.changeDocuments(all.map((one) => ({ ...one, value: { ...one.value, at: 1e15 } })));
    for (const at of [1, 2])
      await history.noteSqlStatement({ ...run, sql: `SELECT now ${at.toString()}`, at });
    expect(await page(0, 'now')).toEqual([2, ['SELECT now 2', 'SELECT now 1']]);
    expect((await page(0))[0]).toBe(keptStatements);
  });

  it('is searched by words in any order and case', async () => {
    await using store = await openTestStore();
    const history = createSqlHistory(store.user);
    for (const [at, sql] of ['SELECT name FROM assets', 'SELECT 100 % 7', 'SELECT id FROM assets'].entries())
      await history.noteSqlStatement({ ...run, sql, at });
    const found = async (words: string): Promise<string[]> =>
      (await history.findSqlStatements({ words, start: 0, count: 10 })).statements.map(({ sql }) => sql);
    expect(await found('ASSETS select')).toEqual(['SELECT id FROM assets', 'SELECT name FROM assets']);
    expect(await found('%')).toEqual(['SELECT 100 % 7']);
    expect(await found('assets 100')).toEqual([]);
  });
});

describe('the draft', () => {
  it('is that of its connection, also after the store was opened again', async () => {
    using folder = temporaryFolder();
    const draft = { sql: 'SELECT :a', entries: { a: '7' } };
    {
      await using store = await openTestStore(folder.path);
      await createSqlHistory(store.user).writeSqlDraft({ connectionId: 'one', draft });
    }
    await using store = await openTestStore(folder.path);
    const history = createSqlHistory(store.user);
    expect(await history.readSqlDraft({ connectionId: 'one' })).toEqual(draft);
    expect(await history.readSqlDraft({ connectionId: 'other' })).toBeNull();
  });
});
