import { dayMs, minuteMs } from '../../preload/contract/days.ts';
import { FailureError, type Failure } from '../../preload/contract/failures.ts';
import { resourceNames, resources } from '../../preload/contract/resources.ts';
import { followMirror } from '../features/mirrors/followMirror.ts';
import type { JobControl } from '../features/jobs/jobs.ts';
import type { Services } from '../services.ts';
import { readMirrorSubject, type MirrorSubject } from './mirrorSubject.ts';
import { exitCodes, UsageError, type ExitCode } from './exitCodes.ts';
import { print, remark } from './output.ts';
import { progressControl } from './runExport.ts';
import type { MirrorTask } from './task.ts';

/** Runs `mirror`: once, or with `--follow` until it is interrupted. */
export async function runMirrorTask(
  services: Services,
  connectionId: string,
  task: MirrorTask,
  signal: AbortSignal,
): Promise<ExitCode> {
  if (task.offline) throw new UsageError('A mirror reads the service. Leave out --offline.');
  const subjects =
    task.subject === undefined
      ? resourceNames.map((resource) => ({ resource }))
      : [await readMirrorSubject(task.subject, task.query.filter, services.savedQueries)];
  if (task.plan) {
    for (const subject of subjects) await printPlan(services, connectionId, subject, signal);
    return exitCodes.done;
  }
  let isComplete = true;
  const run = async (control: JobControl): Promise<void> => {
    isComplete = true;
    let first: Failure | null = null;
    for (const subject of subjects) {
      try {
        isComplete = (await mirror(services, connectionId, task, subject, control)) && isComplete;
      } catch (error) {
        // One resource of several does not keep the others from being copied.
        if (!(error instanceof FailureError) || subjects.length === 1 || signal.aborted) throw error;
        remark(`${subject.resource}: ${error.message}`);
        first ??= error.failure;
      }
    }
    if (first !== null) throw new FailureError(first);
  };
  const control = progressControl(signal);
  if (!task.follow) await run(control);
  else {
    await followMirror(
      {
        run,
        firstAt: 0,
        everyMinutes: () => Promise.resolve(task.every),
        now: Date.now,
        onWaiting: () => undefined,
      },
      control,
    );
  }
  return isComplete ? exitCodes.done : exitCodes.partial;
}

/** @returns whether everything was copied, and what is gone was marked */
async function mirror(
  services: Services,
  connectionId: string,
  { to: address, days, history, numbers, acceptRemovals }: MirrorTask,
  { resource, filter }: MirrorSubject,
  control: JobControl,
): Promise<boolean> {
  const title = `The mirror of ${resources[resource].label.toLowerCase()}`;
  const order = {
    resource,
    filter,
    address,
    days,
    everything: history === 'all',
    numbers,
    acceptRemovals,
    title,
  };
  const { notes, ...result } = await services.mirrors.copy(connectionId, order, control);
  for (const note of notes) remark(`${resource}: ${note}`);
  await print({ resource, ...result });
  return result.complete;
}

async function printPlan(
  services: Services,
  connectionId: string,
  { resource, filter }: MirrorSubject,
  signal: AbortSignal,
): Promise<void> {
  const syncs = await services.syncs(connectionId);
  const { records, requests, durationMs } = await syncs.plan(
    { resource, ...(filter === undefined ? {} : { filter }) },
    signal,
  );
  await print({ resource, records, requests, minutes: Math.ceil(durationMs / minuteMs) });
  const days = Math.ceil(durationMs / dayMs);
  if (days > 1)
    remark(`${resource}: the first copy takes ${days.toString()} days. It goes on where it was stopped.`);
}
