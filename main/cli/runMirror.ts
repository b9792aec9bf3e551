import { dayMs, minuteMs } from '../../preload/contract/days.ts';
import { resources } from '../../preload/contract/resources.ts';
import { PostgresTarget } from '../features/mirrors/postgres/postgresTarget.ts';
import { runMirror } from '../features/mirrors/runMirror.ts';
import { pause } from '../features/records/withinBudget.ts';
import type { Services } from '../services.ts';
import { readMirrorSubject } from './mirrorSubject.ts';
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
  const { to } = task;
  const { resource, filter } = await readMirrorSubject(
    task.subject,
    task.query.filter,
    services.savedQueries,
  );
  if (task.plan) {
    const syncs = await services.syncs(connectionId);
    const { records, requests, durationMs } = await syncs.plan(
      { resource, ...(filter === undefined ? {} : { filter }) },
      signal,
    );
    await print({ resource, records, requests, minutes: Math.ceil(durationMs / minuteMs) });
    const days = Math.ceil(durationMs / dayMs);
    if (days > task.compareEvery) {
      remark(
        `To read everything takes ${days.toString()} days, more than the ${task.compareEvery.toString()} between two comparisons. Add --compare-every ${(2 * days).toString()} or more, or mirror less.`,
      );
    }
    return exitCodes.done;
  }
  const { client, connection } = await services.connections.open(connectionId);
  const { describe, waiting } = await services.explorer(connectionId);
  for (let compareNow = task.compare; ; compareNow = false) {
    const target = new PostgresTarget(to);
    try {
      const { notes, ...result } = await runMirror(
        {
          resource,
          filter,
          // The sample data service has another address at each start.
          baseUrl: connection.sample ? 'sample data' : connection.baseUrl,
          target,
          compareEveryDays: task.compareEvery,
          compareNow,
          ...(task.follow ? { latestEveryMs: task.every * minuteMs } : {}),
          client,
          describe,
          waiting,
          title: `The mirror of ${resources[resource].label.toLowerCase()}`,
          now: Date.now,
          offline: () => false,
        },
        progressControl(signal),
      );
      for (const note of notes) remark(note);
      await print({ resource, ...result });
    } finally {
      await target.close();
    }
    if (!task.follow) return exitCodes.done;
    await pause(task.every * minuteMs, signal);
  }
}
