import { EventEmitter } from 'node:events';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Job } from '../../../../../preload/contract/jobs.ts';
import { createCaches } from '../../../../../main/features/caches/caches.ts';
import { createJobs } from '../../../../../main/jobs/jobs.ts';
import type { AppEvents } from '../../../../../main/platform/appEvents.ts';
import type { CacheStore } from '../../../../../main/store/store.ts';
import type { CacheLimits } from '../../../../../main/store/storeTypes.ts';
import { makeTransactions } from '../../../../bench/storeData.ts';
import { writePage } from '../../../../support/storedPages.ts';
import { newCache } from '../../../../support/newStore.ts';

const day = 86_400_000;
const quietMs = 300;
const patienceMs = 1000;

async function startMaintenance(cache: CacheStore, limits: Partial<CacheLimits> = {}) {
  const events: AppEvents = new EventEmitter();
  // A clock that nobody sets.
  const jobs = createJobs({ now: () => performance.now(), events });
  const ended = new Promise<Job>((resolve) => {
    events.on('jobChanged', (job) => {
      if (job.endedAt !== null) resolve(job);
    });
  });
  const failures: unknown[] = [];
  events.on('backgroundError', (...failure) => failures.push(failure));
  const caches = createCaches({
    listConnections: () => Promise.resolve([{ id: 'test', name: 'Test service' }]),
    openCache: () => Promise.resolve(cache),
    syncs: () => Promise.reject(new Error('This test has no syncs.')),
    resetWatchlists: () => Promise.resolve(),
    limits: () => ({ now: Date.now(), maxAgeMs: 180 * day, maxBytes: 4_000_000_000, ...limits }),
    jobs,
    events,
    timing: { firstAfterMs: 0, everyMs: 100_000, quietMs, patienceMs, paceMs: 20 },
  });
  onTestFinished(caches.runMaintenance());
  return { events, jobs, ended, failures };
}

async function fillWith(cache: CacheStore, fetchedAt: number, page = 1): Promise<void> {
  const next = makeTransactions(page);
  await writePage(cache, {
    resource: 'transactions',
    query: { pagination: { page, perPage: 500 } },
    records: Array.from({ length: 500 }, next),
    pagination: { page, perPage: 500, pageCount: 4, resultCount: 2000 },
    fetchedAt,
    request: '/v4/transactions',
  });
}

describe('the maintenance of caches', () => {
  it('waits until nobody uses the window, and lists what it removed with the setting that decides', async () => {
    const cache = await newCache();
    await fillWith(cache, Date.now() - 200 * day);
    const calledAt = performance.now();
    const { events, ended, failures } = await startMaintenance(cache);
    events.emit('windowCalled');
    const job = await ended;
    expect(job).toMatchObject({
      kind: 'cleanup',
      title: 'Cleanup of the cache of Test service',
      state: 'done',
      done: 500,
      note: 'Removed 500 transactions and 1 page not shown for 180 days (Settings, “Keep for”).',
    });
    expect(job.startedAt - calledAt).toBeGreaterThanOrEqual(quietMs - 1);
    expect(failures).toEqual([]);
  });

  it('starts even if the user never pauses, after waiting long enough @nightly', async () => {
    const cache = await newCache();
    await fillWith(cache, Date.now() - 200 * day);
    const { events, ended } = await startMaintenance(cache);
    const begunAt = performance.now();
    events.emit('windowCalled');
    const calls = setInterval(() => events.emit('windowCalled'), quietMs / 10);
    onTestFinished(() => {
      clearInterval(calls);
    });
    const job = await ended;
    expect(job).toMatchObject({ state: 'done', done: 500 });
    expect(job.startedAt - begunAt).toBeGreaterThanOrEqual(patienceMs - quietMs);
  });

  it('ends if its job is canceled, and keeps the rest @nightly', async () => {
    const pages = 10;
    const cache = await newCache();
    // Enough to take several times as long as the tenth of a second after which progress is told.
    for (let page = 0; page < pages; page += 1) await fillWith(cache, Date.now() - 200 * day, page + 1);
    const { events, jobs, ended, failures } = await startMaintenance(cache);
    events.on('jobChanged', ({ id, state, done }) => {
      if (state !== 'running' || done === 0) return;
      // The next step waits until the window has been quiet, so the job is canceled before it.
      events.emit('windowCalled');
      void jobs.cancel(id);
    });
    const job = await ended;
    expect(job).toMatchObject({ kind: 'cleanup', state: 'canceled' });
    expect(job.done).toBeGreaterThan(0);
    expect(job.done).toBeLessThan(pages * 500);
    expect(failures).toEqual([]);
  });

  it('states the size if a cache was too large', async () => {
    const cache = await newCache();
    await fillWith(cache, Date.now());
    const { ended } = await startMaintenance(cache, { maxBytes: 50_000 });
    const { state, note } = await ended;
    expect(state).toBe('done');
    expect(note).toContain('larger than 0.05 MB (Settings, “Largest cache”)');
  });
});
