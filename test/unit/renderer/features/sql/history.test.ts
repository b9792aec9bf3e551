import { describe, expect, it } from 'vitest';
import { ok } from '../../../../../preload/contract/failures.ts';
import type { SqlStatement } from '../../../../../preload/contract/sql.ts';
import { StatementHistory } from '../../../../../renderer/features/sql/history.svelte.ts';

interface Search {
  readonly words: string;
  readonly start: number;
  readonly count: number;
}

/** The history over statements that main has, newest first. Answers come once they are released, the last one first. */
function openHistory(all: SqlStatement[]) {
  const searches: Search[] = [];
  const waiting: (() => void)[] = [];
  const history = new StatementHistory({
    findSqlStatements: (search) => {
      searches.push(search);
      const found = all.filter(({ sql }) => sql.includes(search.words));
      const { start, count } = search;
      const answer = ok({ statements: found.slice(start, start + count), total: found.length });
      return new Promise((resolve) => {
        waiting.push(() => {
          resolve(answer);
        });
      });
    },
    removeSqlStatements: ({ id }) => {
      all.splice(0, all.length, ...all.filter((one) => id !== null && one.id !== id));
      return Promise.resolve(ok(undefined));
    },
  });
  return {
    history,
    searches,
    release: () => {
      for (const answer of waiting.splice(0).toReversed()) answer();
    },
  };
}

const statements = (count: number): SqlStatement[] =>
  Array.from({ length: count }, (_, at) => ({
    id: `${at}`,
    sql: `SELECT ${at}`,
    entries: {},
    at: -at,
    rows: 1,
  }));

describe('the history of statements', () => {
  it('is read in pages, each when its end is reached, and no further', async () => {
    const { history, searches, release } = openHistory(statements(120));
    void history.find('');
    history.more();
    release();
    await expect.poll(() => history.statements.length).toBe(50);
    history.more();
    history.more();
    release();
    await expect.poll(() => history.statements.length).toBe(100);
    history.more();
    release();
    await expect.poll(() => history.statements.length).toBe(120);
    history.more();
    expect(searches.map(({ start }) => start)).toEqual([0, 50, 100]);
  });

  it('has each statement once where one was run between two pages', async () => {
    const all = statements(60);
    const { history, release } = openHistory(all);
    void history.find('');
    release();
    await expect.poll(() => history.statements.length).toBe(50);
    all.unshift({ id: 'new', sql: 'SELECT x', entries: {}, at: 1, rows: 1 });
    history.more();
    release();
    await expect.poll(() => history.statements.length).toBe(60);
    expect(new Set(history.statements.map(({ id }) => id)).size).toBe(60);
  });

  it('drops the answer to an earlier search, and reloads after a removal', async () => {
    const { history, release } = openHistory(statements(60));
    void history.find('');
    void history.find('SELECT 7');
    release();
    await expect.poll(() => history.total).toBe(1);
    expect(history.statements.map(({ sql }) => sql)).toEqual(['SELECT 7']);
    void history.remove('7');
    await expect
      .poll(() => {
        release();
        return history.total;
      })
      .toBe(0);
    expect(history.statements).toEqual([]);
  });
});
