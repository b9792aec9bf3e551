import Database from 'better-sqlite3';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeTemporaryFolder } from '../../../../support/temporaryFolder.ts';
import { FailureError } from '../../../../../preload/contract/failures.ts';
import { isDamage, storageFailure } from '../../../../../main/platform/sqlite/failures.ts';

/** The error that SQLite itself gives. */
function errorOf(work: (database: Database.Database) => void): unknown {
  const database = new Database(':memory:');
  try {
    work(database);
  } catch (error) {
    return error;
  } finally {
    database.close();
  }
  throw new Error('SQLite gave no error.');
}

const full = errorOf((database) => {
  database.pragma('max_page_count = 5');
  database.exec('CREATE TABLE t (a); INSERT INTO t VALUES (zeroblob(100000))');
});

describe('an error of SQLite', () => {
  it('that the disk is full tells to free some space', () => {
    expect(storageFailure(full)).toBeInstanceOf(FailureError);
    expect(storageFailure(full)).toMatchObject({
      failure: {
        code: 'storage',
        message: 'The disk is full. Free some space, then try again.',
        detail: 'database or disk is full',
      },
    });
    expect(isDamage(full)).toBe(false);
  });

  it('that a file cannot be opened tells to look at its folder', () => {
    const folder = makeTemporaryFolder('failures');
    let error: unknown;
    try {
      new Database(join(folder, 'missing.db'), { fileMustExist: true });
    } catch (thrown) {
      error = thrown;
    }
    expect(storageFailure(error)).toMatchObject({
      failure: {
        code: 'storage',
        message: expect.stringContaining('Check that its folder exists') as string,
      },
    });
  });

  it('in our own SQL is an internal error, and stays one', () => {
    const error = errorOf((database) => database.exec('SELEC 1'));
    expect(storageFailure(error)).toBe(error);
  });
});

describe('an error of the file system', () => {
  it.each([
    ['EACCES', 'is not writable'],
    ['EROFS', 'is not writable'],
    ['ENOSPC', 'disk is full'],
    ['ENOTDIR', 'cannot be opened'],
  ])('%s says that the data %s', (code, words) => {
    const failure = storageFailure(Object.assign(new Error('no'), { code }));
    expect(failure).toMatchObject({ failure: { message: expect.stringContaining(words) as string } });
  });
});

describe('any other error', () => {
  it('stays as it is', () => {
    const error = new TypeError('a fault');
    expect(storageFailure(error)).toBe(error);
    const known = new FailureError({ code: 'bad-query', message: 'No.' });
    expect(storageFailure(known)).toBe(known);
  });
});
