import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { fail, ok } from '../../preload/contract/failures.ts';
import type { Job } from '../../preload/contract/jobs.ts';
import type { SyncPlan } from '../../preload/contract/sync.ts';
import SyncDialog from '../../renderer/features/sync/SyncDialog.svelte';
import { bridgeOf } from '../support/bridgeOf.ts';
import { appOf } from './appOf.ts';
import { show } from './show.ts';
import ViewAlone from './ViewAlone.svelte';

const subject = {
  connectionId: 'one',
  resource: 'issuers',
  query: { filter: { operator: 'equals', field: 'name', value: 'A' } },
} as const;
const plan: SyncPlan = {
  ...{ records: 3512, perPage: 100, requests: 36, durationMs: 60_000, completeAsOf: null, jobId: null },
  budget: { left: 900, perHour: 1000, reserve: 100 },
};
const job: Job = {
  ...{ id: 'job', kind: 'sync', title: 'Sync of issuers', state: 'running', done: 0, total: null },
  ...{ startedAt: 1, endedAt: null, resumesAt: null, bytes: null, path: null, failure: null },
};
const limited = { code: 'rate-limited', message: 'Hourly request limit reached.' } as const;

function shown({ known, planned }: { known?: number; planned: SyncPlan | null | Promise<SyncPlan> }) {
  const started: unknown[] = [];
  let closed = 0;
  const bridge = bridgeOf({
    planSync: async () => {
      const counted = await planned;
      return counted === null ? fail(limited) : ok(counted);
    },
    startSync: (what) => {
      started.push(what);
      return Promise.resolve(ok(job));
    },
    cancelRequest: () => Promise.resolve(ok(undefined)),
  });
  const app = appOf(bridge);
  const onclose = (): void => {
    closed += 1;
  };
  show(ViewAlone, { app, view: SyncDialog, props: { ...subject, known, onclose } });
  return { app, started, closed: () => closed };
}

it('a sync is started once its cost is known, and then shown among the jobs', async () => {
  const { app, started, closed } = shown({ planned: plan });
  await expect.element(page.getByText('36 requests of 100 records')).toBeVisible();
  await page.getByRole('button', { name: 'Start sync' }).click();
  await expect.poll(closed).toBe(1);
  expect(started).toEqual([subject]);
  expect(app.jobs.announced.map(({ job: { id } }) => id)).toEqual(['job']);
});

it('one that runs or is paused is resumed', async () => {
  const { started } = shown({ planned: { ...plan, jobId: 'job' } });
  await expect.element(page.getByText('This sync is running or paused. See Jobs.')).toBeVisible();
  await page.getByRole('button', { name: 'Resume sync' }).click();
  await expect.poll(() => started).toEqual([subject]);
});

it('one whose cost cannot be known is not started, but scheduled with its filter', async () => {
  const { app } = shown({ planned: null, known: 7 });
  await expect.element(page.getByRole('alert')).toHaveTextContent(limited.message);
  await expect.element(page.getByRole('button', { name: 'Start sync' })).toBeDisabled();
  await page.getByRole('button', { name: 'Schedule…' }).click();
  expect(app.dialogs.asked).toEqual({
    schedule: { subject: { name: 'Sync of issuers', work: { kind: 'sync', ...subject } } },
  });
});

it('a sync says what it fetches, and waits until its requests are counted', async () => {
  let answer: (plan: SyncPlan) => void = () => undefined;
  shown({ known: 7, planned: new Promise((resolve) => (answer = resolve)) });
  await expect.element(page.getByText('Issuers with name A', { exact: true })).toBeVisible();
  await expect.element(page.getByText('7 records. Counting requests…')).toBeVisible();
  const start = page.getByRole('button', { name: 'Start sync' });
  await expect.element(start).toBeDisabled();
  answer(plan);
  await expect.element(start).toBeEnabled();
});
