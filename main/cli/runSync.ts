import { setTimeout } from 'node:timers/promises';
import { serviceFilter } from '../../preload/contract/query.ts';
import { FailureError } from '../../preload/contract/failures.ts';
import type { Services } from '../services.ts';
import { exitCodes, type ExitCode } from './exitCodes.ts';
import { print, remark } from './output.ts';
import type { SyncTask } from './task.ts';

const pollIntervalMs = 200;

/** Runs `sync` to its end. @throws FailureError where it fails or is cancelled. */
export async function runSync(
  services: Services,
  connectionId: string,
  { resource, query, acceptRemovals }: SyncTask,
  signal: AbortSignal,
): Promise<ExitCode> {
  const syncs = await services.syncs(connectionId);
  const subject = { resource, filter: serviceFilter(query.filter) };
  const started = syncs.start(subject, acceptRemovals);
  signal.addEventListener('abort', () => {
    void services.jobs.cancel(started.id);
  });
  let wasWaiting = false;
  for (;;) {
    const job = services.jobs.find(started.id) ?? started;
    if (job.endedAt !== null) {
      if (job.failure !== null) throw new FailureError(job.failure);
      await print({ resource, state: job.state, records: job.done });
      if (job.note !== undefined) remark(job.note);
      return job.state === 'done' ? exitCodes.done : exitCodes.partial;
    }
    const waits = job.state === 'waiting';
    if (waits && !wasWaiting && job.resumesAt !== null) {
      const why = job.waitsFor === 'retry' ? 'The service does not answer' : 'Request limit reached';
      remark(`${why}. Resuming at ${new Date(job.resumesAt).toISOString()}.`);
    }
    wasWaiting = waits;
    if (process.stderr.isTTY) process.stderr.write(`\r${job.done.toLocaleString('en')} records\u001B[K\r`);
    await setTimeout(pollIntervalMs);
  }
}
