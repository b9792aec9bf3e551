import { describe, expect, it } from 'vitest';
import { readArguments } from '../../../../main/cli/arguments.ts';
import { UsageError } from '../../../../main/cli/exitCodes.ts';

describe('readArguments', () => {
  it('reads a query with its defaults', () => {
    expect(readArguments(['query', 'assets'], '1.0.0')).toEqual({
      command: 'task',
      task: {
        do: 'query',
        resource: 'assets',
        query: {},
        columns: [],
        in: [],
        all: false,
        fresh: false,
        format: 'jsonl',
        formulas: 'guard',
        force: false,
        offline: false,
      },
    });
  });

  it('reads every option', () => {
    const query = { sort: { field: 'name', direction: 'asc' } };
    const argv = [
      'query',
      'service-providers',
      '--query',
      JSON.stringify(query),
      '--format',
      'csv',
      '--formulas',
      'keep',
    ];
    argv.push('--columns', 'id,Share of all', '--in', 'token_id=tokens.txt');
    argv.push(
      '--out',
      'a.csv',
      '--base-url',
      'https://API.example.com/x/',
      '--user-data-dir',
      '/tmp/d',
      '--offline',
    );
    expect(readArguments(argv, '1.0.0')).toEqual({
      command: 'task',
      task: {
        do: 'query',
        resource: 'service-providers',
        query,
        columns: ['id', 'Share of all'],
        in: [{ field: 'token_id', file: 'tokens.txt' }],
        all: true,
        fresh: false,
        format: 'csv',
        formulas: 'keep',
        out: 'a.csv',
        force: false,
        baseUrl: 'https://api.example.com/x',
        userDataDir: '/tmp/d',
        offline: true,
      },
    });
  });

  it.each([
    [['query'], 'resource'],
    [['query', 'wallets'], 'It must be one of assets, tokens'],
    [['query', 'assets', '--query', '{"a'], 'It is not JSON'],
    [['query', 'assets', '--query', '{"filtr":{}}'], 'filtr'],
    [['query', 'assets', '--query', '{"pagination":{"page":0}}'], 'pagination.page'],
    [['query', 'assets', '--format', 'yaml'], 'csv, xlsx, json, jsonl, parquet, markdown'],
    [['query', 'assets', '--base-url', 'http://example.com'], 'https://'],
    [['query', 'assets', '--in', 'tokens.txt'], 'It must be a field'],
    [['query', 'assets', '--frobnicate'], '--frobnicate'],
    [['query', 'assets', 'tokens'], 'too many arguments'],
    [['conquer'], 'conquer'],
    [['schedule', 'run'], 'either --once or --watch'],
    [['schedule', 'add', 'x'], '--when'],
    [['schedule', 'add', 'x', '--when', 'sometimes'], 'daily at 07:30'],
    [
      ['schedule', 'add', 'x', '--when', 'daily at 07:30', '--', 'query', 'assets'],
      'an export, a sync or a mirror',
    ],
    [['schedule', 'edit', 'x', '--', 'sync', 'assets', '--offline'], 'no --offline'],
    [['schedule', 'edit', 'x', '--', 'mirror', '--all', '--to', 'postgres://a@localhost/b/c'], 'mirrors one'],
    [['schedule', 'edit', 'x', '--', 'export', 'assets', '--out', 'a.doc'], 'file extension'],
  ])('refuses %j in one sentence', (argv, words) => {
    const read = (): unknown => readArguments(argv, '1.0.0');
    expect(read).toThrow(UsageError);
    expect(read).toThrow(words);
    expect(read).toThrow('Add --help');
  });

  it('prints help, also without arguments, and the version', () => {
    const textOf = (...argv: string[]): string => {
      const read = readArguments(argv, '1.0.0');
      return read.command === 'text' ? read.text : '';
    };
    expect(textOf('query', '--help')).toContain('Exit codes');
    expect(textOf()).toContain('Usage: rwa-explorer');
    expect(textOf('--version')).toBe('1.0.0\n');
  });

  it('reads an export, its format from the ending of the file', () => {
    const argv = ['export', 'assets', '--out', 'a.parquet', '--columns', 'id, name,value:val_7d', '--cached'];
    expect(readArguments(argv, '1.0.0')).toMatchObject({
      command: 'task',
      task: {
        do: 'export',
        format: 'parquet',
        columns: ['id', 'name', 'value:val_7d'],
        cached: true,
        force: false,
        options: { headings: 'names', byteOrderMark: false, formulas: 'guard', provenance: true },
      },
    });
    expect(() => readArguments(['export', 'assets', '--out', 'a.doc'], '1.0.0')).toThrow('--format');
    expect(() => readArguments(['export', 'assets'], '1.0.0')).toThrow('--out');
    const inside = ['export', 'assets', '--out', 'a.json', '--provenance'];
    expect(() => readArguments(inside, '1.0.0')).toThrow('leave out --provenance');
  });

  it.each([
    [['query', 'assets']],
    [['aggregate', 'assets']],
    [['timeseries', 'assets']],
    [['sql', 'SELECT 1']],
  ])('%j has the format that is named, that of the file, or JSON Lines', (command) => {
    const format = (...rest: string[]): unknown => readArguments([...command, ...rest], '1.0.0');
    const task = (named: string): object => ({ task: { format: named } });
    expect(format()).toMatchObject(task('jsonl'));
    expect(format('--out', 'a.md')).toMatchObject(task('markdown'));
    expect(format('--out', 'a.markdown')).toMatchObject(task('markdown'));
    expect(format('--out', 'a.txt')).toMatchObject(task('jsonl'));
    expect(format('--out', 'a.md', '--format', 'json')).toMatchObject(task('json'));
  });

  it('reads an export of files for each day or month', () => {
    const read = (...argv: string[]): unknown =>
      readArguments(['export', 'transactions', '--out', 'lake', ...argv], '1.0.0');
    const task = (parts: unknown): object => ({ task: { format: 'parquet', options: { parts } } });
    expect(read('--by', 'day')).toMatchObject(task({ by: 'day', days: 7 }));
    expect(read('--by', 'day', '--days', '30')).toMatchObject(task({ by: 'day', days: 30 }));
    expect(read('--by', 'month')).toMatchObject(task({ by: 'month' }));
    expect(() => read('--by', 'month', '--days', '3')).toThrow('--days is for --by day');
    expect(() => read('--by', 'day', '--days', '0')).toThrow('from 1 to 366');
    expect(() => read('--by', 'week')).toThrow('day, month');
  });

  it('reads what a schedule runs, its moving dates as they are', () => {
    const filter = { operator: 'onOrAfter', field: 'date', value: '{{7 days ago}}' };
    const sync = ['sync', 'transactions', '--query', JSON.stringify({ filter })];
    expect(
      readArguments(['schedule', 'edit', 'x', '--wait', '5', '--off', '--', ...sync], '1.0.0'),
    ).toMatchObject({
      task: {
        do: 'schedule-edit',
        name: 'x',
        change: { waitMinutes: 5, on: false },
        work: { do: 'sync', query: { filter } },
      },
    });
  });

  it('reads which watchlists to check', () => {
    expect(readArguments(['watch', 'check', '--list', 'Treasury desk, 7'], '1.0.0')).toEqual({
      command: 'task',
      task: { do: 'watch-check', list: ['Treasury desk', '7'], offline: false },
    });
  });
});
