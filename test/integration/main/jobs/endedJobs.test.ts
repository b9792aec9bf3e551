import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { createEndedJobs } from '../../../../main/jobs/endedJobs.ts';
import type { AppEvents } from '../../../../main/platform/appEvents.ts';
import type { Job } from '../../../../preload/contract/jobs.ts';
import { newStore } from '../../../support/newStore.ts';

it('jobs are kept once they have ended, the newest first, a hundred of them, and no mirrors', async () => {
  const { user } = await newStore();
  const events: AppEvents = new EventEmitter();
  events.on('backgroundError', (_where, error) => {
    throw error;
  });
  const ended = createEndedJobs({ user, events });
  const kinds = ['export', 'sync', 'cleanup', 'mirror'] as const;
  const jobs = Array.from({ length: 160 }, (_, index): Job => {
    const kind = kinds[index % kinds.length] ?? 'export';
    return {
      ...{ id: `job ${index.toString()}`, kind, title: kind, state: 'done', done: 1, total: 1 },
      ...{ startedAt: index, endedAt: index + 1, resumesAt: null, bytes: null, path: null, failure: null },
    };
  });
  for (const job of jobs) {
    events.emit('jobChanged', { ...job, state: 'running', endedAt: null });
    events.emit('jobChanged', job);
  }
  expect(await ended.list()).toEqual(
    jobs
      .filter(({ kind }) => kind !== 'mirror')
      .toReversed()
      .slice(0, 100),
  );
  await ended.close();
  for (const job of jobs.slice(0, 1)) events.emit('jobChanged', { ...job, id: 'late' });
  expect(await user.listDocuments('job')).toHaveLength(100);
});
