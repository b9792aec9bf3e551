import { dayMs, minuteMs } from '../../preload/contract/days.ts';
import { FailureError, type Failure } from '../../preload/contract/failures.ts';
import { resourceNames, resources, type ResourceName } from '../../preload/contract/resources.ts';
import { followMirror } from '../features/mirrors/followMirror.ts';
import type { JobControl } from '../jobs/jobs.ts';
import type { Services } from '../services.ts';
import { exitCodes, UsageError, type ExitCode } from './exitCodes.ts';
import { print, remark } from './output.ts';
import { withProgress } from './progress.ts';
import type { MirrorTask } from './commands/mirror.ts';
import { canonicalJson } from '../../preload/contract/json.ts';
import { braces } from '../../preload/contract/movingDates.ts';
import { serviceFilter, type Filter } from '../../preload/contract/query.ts';
import type { SavedQueryStore } from '../features/savedQueries/savedQueries.ts';

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
        // The other resources are still copied.
        if (!(error instanceof FailureError) || subjects.length === 1 || signal.aborted) throw error;
        remark(`${subject.resource}: ${error.message}`);
        first ??= error.failure;
      }
    }
    if (first !== null) throw new FailureError(first);
  };
  const following = {
    run,
    firstAt: 0,
    everyMinutes: () => Promise.resolve(task.every),
    now: Date.now,
    onWaiting: () => undefined,
  };
  await withProgress(signal, (control) => (task.follow ? followMirror(following, control) : run(control)));
  return isComplete ? exitCodes.done : exitCodes.partial;
}

/** @returns whether all records were copied and removed ones marked */
async function mirror(
  services: Services,
  connectionId: string,
  { to: address, days, history, acceptRemovals }: MirrorTask,
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
    acceptRemovals,
    title,
  };
  const { notes, current: _, ...result } = await services.mirrors.copy(connectionId, order, control);
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

interface MirrorSubject {
  readonly resource: ResourceName;
  readonly filter?: Filter | undefined;
}

/** Finds a resource, or a saved view's resource and conditions, by name. Throws a `UsageError`. */
export async function readMirrorSubject(
  name: string,
  filter: Filter | undefined,
  savedQueries: Pick<SavedQueryStore, 'list'>,
): Promise<MirrorSubject> {
  const resource = resourceNames.find((known) => known === name);
  if (resource !== undefined) return { resource, filter };
  const { queries } = await savedQueries.list();
  const [saved, another] = queries.filter((query) => query.name === name && query.target === 'list');
  if (saved === undefined) {
    throw new UsageError(
      `There is no resource and no saved view named ${name}. Resources: ${resourceNames.join(', ')}.`,
    );
  }
  if (another !== undefined)
    throw new UsageError(`Several saved views are named ${name}. Rename all but one of them.`);
  if (filter !== undefined) throw new UsageError('A saved view has its own conditions. Leave out --query.');
  const own = saved.query.filter;
  if (own === undefined) return { resource: saved.resource };
  const text = canonicalJson(own);
  if (text.search(braces) !== -1) {
    throw new UsageError(
      `The values of ${name} change with the day, or are entered when it is run. A mirror needs fixed conditions: save the view with them.`,
    );
  }
  if (canonicalJson(serviceFilter(own) ?? null) !== text) {
    throw new UsageError(
      `${name} has conditions on computed columns, which the service does not know. Save it without them.`,
    );
  }
  return { resource: saved.resource, filter: own };
}
