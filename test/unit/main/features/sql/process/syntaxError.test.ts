import sqlite from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { withPosition } from '../../../../../../main/features/sql/process/syntaxError.ts';
import { errorText } from '../../../../../../preload/contract/failures.ts';

/** What SQLite says of a statement that it cannot parse. */
function messageOf(sql: string): string {
  using database = new sqlite.DatabaseSync(':memory:');
  try {
    database.prepare(sql);
  } catch (error) {
    return errorText(error);
  }
  throw new Error('The statement has no error.');
}

describe('a syntax error has its position', () => {
  it.each([
    ['a word that stands there twice', 'SELECT 1 FORM FORM', 'line 1, column 15'],
    ['the first of them', 'SELECT FROM a FROM b', 'line 1, column 8'],
    ['the last of many', `SELECT ${'(1), '.repeat(300)}2\nFROM a WHERE x) (`, 'line 2, column 15'],
    ['a comma that stands there before', 'SELECT 1, 2,\n  , 3', 'line 2, column 3'],
    [
      'a word that is part of others, of a text and of a comment',
      "SELECT fox, 'fo' /* fo */ fo fo",
      'line 1, column 30',
    ],
    ['a word that others begin with', 'SELECT 1 FROM t, FROMX FROM', 'line 1, column 24'],
    ['a text', "SELECT 'a' FROM t WHERE 'a' 'a'", 'line 1, column 29'],
    ['a quote that is not closed', "SELECT 'a' || 'b", 'line 1, column 15'],
    ['the end', 'SELECT (1 ', 'line 1, column 10'],
  ])('%s', (_, sql, position) => {
    const message = messageOf(sql);
    expect(withPosition(sqlite, sql, message)).toBe(`${message} at ${position}`);
  });

  it('but no other error has', () => {
    expect(withPosition(sqlite, 'SELECT a FROM a', 'no such table: a')).toBe('no such table: a');
  });
});
