import { describe, expect, it } from 'vitest';
import {
  parametersIn,
  parameterProblem,
  parameterValue,
  placeOfProblem,
  readStatement,
} from '../../../../preload/contract/sqlStatement.ts';

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

  it('of a million characters is read in a moment', () => {
    const line = `SELECT name, 'it''s' AS text -- :no\nFROM assets WHERE id = :id UNION ALL\n`;
    const sql = `${line.repeat(Math.floor(999_000 / line.length))}SELECT :last, 1`;
    expect(readStatement(sql).parameters).toEqual(['id', 'last']);
    expect(parametersIn(sql)).toEqual(['id', 'last']);
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

describe('an unfinished statement', () => {
  it.each([
    ['SELECT :a, :b, :a', ['a', 'b']],
    ['SELECT \':no\', ":no" -- :no\n/* :no */ WHERE x = :yes AND', ['yes']],
    ["DROP :x; 'open :no", ['x']],
    ['SELECT : , @other', []],
  ])('has the parameters that stand in its code: %s', (sql, names) => {
    expect(parametersIn(sql)).toEqual(names);
  });
});

describe('what is entered for a parameter', () => {
  it.each([
    ['7', 7],
    ['-1.5e3', -1500],
    ['007', '007'],
    ['"7"', '7'],
    ['2026-10-01', '2026-10-01'],
    ['0.33333333333333333333', 1 / 3],
    ['100000000000000000000', 1e20],
  ])('is a number where it is one: %s', (text, value) => {
    expect(parameterValue(text)).toBe(value);
  });
});

it.each(['12345678901234567890', '-9007199254740993'])(
  'a whole number that would lose digits is refused, and is text in quotes: %s',
  (text) => {
    expect(parameterProblem(text)).toMatch(
      /^-?\d+ has more digits than a number keeps\. Put quotes around it /,
    );
    expect(parameterProblem(`"${text}"`)).toBeNull();
    expect(parameterValue(`"${text}"`)).toBe(text);
  },
);

describe('the place of a problem', () => {
  it.each([
    ['SELECT 1;\n\nDROP x', 'remove what follows, from line 3, column 1.', 'DROP'],
    ['SELECT 1 FORM FORM', 'SQLite: near "FORM": syntax error at line 1, column 15.', 'FORM'],
    ['SELECT a.nome, "nome" FROM assets a', 'SQLite: no such column: a.nome.', 'nome'],
    ['SELECT * FROM Asset', 'There is no view “asset”. `--views` lists them.', 'Asset'],
    ["SELECT 'median', medan(1)", 'SQLite: no such function: medan.', 'medan'],
  ])('is that of the word which the message names: %s', (sql, message, word) => {
    const place = placeOfProblem(sql, message);
    expect(place === null ? null : sql.slice(place.from, place.to)).toBe(word);
  });

  it('is not guessed from a message without one', () => {
    expect(placeOfProblem('SELECT 1', 'The statement was stopped.')).toBeNull();
  });
});
