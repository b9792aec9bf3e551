import { statSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it, onTestFinished, vi } from 'vitest';
import { checkpointWhenIdle } from '../../../../../../main/store/cache/writing/cacheWriter.ts';
import { makeTemporaryFolder } from '../../../../../support/temporaryFolder.ts';

/** A database with a table, the calls that watch its log, and how large its file is. */
function openWatched(maxPages?: number) {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const path = join(makeTemporaryFolder('checkpoints'), 'cache.db');
  const database = new Database(path);
  onTestFinished(() => void database.close());
  database.pragma('journal_mode = WAL');
  database.exec('CREATE TABLE t (value)');
  const insert = database.prepare(`INSERT INTO t VALUES (zeroblob(?))`);
  return {
    path,
    write: (bytes: number): void => void insert.run(bytes),
    fileBytes: (): number => statSync(path).size,
    ...checkpointWhenIdle(database, maxPages),
  };
}

it('the log is copied once nothing is written any more, and from then on no timer runs', () => {
  const { write, fileBytes, noteWork, end } = openWatched();
  const before = fileBytes();
  expect(vi.getTimerCount()).toBe(0);
  for (let second = 0; second < 3; second += 1) {
    noteWork();
    write(100_000);
    vi.advanceTimersByTime(500);
  }
  expect(fileBytes()).toBe(before);
  vi.advanceTimersByTime(500);
  expect(fileBytes()).toBeGreaterThan(before + 300_000);
  expect(vi.getTimerCount()).toBe(0);

  // What changes nothing copies nothing.
  noteWork();
  vi.advanceTimersByTime(500);
  expect(vi.getTimerCount()).toBe(0);
  noteWork();
  end();
  expect(vi.getTimerCount()).toBe(0);
});

it('a commit copies nothing, however long the log is', () => {
  const { write, fileBytes } = openWatched();
  const before = fileBytes();
  for (let commit = 0; commit < 2; commit += 1) write(40_000_000);
  expect(fileBytes()).toBe(before);
});

it('a long log is copied while one write follows the other', () => {
  const { write, fileBytes, noteWork } = openWatched(100);
  const before = fileBytes();
  noteWork();
  write(300_000);
  vi.advanceTimersByTime(500);
  expect(fileBytes()).toBe(before);
  write(300_000);
  vi.advanceTimersByTime(500);
  expect(fileBytes()).toBeGreaterThan(before + 600_000);
});

it('what a reader still needed is copied once it has ended', () => {
  const { path, write, fileBytes, noteWork } = openWatched();
  const reader = new Database(path, { readonly: true });
  onTestFinished(() => void reader.close());
  const before = fileBytes();
  noteWork();
  write(100_000);
  reader.exec('BEGIN');
  reader.prepare('SELECT count(*) FROM t').get();
  write(500_000);
  vi.advanceTimersByTime(5000);
  expect(fileBytes()).toBeLessThan(before + 400_000);
  reader.exec('COMMIT');
  vi.advanceTimersByTime(500);
  expect(fileBytes()).toBeGreaterThan(before + 600_000);
  expect(vi.getTimerCount()).toBe(0);
});
