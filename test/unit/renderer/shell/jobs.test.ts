import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ok, type Result } from '../../../../preload/contract/failures.ts';
import type { Job } from '../../../../preload/contract/jobs.ts';
import { JobsState } from '../../../../renderer/shell/jobs.svelte.ts';

const running: Job = {
  id: 'export 1',
  kind: 'export',
  title: 'Networks as CSV',
  state: 'running',
  done: 0,
  total: null,
  startedAt: Date.UTC(2026, 0, 1, 12),
  endedAt: null,
  resumesAt: null,
  bytes: null,
  path: null,
  failure: null,
};

const after = (seconds: number): number => running.startedAt + seconds * 1000;
const done: Job = { ...running, state: 'done', endedAt: after(1) };

/** The window's jobs, and how main says that one changed. */
function openJobs(): { jobs: JobsState; change: (job: Job) => void } {
  let change: (job: Job) => void = () => undefined;
  const nothing = (): Promise<Result<undefined>> => Promise.resolve(ok(undefined));
  const jobs = new JobsState({
    listJobs: () => Promise.resolve(ok([])),
    onJobChanged: (listener) => {
      change = listener;
      return () => undefined;
    },
    cancelJob: nothing,
    pauseJob: nothing,
    resumeJob: nothing,
    showJobFile: nothing,
    startSync: () => Promise.reject(new Error('No sync is started here.')),
  });
  jobs.start();
  return {
    jobs,
    change: (job) => {
      change(job);
    },
  };
}

describe('the time for which a notice of a job is shown', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: running.startedAt });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('counts from when the window shows it, however long ago the job ended', () => {
    const { jobs, change } = openJobs();
    vi.setSystemTime(after(20));
    change(done);
    jobs.announce(running);
    expect(jobs.announced).toEqual([{ job: done, since: after(20) }]);
  });

  it('begins again when the job ends, folded away or not', () => {
    const { jobs, change } = openJobs();
    jobs.announce(running);
    vi.setSystemTime(after(4));
    change({ ...running, done: 10 });
    expect(jobs.announced[0]?.since).toBe(after(0));
    change(done);
    expect(jobs.announced[0]?.since).toBe(after(4));

    const second = { ...running, id: 'export 2' };
    jobs.announce(second);
    jobs.fold(second);
    expect(jobs.announced.map(({ job }) => job.id)).toEqual(['export 1']);
    vi.setSystemTime(after(30));
    change({ ...done, id: 'export 2' });
    expect(jobs.announced.find(({ job }) => job.id === 'export 2')?.since).toBe(after(30));
  });
});
