import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type { Job } from '../../preload/contract/jobs.ts';
import JobEntry from '../../renderer/shell/values/JobEntry.svelte';
import { bridgeOf } from '../support/bridgeOf.ts';
import { appOf } from './appOf.ts';
import { show } from './show.ts';
import ViewAlone from './ViewAlone.svelte';

/** What can be done with a job that can be paused and writes a file, by its state. */
const offers = {
  running: ['Pause', 'Cancel'],
  waiting: ['Pause', 'Cancel'],
  paused: ['Resume', 'Cancel'],
  done: ['Show in folder'],
  failed: [],
  canceled: [],
} as const satisfies Readonly<Record<Job['state'], readonly string[]>>;

it.each(Object.entries(offers))('of a job that is %s just what can be done is offered', (state, offered) => {
  const job = {
    ...{ id: 'one', kind: 'export', title: 'Export', state: state as Job['state'], done: 3, total: 9 },
    ...{ startedAt: 1, endedAt: null, resumesAt: null, bytes: 5, path: '/exports/assets.csv', failure: null },
    pausable: true,
  } as const satisfies Job;
  const app = appOf(bridgeOf({}));
  for (const pausable of [true, false]) {
    const hide = show(ViewAlone, { app, view: JobEntry, props: { job: { ...job, pausable } } });
    const buttons = page
      .getByRole('button')
      .elements()
      .map(({ textContent }) => textContent.trim());
    expect(buttons).toEqual(offered.filter((name) => name !== 'Pause' || pausable));
    hide();
  }
});
