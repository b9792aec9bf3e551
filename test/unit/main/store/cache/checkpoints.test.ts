import { statSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it, onTestFinished, vi } from 'vitest';
import { checkpointWhenIdle } from '../../../../../main/store/cache/checkpoints.ts';
import { makeTemporaryFolder } from '../../../../support/temporaryFolder.ts';

it('the log is copied once nothing is written any more, and from then on no timer runs', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const path = join(makeTemporaryFolder('checkpoints'), 'cache.db');
  const database = new Database(path);
  onTestFinished(() => void database.close());
  database.pragma('journal_mode = WAL');
  database.exec('CREATE TABLE t (value)');
  const bytes = (): number => statSync(path).size;
  const before = bytes();
  const { noteWork, end } = checkpointWhenIdle(database);
  expect(vi.getTimerCount()).toBe(0);
  const write = database.prepare(`INSERT INTO t VALUES (randomblob(100000))`);
  for (let second = 0; second < 3; second += 1) {
    noteWork();
    write.run();
    vi.advanceTimersByTime(500);
  }
  expect(bytes()).toBe(before);
  vi.advanceTimersByTime(500);
  expect(bytes()).toBeGreaterThan(before + 300_000);
  expect(vi.getTimerCount()).toBe(0);

  // What changes nothing copies nothing.
  noteWork();
  vi.advanceTimersByTime(500);
  expect(vi.getTimerCount()).toBe(0);
  noteWork();
  end();
  expect(vi.getTimerCount()).toBe(0);
});
