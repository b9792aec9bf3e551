import { randomUUID } from 'node:crypto';
import { FailureError, type Failure } from '../../preload/contract/failures.ts';
import type { Job } from '../../preload/contract/jobs.ts';

/** What the work of a job is handed: a signal to stop by, and a way to tell how far it is. */
export interface JobControl {
  readonly signal: AbortSignal;
  update(change: Partial<Pick<Job, 'state' | 'done' | 'total' | 'resumesAt' | 'bytes' | 'path'>>): void;
}

export interface JobStart {
  readonly kind: Job['kind'];
  readonly title: string;
  readonly path: string | null;
  readonly work: (control: JobControl) => Promise<void>;
}

/** The long work of this session. Every job ends as done, failed or cancelled; none is forgotten before the app closes. */
export interface Jobs {
  start(job: JobStart): Job;
  list(): Job[];
  find(jobId: string): Job | undefined;
  cancel(jobId: string): void;
  /** Cancels what still runs and waits until it has cleaned up. */
  close(): Promise<void>;
}

/** Progress is told at most this often, the end of a job always. */
const tellEveryMs = 100;

export function createJobs(options: { now: () => number; onChanged: (job: Job) => void }): Jobs {
  const jobs = new Map<string, Job>();
  const running = new Map<string, { controller: AbortController; ended: Promise<void> }>();

  return {
    start({ kind, title, path, work }) {
      const job: Job = {
        id: randomUUID(),
        kind,
        title,
        state: 'running',
        done: 0,
        total: null,
        startedAt: options.now(),
        endedAt: null,
        resumesAt: null,
        bytes: null,
        path,
        failure: null,
      };
      const controller = new AbortController();
      let toldAt = 0;

      function change(part: Partial<Job>): void {
        const before = jobs.get(job.id) ?? job;
        const after = { ...before, ...part };
        jobs.set(job.id, after);
        if (after.state === before.state && options.now() - toldAt < tellEveryMs) return;
        toldAt = options.now();
        options.onChanged(after);
      }
      function end(state: Job['state'], failure: Failure | null): void {
        running.delete(job.id);
        change({ state, failure, endedAt: options.now(), resumesAt: null });
      }

      jobs.set(job.id, job);
      options.onChanged(job);
      const ended = work({ signal: controller.signal, update: change }).then(
        () => {
          end('done', null);
        },
        (error: unknown) => {
          const failure = failureOf(error);
          if (controller.signal.aborted || failure.code === 'cancelled') end('cancelled', null);
          else end('failed', failure);
        },
      );
      running.set(job.id, { controller, ended });
      return job;
    },
    list: () => [...jobs.values()].sort((a, b) => b.startedAt - a.startedAt),
    find: (jobId) => jobs.get(jobId),
    cancel(jobId) {
      running.get(jobId)?.controller.abort();
    },
    async close() {
      const endings = [...running.values()].map(({ controller, ended }) => {
        controller.abort();
        return ended;
      });
      await Promise.all(endings);
    },
  };
}

function failureOf(error: unknown): Failure {
  if (error instanceof FailureError) return error.failure;
  return {
    code: 'internal',
    message: 'The job ended for a reason of the app itself. Start it again.',
    detail: error instanceof Error ? error.message : String(error),
  };
}
