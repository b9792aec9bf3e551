import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { ok } from '../../preload/contract/failures.ts';
import { scheduleRunSchema, scheduleSchema, type ScheduleRun } from '../../preload/contract/schedules.ts';
import ScheduleEntry from '../../renderer/features/schedules/ScheduleEntry.svelte';
import type { AppState } from '../../renderer/shell/app.svelte.ts';
import { bridgeOf } from '../support/bridgeOf.ts';
import { appOf } from './appOf.ts';
import { show } from './show.ts';
import ViewAlone from './ViewAlone.svelte';

const schedule = scheduleSchema.parse({
  ...{ id: 'one', createdAt: 1, changedAt: 1, dueAfter: 1, name: 'Weekly', on: true, waitMinutes: null },
  ...{ late: 'fail', times: { kind: 'weekly', weekday: 1, at: 450 } },
  work: { kind: 'sync', connectionId: 'one', resource: 'assets', query: {} },
});
const run = scheduleRunSchema.parse({
  ...{ id: 'run', scheduleId: 'one', dueAt: 1, manual: true, state: 'done', startedAt: 1, endedAt: 2 },
  ...{ missed: 2, retries: 0, retryAt: null, path: null, written: [], rows: 3512, complete: false },
  ...{ fetchedFrom: null, note: null, failure: null },
});

function shown(last: Partial<ScheduleRun> | null): { app: AppState; started: string[]; saved: unknown[] } {
  const started: string[] = [];
  const saved: unknown[] = [];
  const bridge = bridgeOf({
    runSchedule: ({ id }) => {
      started.push(id);
      return Promise.resolve(ok(undefined));
    },
    saveSchedule: (what) => {
      saved.push(what);
      return Promise.resolve(ok(schedule));
    },
  });
  const app = appOf(bridge);
  const names = { query: () => undefined, mirror: () => undefined };
  const props = { shown: { schedule, nextAt: null, last: last && { ...run, ...last } }, names };
  show(ViewAlone, { app, view: ScheduleEntry, props });
  return { app, started, saved };
}

it.each([
  [null, true],
  [{}, true],
  [{ state: 'running', endedAt: null }, false],
  [{ state: 'retrying', endedAt: null, retryAt: 5 }, true],
  [{ state: 'failed' }, true],
] as const)('after %j a run is offered: %s', async (last, isOffered) => {
  const { started } = shown(last);
  const button = page.getByRole('button', { name: 'Run now' });
  if (!isOffered) {
    await expect.element(button).toBeDisabled();
    return;
  }
  await button.click();
  await expect.poll(() => started).toEqual(['one']);
});

it('a schedule says what it runs, when, and how the last run went; it is turned off and edited as it is', async () => {
  const { app, saved } = shown({});
  const entry = page.getByRole('article', { name: 'Weekly' });
  for (const text of [
    'Sync of assets · Weekly on Monday at 07:30',
    /^Done .* ago: 3,512 records$/,
    'Missed 2',
    'Started by you',
    'Other records may exist',
  ])
    await expect.element(entry.getByText(text)).toBeVisible();
  await entry.getByRole('button', { name: 'Edit Weekly' }).click();
  expect(app.dialogs.asked).toEqual({ schedule: { subject: schedule, schedule } });
  await entry.getByRole('switch').click();
  const { id, createdAt: _c, changedAt: _m, dueAfter: _d, ...content } = schedule;
  await expect.poll(() => saved).toEqual([{ id, content: { ...content, on: false } }]);
});
