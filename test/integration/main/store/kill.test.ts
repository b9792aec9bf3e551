import Database from 'better-sqlite3';
import { cpSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { savedQuerySchema } from '../../../../preload/contract/savedQueries.ts';
import { makeRandom } from '../../../../main/sample-service/data/random.ts';
import { atScale } from '../../../support/scale.ts';
import { openTestStore, startStoreProcess } from './testStore.ts';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';
import { onlyIf } from '../../../support/onlyIf.ts';

/**
 * What `kill -9` leaves behind, at up to 200 random points: the process is stopped, its files are copied as they are at that moment,
 * and it goes on. A process that is killed leaves exactly these files.
 */
const allPoints = 200;

/** Looking at every thread of a process needs the `/proc` of Linux. */
const canLook = onlyIf(
  process.platform === 'linux',
  'The files of a stopped process can be copied on Linux only.',
);

it(
  'after a kill while syncing and saving, acknowledged data is complete and both databases are sound',
  canLook,
  () =>
    atScale(import.meta.filename, allPoints, async ({ count: points, seed }) => {
      const random = makeRandom(seed);
      using folder = temporaryFolder();
      using copies = temporaryFolder();
      const started = startStoreProcess([folder.path, 'sync']);
      const { child } = started;
      const pid = child.pid ?? 0;
      let acknowledged = 0;
      let looked = 0;
      let next = 1;
      for await (const line of started.lines) {
        const { saved } = JSON.parse(line) as { saved?: number };
        acknowledged = saved ?? acknowledged;
        if (acknowledged < next || looked === points) continue;
        next = acknowledged + random.integer(0, 3);
        child.kill('SIGSTOP');
        await stopped(pid);
        const copy = join(copies.path, 'copy');
        cpSync(folder.path, copy, { recursive: true });
        child.kill('SIGCONT');
        check(copy, acknowledged);
        rmSync(copy, { recursive: true });
        looked += 1;
        if (looked === points) child.kill('SIGKILL');
      }
      await started.ended;
      expect(looked).toBe(points);
      check(folder.path, acknowledged);
      await using store = await openTestStore(folder.path);
      expect(store.notices).toEqual([]);
    }),
);

/** Resolves when every thread of the process stands still. */
async function stopped(pid: number): Promise<void> {
  const tasks = `/proc/${pid.toString()}/task`;
  const isStopped = (task: string): boolean => {
    try {
      return / T /.test(readFileSync(join(tasks, task, 'stat'), 'utf8').replace(/^.*\)/, ''));
    } catch {
      // A thread that has just ended: the next look does not find it.
      return false;
    }
  };
  while (!readdirSync(tasks).every(isStopped)) await new Promise((resolve) => setImmediate(resolve));
}

function check(folder: string, acknowledged: number): void {
  const user = new Database(join(folder, 'user.db'));
  expect(user.pragma('integrity_check', { simple: true })).toBe('ok');
  const saved = user.prepare(`SELECT value FROM documents WHERE kind = 'saved-query'`).pluck().all();
  const names = saved.map((text) => savedQuerySchema.parse(JSON.parse(String(text))).name);
  const isThere = new Set(names);
  const expected = Array.from({ length: acknowledged }, (_, number) => `Query ${number.toString()}`);
  expect(expected.filter((name) => !isThere.has(name))).toEqual([]);
  user.close();
  const cache = new Database(join(folder, 'cache-test.db'));
  expect(cache.pragma('integrity_check', { simple: true })).toBe('ok');
  const sync = cache.prepare('SELECT since, progress FROM syncs').get() as
    { since: number; progress: string } | undefined;
  if (sync !== undefined) {
    const { distinct } = JSON.parse(sync.progress) as { distinct: number };
    const seen = cache.prepare('SELECT count(*) FROM transactions WHERE _fetch > ?').pluck().get(sync.since);
    expect(seen).toBe(distinct);
  }
  cache.close();
}
