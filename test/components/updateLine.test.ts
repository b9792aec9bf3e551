import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { ok } from '../../preload/contract/failures.ts';
import type { UpdateState } from '../../preload/contract/updates.ts';
import UpdateLine from '../../renderer/features/support/UpdateLine.svelte';
import { bridgeOf } from '../support/bridgeOf.ts';
import { appOf } from './appOf.ts';
import { show } from './show.ts';
import ViewAlone from './ViewAlone.svelte';

const version = '2.0.0';
/** What is offered in each state, and the call that it makes. */
const steps: [UpdateState, [name: string, call: string] | null][] = [
  [{ state: 'off', reason: 'policy' }, null],
  [{ state: 'current', checkedAt: null }, ['Check for updates', 'check']],
  [{ state: 'checking' }, null],
  [{ state: 'available', version }, ['Download', 'download']],
  [{ state: 'downloading', version, percent: 99.7 }, null],
  [{ state: 'ready', version }, ['Restart and install', 'install']],
  [{ state: 'installing', version }, null],
  [{ state: 'failed' }, ['Check for updates', 'check']],
];

it.each(steps)('%j is followed by what the user may do next, and by nothing else', async (state, step) => {
  const called: string[] = [];
  const answer = (call: string) => () => {
    called.push(call);
    return Promise.resolve(ok<UpdateState>({ state: 'checking' }));
  };
  const bridge = bridgeOf({
    getUpdateState: () => Promise.resolve(ok(state)),
    onUpdateChanged: () => () => undefined,
    checkForUpdate: answer('check'),
    downloadUpdate: answer('download'),
    installUpdate: answer('install'),
  });
  show(ViewAlone, { app: appOf(bridge), view: UpdateLine, props: {} });
  await expect.element(page.getByRole('status', { name: 'Updates' })).toBeVisible();
  const buttons = page.getByRole('button');
  expect(buttons.elements().map(({ textContent }) => textContent.trim())).toEqual(step?.slice(0, 1) ?? []);
  if (step === null) return;
  await buttons.click();
  await expect.element(page.getByText('Checking for updates…')).toBeVisible();
  expect(called).toEqual([step[1]]);
});
