import { errorText } from '../../preload/contract/failures.ts';
import { scheduleText } from '../../preload/contract/scheduleText.ts';
import type { ScheduleRun } from '../../preload/contract/schedules.ts';
import { pause } from '../features/records/withinBudget.ts';
import type { Services } from '../services.ts';
import { exitCodeOf, exitCodes, type ExitCode } from './exitCodes.ts';
import { print, remark } from './output.ts';
import type { ScheduleTask } from './task.ts';

/** Runs `schedule list`. */
export async function listSchedules({ schedules }: Services): Promise<ExitCode> {
  const listed = await schedules.calls.listSchedules(undefined);
  for (const { schedule, nextAt, last } of listed.schedules) {
    const { id, name, on, work } = schedule;
    const next = nextAt === null ? null : new Date(nextAt).toISOString();
    await print({
      id,
      name,
      on,
      runs: work.kind,
      when: scheduleText(schedule.times),
      next,
      last: last === null ? null : lineOf(last, name),
    });
  }
  for (const notice of listed.notices) remark(notice);
  return exitCodes.done;
}

/** How often `--watch` looks for what is due. */
const lookIntervalMs = 10_000;

/** Runs `schedule run`. A stopped run starts anew with the next command, or in the app. */
export async function runSchedules(
  { schedules }: Services,
  { watch }: ScheduleTask,
  signal: AbortSignal,
): Promise<ExitCode> {
  signal.addEventListener('abort', () => void schedules.close());
  const names = new Map<string, string>();
  const look = async (): Promise<ScheduleRun[]> => {
    for (const { schedule } of (await schedules.calls.listSchedules(undefined)).schedules)
      names.set(schedule.id, schedule.name);
    const runs = await schedules.runDue();
    for (const run of runs) await print(lineOf(run, names.get(run.scheduleId) ?? run.scheduleId));
    return runs;
  };
  if (!watch) {
    const runs = await look();
    return signal.aborted ? exitCodes.failure : exitCodeOfRuns(runs);
  }
  while (!signal.aborted) {
    look().catch((error: unknown) => remark(errorText(error)));
    await pause(lookIntervalMs, signal).catch(() => undefined);
  }
  return exitCodes.done;
}

function lineOf(run: ScheduleRun, name: string): object {
  const { dueAt, state, missed, manual, path, rows, complete, retryAt, note, failure } = run;
  return {
    schedule: name,
    due: new Date(dueAt).toISOString(),
    state,
    missed,
    ...(manual ? { manual } : {}),
    path,
    rows,
    complete,
    fetchedFrom: run.fetchedFrom === null ? null : new Date(run.fetchedFrom).toISOString(),
    ...(retryAt === null ? {} : { retryAt: new Date(retryAt).toISOString() }),
    ...(note === null ? {} : { note }),
    ...(failure === null ? {} : { failure: failure.message, code: failure.code }),
  };
}

function exitCodeOfRuns(runs: readonly ScheduleRun[]): ExitCode {
  const [failed] = runs.flatMap(({ state, failure }) =>
    state === 'done' || failure === null ? [] : failure,
  );
  if (failed !== undefined) return exitCodeOf(failed.code);
  return runs.some(({ complete }) => complete === false) ? exitCodes.partial : exitCodes.done;
}
