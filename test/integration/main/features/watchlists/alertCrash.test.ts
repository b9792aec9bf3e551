import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { firingSchema, type AlertRule, type Firing } from '../../../../../preload/contract/alerts.ts';
import { endWithThisProcess } from '../../../../support/childProcess.ts';
import { someOf } from '../../../../support/scale.ts';
import { temporaryFolder } from '../../../../support/temporaryFolder.ts';
import { alertOf, connectionId, openTestWatch, watchBob, where, type TestWatch } from './testWatch.ts';

/** Alerts of a process that is killed on the way from a new transaction, or a new figure, to the notification. */

const program = fileURLToPath(new URL('watchProcess.ts', import.meta.url));

/** Runs until it is killed, or to the end; gives what it has told of. */
async function runProcess(...args: string[]): Promise<{ told: Firing[]; killed: boolean }> {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  endWithThisProcess(child);
  const ended = new Promise<NodeJS.Signals | null>((resolve) => {
    child.once('close', (_code, signal) => {
      resolve(signal);
    });
  });
  const told: Firing[] = [];
  for await (const line of createInterface({ input: child.stdout }))
    told.push(firingSchema.parse(JSON.parse(line)));
  return { told, killed: (await ended) === 'SIGKILL' };
}

async function alertBob(test: TestWatch, rule: (listId: string) => AlertRule): Promise<void> {
  const { id } = await watchBob(test);
  await test.watch.calls.saveAlert({ content: alertOf(rule(id)) });
}

/** What is told after the start of the app, and what the log says then. */
async function restart(folder: string): Promise<{ told: Firing[]; logged: Firing[] }> {
  await using test = await openTestWatch(folder);
  test.now += 120_000;
  await test.watch.calls.listWatchlists({ connectionId });
  const { firings } = await test.watch.calls.listFirings({ connectionId, limit: 100 });
  return { told: test.fired, logged: firings };
}

const single = (listId: string): AlertRule => ({
  kind: 'transaction',
  listId,
  query: where('usd_amount', 'gt', 1_000_000),
});
const sum = (listId: string): AlertRule => ({
  kind: 'sum',
  listId,
  wallet: null,
  direction: 'either',
  moreThan: 1_000_000,
  hours: 24,
});
const metric = (): AlertRule => ({
  kind: 'metric',
  resource: 'assets',
  id: 7,
  title: 'Fund',
  metric: 'circulating_market_value_dollar',
  test: { kind: 'value', direction: 'below', value: 1000 },
});

const rules = { transaction: single, sum, metric } as const;

const always = ['before it is noted', 'after it is noted', 'after it is told'];
const moments = {
  transaction: [...always, 'before it is settled', 'after it is settled'],
  sum: ['before it is noted'],
  metric: [...always, 'before it is looked at'],
} as const;

describe.each(['transaction', 'sum', 'metric'] as const)('an alert on a %s', (kind) => {
  it.each(someOf<string>(moments[kind]))(
    'is in the log once and notified, also when killed %s @nightly',
    async (moment) => {
      using folder = temporaryFolder();
      {
        await using test = await openTestWatch(folder.path);
        const cache = await test.store.cache(connectionId);
        const record = { id: 7, name: 'Fund', circulating_market_value_dollar: { val: 2000 } };
        await cache.writeRecord({ resource: 'assets', record, fetchedAt: test.now, request: '/v4/assets/7' });
        await alertBob(test, rules[kind]);
        expect(test.fired).toEqual([]);
      }
      const first = await runProcess(folder.path, moment, kind);
      expect(first.killed).toBe(true);

      const second = await restart(folder.path);
      expect(second.logged).toHaveLength(1);
      const told = [...first.told, ...second.told];
      expect(new Set(told.map(({ id }) => id))).toEqual(new Set(second.logged.map(({ id }) => id)));
      // Told again only where nobody can know whether it was told.
      expect(told).toHaveLength(moment === 'after it is told' ? 2 : 1);

      const third = await restart(folder.path);
      expect(third.told).toEqual([]);
      expect(third.logged).toHaveLength(1);
    },
  );
});
