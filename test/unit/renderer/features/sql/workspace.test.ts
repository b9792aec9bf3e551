import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ok, type Result } from '../../../../../preload/contract/failures.ts';
import type { SqlDraft } from '../../../../../preload/contract/sql.ts';
import { withFormats } from '../../../../support/withFormats.ts';
import { Workspace } from '../../../../../renderer/features/sql/workspace.svelte.ts';

/** A workspace and the texts of the drafts that it wrote. */
function openWorkspace(): { workspace: Workspace; written: string[] } {
  const written: string[] = [];
  const nothing = (): Promise<Result<undefined>> => Promise.resolve(ok(undefined));
  const none = (): Promise<Result<never>> =>
    Promise.resolve({ ok: false, failure: { code: 'internal', message: '' } });
  const workspace = new Workspace(
    {
      readSqlDraft: () => Promise.resolve(ok(null)),
      listSqlViews: () => Promise.resolve(ok({ version: 1, views: [] })),
      writeSqlDraft: ({ draft }: { draft: SqlDraft }) => {
        written.push(draft.sql);
        return nothing();
      },
      cancelRequest: nothing,
      closeSqlResult: nothing,
      noteSqlStatement: nothing,
      readSqlRows: none,
      runSql: none,
    },
    'one',
  );
  return { workspace, written };
}

describe('a workspace', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('finds parameters of a long statement after a pause, those of a short one at once', () => {
    const { workspace } = openWorkspace();
    workspace.sql = 'SELECT :short';
    expect(workspace.parameters).toEqual(['short']);
    const long = `SELECT ${'1, '.repeat(300_000)}`;
    for (const name of [':a', ':ab', ':abc']) {
      workspace.sql = long + name;
      vi.advanceTimersByTime(100);
      expect(workspace.parameters).toEqual(['short']);
    }
    vi.advanceTimersByTime(500);
    expect(workspace.parameters).toEqual(['abc']);
  });

  it('does not run with a number that would lose its last digits', async () => {
    const { workspace } = openWorkspace();
    workspace.sql = 'SELECT :id';
    workspace.enter('id', '12,345,678,901,234,567,890');
    await workspace.run();
    expect(workspace.failure?.failure.message).toMatch(
      /^The parameter “:id” is not used: 12345678901234567890 /,
    );
    workspace.enter('id', '"12345678901234567890"');
    await workspace.run();
    expect(workspace.failure?.failure.message).toBe('');
  });

  it.each([
    ['500,000', { numbers: 'point' }, '500000', '= 500.000'],
    ['1,5', { numbers: 'point' }, '"1,5"', 'neither a number nor a day'],
    ['"1,5"', { numbers: 'point' }, '"1,5"', 'text'],
    ['1.5', { numbers: 'point' }, '1.5', '= 1,5'],
    ['11/25/2026', { dates: 'dayFirst' }, '25 Nov 2026', '= 2026-11-25'],
  ] as const)('keeps what %s means where the settings become %j', (typed, later, shown, reading) => {
    const { workspace } = openWorkspace();
    withFormats({ numbers: 'comma', dates: 'monthFirst' });
    workspace.sql = 'SELECT :q';
    workspace.enter('q', typed);
    expect(workspace.entry('q')).toBe(typed);
    withFormats({ numbers: 'comma', dates: 'monthFirst', ...later });
    expect([workspace.entry('q'), workspace.reading('q')]).toEqual([shown, reading]);
  });

  it('does not run with digits that are neither a number nor a day', async () => {
    const { workspace } = openWorkspace();
    workspace.sql = 'SELECT :q';
    for (const text of ['1,5', '1.234,56', '12.34.5']) {
      workspace.enter('q', text);
      await workspace.run();
      expect(workspace.failure?.failure.message).toBe(
        `The parameter “:q” is not used: “${text}” is neither a number nor a day. Write it as 1234.5, or in straight quotation marks for text.`,
      );
    }
  });

  it('writes the draft twice a second while keys follow one another, the last one within half a second', () => {
    const { workspace, written } = openWorkspace();
    const keys = Array.from({ length: 20 }, (_, count) => 'x'.repeat(count + 1));
    for (const text of keys) {
      workspace.sql = text;
      vi.advanceTimersByTime(100);
    }
    expect(written.map(({ length }) => length)).toEqual([5, 10, 15, 20]);
    workspace.enter('name', 'value');
    vi.advanceTimersByTime(499);
    expect(written).toHaveLength(4);
    vi.advanceTimersByTime(1);
    expect(written).toHaveLength(5);
    vi.advanceTimersByTime(10_000);
    expect(written).toHaveLength(5);
  });

  it('writes the draft at once when the view or the window is left', () => {
    const { workspace, written } = openWorkspace();
    workspace.sql = 'SELECT 1';
    workspace.flush();
    expect(written).toEqual(['SELECT 1']);
    vi.advanceTimersByTime(10_000);
    expect(written).toHaveLength(1);
  });
});
