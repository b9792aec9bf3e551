import { EventEmitter } from 'node:events';
import type { AppEvents } from '../../../../main/platform/appEvents.ts';
import { describe, expect, it } from 'vitest';
import { createJobs, type JobControl } from '../../../../main/jobs/jobs.ts';
import { FailureError } from '../../../../preload/contract/failures.ts';
import type { Job } from '../../../../preload/contract/jobs.ts';

/** Jobs with a clock that the test moves, and everything they told. */
function start(work: (control: JobControl) => Promise<void>) {
  const told: Job[] = [];
  const { promise: ended, resolve } = Promise.withResolvers<Job>();
  let now = 0;
  const events: AppEvents = new EventEmitter();
  events.on('jobChanged', (job) => {
    told.push(job);
    if (job.endedAt !== null) resolve(job);
  });
  const jobs = createJobs({ now: () => (now += 1000), events });
  const { id } = jobs.start({ kind: 'export', title: 'Assets to CSV', path: '/a.csv', work });
  return { jobs, told, ended, id };
}

describe('a job', () => {
  it('reports its progress, and that it is done', async () => {
    const { told, ended } = start((control) => {
      control.update({ done: 5, total: 10 });
      control.update({ state: 'waiting', resumesAt: 99 });
      control.update({ state: 'running', resumesAt: null, done: 10 });
      return Promise.resolve();
    });
    await ended;
    expect(told.map(({ state, done, total, resumesAt }) => [state, done, total, resumesAt])).toEqual([
      ['running', 0, null, null],
      ['running', 5, 10, null],
      ['waiting', 5, 10, 99],
      ['running', 10, 10, null],
      ['done', 10, 10, null],
    ]);
  });

  it('reports its progress also where the clock is set back meanwhile', () => {
    let now = 1_000_000;
    const done: number[] = [];
    const events: AppEvents = new EventEmitter();
    events.on('jobChanged', (job) => done.push(job.done));
    const jobs = createJobs({ now: () => now, events });
    let control: JobControl | undefined;
    const work = (given: JobControl): Promise<void> => {
      control = given;
      return new Promise(() => undefined);
    };
    jobs.start({ kind: 'export', title: 'Assets to CSV', path: '/a.csv', work });
    for (const moment of [1_000_200, 500_000, 500_050, 500_200]) {
      now = moment;
      control?.update({ done: moment });
    }
    expect(done).toEqual([0, 1_000_200, 500_000, 500_200]);
  });

  it('that fails keeps its reason', async () => {
    const { ended } = start(() =>
      Promise.reject(new FailureError({ code: 'file', message: 'The disk is full.' })),
    );
    expect(await ended).toMatchObject({
      state: 'failed',
      failure: { code: 'file', message: 'The disk is full.' },
    });
  });

  it('that fails by an internal error says so', async () => {
    const { ended } = start(() => Promise.reject(new TypeError('x is undefined')));
    expect(await ended).toMatchObject({
      state: 'failed',
      failure: { code: 'internal', detail: 'x is undefined' },
    });
  });

  it('can be canceled, and is when the app closes', async () => {
    const untilAborted = ({ signal }: JobControl): Promise<void> =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          reject(new Error('aborted'));
        });
      });
    const canceled = start(untilAborted);
    await canceled.jobs.cancel(canceled.id);
    expect(await canceled.ended).toMatchObject({ state: 'canceled', failure: null });
    const closed = start(untilAborted);
    await closed.jobs.close();
    expect(closed.jobs.list().map(({ state }) => state)).toEqual(['canceled']);
  });

  it('that has ended cannot be canceled any more', async () => {
    const { jobs, ended, id } = start(() => Promise.resolve());
    await ended;
    await jobs.cancel(id);
    expect(jobs.find(id)?.state).toBe('done');
  });
});
