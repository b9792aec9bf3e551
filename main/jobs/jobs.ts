import { randomUUID } from 'node:crypto';
import { type Failure, failureOf } from '../../preload/contract/failures.ts';
import type { Job } from '../../preload/contract/jobs.ts';
import type { AppEvents } from '../platform/appEvents.ts';

type StopReason = 'cancel' | 'pause' | 'close';

export interface JobControl {
  readonly signal: AbortSignal;
  update(
    change: Partial<
      Pick<
        Job,
        | 'state'
        | 'done'
        | 'total'
        | 'resumesAt'
        | 'waitsFor'
        | 'leftMs'
        | 'reason'
        | 'bytes'
        | 'path'
        | 'note'
      >
    >,
  ): void;
}

export interface JobStart {
  readonly kind: Job['kind'];
  readonly title: string;
  readonly path: string | null;
  /** True if a second call of `work` continues from its last state. */
  readonly pausable?: boolean;
  readonly paused?: boolean;
  readonly progress?: Pick<Job, 'done' | 'total'>;
  readonly subject?: Job['subject'];
  readonly work: (control: JobControl) => Promise<void>;
}

export type Jobs = ReturnType<typeof createJobs>;

/** Progress is reported at most this often; the end of a job always is. */
const progressIntervalMs = 100;

/** Every job ends as done, failed or canceled, and stays listed until the app closes. */
export function createJobs(options: { now: () => number; events: AppEvents }) {
  const jobs = new Map<string, Job>();
  const works = new Map<string, JobStart['work']>();
  const running = new Map<string, { controller: AbortController; ended: Promise<undefined> }>();
  const reportedAt = new Map<string, number>();

  function change(jobId: string, part: Partial<Job>): void {
    const before = jobs.get(jobId);
    if (before === undefined) return;
    const after = { ...before, ...part };
    jobs.set(jobId, after);
    const passed = options.now() - (reportedAt.get(jobId) ?? 0);
    // A clock set back makes the elapsed time negative; then report at once.
    if (after.state === before.state && passed >= 0 && passed < progressIntervalMs) return;
    reportedAt.set(jobId, options.now());
    options.events.emit('jobChanged', after);
  }

  function end(jobId: string, state: Job['state'], failure: Failure | null): void {
    works.delete(jobId);
    reportedAt.delete(jobId);
    change(jobId, { state, failure, endedAt: options.now(), resumesAt: null });
  }

  function run(jobId: string, work: JobStart['work']): void {
    const controller = new AbortController();
    const update = (part: Partial<Job>): void => {
      if (running.get(jobId)?.controller === controller) change(jobId, part);
    };
    const stopped = (failure: Failure): void => {
      running.delete(jobId);
      if (controller.signal.reason === 'pause') change(jobId, { state: 'paused', resumesAt: null });
      // Not a failure: the user works offline for a while.
      else if (failure.code === 'offline' && jobs.get(jobId)?.pausable === true)
        change(jobId, { state: 'waiting', waitsFor: 'online', resumesAt: null });
      else if (controller.signal.aborted || failure.code === 'canceled') end(jobId, 'canceled', null);
      else end(jobId, 'failed', failure);
    };
    const ended = Promise.withResolvers<undefined>();
    running.set(jobId, { controller, ended: ended.promise });
    work({ signal: controller.signal, update })
      .then(
        () => {
          running.delete(jobId);
          end(jobId, 'done', null);
        },
        (error: unknown) =>
          stopped(failureOf(error, 'The job failed because of an internal error. Start it again.')),
      )
      .finally(() => ended.resolve(undefined));
  }

  function stop(jobId: string, reason: StopReason): void {
    running.get(jobId)?.controller.abort(reason);
  }

  function resume(jobId: string): void {
    const work = works.get(jobId);
    if (running.has(jobId) || work === undefined) return;
    change(jobId, { state: 'running', waitsFor: undefined, note: undefined });
    run(jobId, work);
  }

  return {
    start({ kind, title, path, pausable = false, paused = false, progress, subject, work }: JobStart) {
      const job: Job = {
        id: randomUUID(),
        kind,
        title,
        state: paused ? 'paused' : 'running',
        done: progress?.done ?? 0,
        total: progress?.total ?? null,
        startedAt: options.now(),
        endedAt: null,
        resumesAt: null,
        bytes: null,
        path,
        failure: null,
        ...(pausable ? { pausable } : {}),
        ...(subject === undefined ? {} : { subject }),
      };
      jobs.set(job.id, job);
      works.set(job.id, work);
      options.events.emit('jobChanged', job);
      if (!paused) run(job.id, work);
      return job;
    },
    list: () => [...jobs.values()].sort((a, b) => b.startedAt - a.startedAt),
    find: (jobId: string) => jobs.get(jobId),
    /** Resolves when the job has ended. */
    async cancel(jobId: string) {
      // The work discards its stored state when it runs.
      resume(jobId);
      stop(jobId, 'cancel');
      await running.get(jobId)?.ended;
    },
    pause(jobId: string) {
      const job = jobs.get(jobId);
      if (job?.pausable !== true) return;
      // The work stores its own state.
      if (job.waitsFor === 'online') resume(jobId);
      stop(jobId, 'pause');
    },
    resume,
    goOnline() {
      for (const { id, state, waitsFor } of jobs.values())
        if (state === 'waiting' && waitsFor === 'online') resume(id);
    },
    async close() {
      const endings = [...running.values()].map(({ ended }) => ended);
      for (const jobId of running.keys()) stop(jobId, 'close');
      await Promise.all(endings);
    },
  };
}
