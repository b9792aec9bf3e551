import { describe, expect, it } from 'vitest';
import { createSqlHistory } from '../../../../../main/features/sql/sqlHistory.ts';
import { keptStatements } from '../../../../../preload/contract/sqlHistory.ts';
import { openTestStore, temporaryFolder } from '../../store/testStore.ts';

const run = { entries: {}, rows: 1 };

describe('the history of statements', () => {
  it('has the newest first, each statement once, and forgets those that are removed', async () => {
    using folder = temporaryFolder();
    await using store = await openTestStore(folder.path);
    const history = createSqlHistory(store.user);
    await history.noteSqlStatement({ ...run, sql: 'SELECT 1', at: 1 });
    await history.noteSqlStatement({ ...run, sql: 'SELECT 2', at: 2 });
    await history.noteSqlStatement({ ...run, sql: 'SELECT 1', at: 3, rows: null });
    const listed = await history.listSqlStatements(undefined);
    expect(listed.map(({ sql, at, rows }) => [sql, at, rows])).toEqual([
      ['SELECT 1', 3, null],
      ['SELECT 2', 2, 1],
    ]);
    const left = await history.removeSqlStatements({ ids: [listed[0]?.id ?? ''] });
    expect(left.map(({ sql }) => sql)).toEqual(['SELECT 2']);
  });

  it(`keeps the last ${keptStatements.toString()}`, async () => {
    using folder = temporaryFolder();
    await using store = await openTestStore(folder.path);
    const all = Array.from({ length: keptStatements }, (_, at) => ({
      kind: 'sql-statement',
      id: at.toString(),
      value: { ...run, id: at.toString(), sql: `SELECT ${at.toString()}`, at },
    }));
    await store.user.changeDocuments(all);
    const history = createSqlHistory(store.user);
    const noted = await history.noteSqlStatement({ ...run, sql: 'SELECT -1', at: keptStatements });
    const listed = await history.listSqlStatements(undefined);
    expect(listed).toEqual(noted);
    expect(listed).toHaveLength(keptStatements);
    expect(listed[0]?.sql).toBe('SELECT -1');
    expect(listed.at(-1)?.sql).toBe('SELECT 1');
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
