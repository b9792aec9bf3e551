import { describe, expect, it } from 'vitest';
import { readStatement } from '../../../../preload/contract/sqlStatement.ts';

describe('a statement', () => {
  it.each([
    ['SELECT 1; SELECT 2', /from line 1, column 11/],
    ['SELECT 1;\n\n  DROP TABLE assets', /from line 3, column 3/],
    ["SELECT ';' /* ; */ -- ;\n; x", /from line 2, column 3/],
  ])('with text after its semicolon is refused, with the position: %s', (sql, position) => {
    expect(() => readStatement(sql)).toThrow(position);
  });

  it.each(['SELECT 1;', 'SELECT 1 ; ; -- the end\n', "SELECT ';'", 'SELECT ";" FROM assets /* ; x'])(
    'may end in semicolons and comments: %s',
    (sql) => {
      expect(readStatement(sql).parameters).toEqual([]);
    },
  );

  it.each(['PRAGMA table_info(assets)', '-- SELECT\nDELETE FROM assets', ' ;EXPLAIN SELECT 1', '(SELECT 1)'])(
    'that does not begin with a keyword of reading is refused: %s',
    (sql) => {
      expect(() => readStatement(sql)).toThrow(/begins with SELECT, WITH or VALUES/);
    },
  );

  it.each(['', ' \n', ';', '-- only a comment', '/* open'])('that says nothing is refused: %s', (sql) => {
    expect(() => readStatement(sql)).toThrow('There is no statement. Write one that begins with SELECT.');
  });

  it('with a NUL, at which SQLite would stop, is refused', () => {
    expect(() => readStatement('SELECT 1\0; DROP TABLE assets')).toThrow(/NUL character at line 1, column 9/);
  });

  it('names its parameters once each, none of them in texts, names and comments', () => {
    const sql = 'SELECT :from, \':no\', ":no", [:no], `:no` -- :no\n WHERE x > :from AND y < :to /* :no */';
    expect(readStatement(sql).parameters).toEqual(['from', 'to']);
  });

  it.each(['?', '?1', '@name', '$name', ':1', ':é'])(
    'with a parameter of another kind is refused: %s',
    (name) => {
      expect(() => readStatement(`SELECT ${name}`)).toThrow(/at line 1, column 8 is no parameter/);
    },
  );
});
