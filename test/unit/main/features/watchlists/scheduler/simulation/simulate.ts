import Database from 'better-sqlite3';
import { FailureError } from '../../../../../../../preload/contract/failures.ts';
import type { Query } from '../../../../../../../preload/contract/query.ts';
import { createBudgetLedger } from '../../../../../../../main/features/connections/budgetLedger.ts';
import { makeRandom } from '../../../../../../../main/sample-service/data/random.ts';
import { listRequest } from '../../../../../../../main/data-service/client.ts';
import { limitedEndpoint } from '../../../../../../../main/data-service/assumptions.ts';
import type { BudgetLedger, Purpose } from '../../../../../../../main/data-service/budget.ts';
import {
  budgetSpent,
  failureOfStatus,
  unreachable,
} from '../../../../../../../main/data-service/failures.ts';
import { makeBudgets } from '../../../../../../../main/store/cache/budgets.ts';
import { cacheMigrations } from '../../../../../../../main/store/cache/cacheMigrations.ts';
import { migrate } from '../../../../../../../main/platform/sqlite/migrations.ts';
import { createScheduler } from '../../../../../../../main/features/watchlists/scheduler/scheduler.ts';
import type {
  AnsweredPage,
  SchedulerReport,
} from '../../../../../../../main/features/watchlists/scheduler/types.ts';
import { asksForEverything, makeMatcher, ServiceModel } from './serviceModel.ts';
import type { Trace, TracedTransaction } from './trace.ts';
import { hourMs } from './trace.ts';
import { VirtualTime } from './virtualClock.ts';

export interface Run {
  /** Every request that was sent, in order; in true time, as everything here. */
  readonly sent: readonly {
    readonly at: number;
    readonly by: Purpose;
    readonly outcome: 'page' | 'refused' | 'failed';
  }[];
  /** When each transaction was first fetched. */
  readonly fetchedAt: ReadonlyMap<string, number>;
  /** How often each transaction was told as new to a list. */
  readonly told: ReadonlyMap<string, number>;
  /** When the service answered for each list. */
  readonly checks: ReadonlyMap<string, readonly number[]>;
  /** The plan at each hour in which the app ran. */
  readonly reports: readonly { readonly at: number; readonly report: SchedulerReport }[];
  /** Requests of the person that our own count refused. */
  readonly personRefused: number;
}

export interface RunOptions {
  readonly perHour: number;
  readonly reserve: number;
  readonly lateDays: number;
  readonly seed: number;
  /** The service answers no request that names neither a wallet nor anything else. */
  readonly refusesEverything?: boolean;
  /** The longest request that the service takes, in bytes. */
  readonly maxBytes: number;
}

/** Drives the scheduler through a trace. Everything but the service, the clock and the store of transactions is the real thing. */
export async function simulate(trace: Trace, options: RunOptions): Promise<Run> {
  const { perHour, reserve, lateDays, seed } = options;
  const time = new VirtualTime(trace.start);
  const random = makeRandom(seed, 3);
  const service = new ServiceModel(trace, perHour, () => time.now);
  const ledger = openLedger(perHour, reserve, () => time.now + time.wallOffset);
  const listsOf = makeMatcher(trace.lists);

  const sent: Run['sent'][number][] = [];
  const fetchedAt = new Map<string, number>();
  const told = new Map<string, number>();
  const kept = new Set<string>();
  const synced = new Set<string>();
  const checks = new Map<string, number[]>();
  const reports: Run['reports'][number][] = [];
  let personRefused = 0;
  let stored: unknown = null;

  const isIn = (spans: readonly { from: number; until: number }[]): boolean =>
    spans.some(({ from, until }) => from <= time.now && time.now < until);

  /** One request, with what the client does about it. */
  async function send(
    query: Query | null,
    by: Purpose,
  ): Promise<readonly [TracedTransaction[], number, number]> {
    const taken = await ledger.take(limitedEndpoint, by);
    if (!taken.granted) throw new FailureError(budgetSpent(limitedEndpoint, taken.nextAt));
    if (isIn(trace.outages) || isIn(trace.offline) || random.chance(0.005)) {
      sent.push({ at: time.now, by, outcome: 'failed' });
      throw new FailureError(unreachable(new Error('down'), limitedEndpoint, 'key'));
    }
    if (options.refusesEverything === true && query !== null && asksForEverything(query)) {
      sent.push({ at: time.now, by, outcome: 'failed' });
      const [request, message] = [limitedEndpoint, 'Name a token, an asset or a wallet.'];
      throw new FailureError(failureOfStatus({ status: 400, message, request, retryAt: null }));
    }
    if (query !== null && listRequest('transactions', query).length > options.maxBytes) {
      sent.push({ at: time.now, by, outcome: 'failed' });
      const [request, message] = [limitedEndpoint, undefined];
      throw new FailureError(failureOfStatus({ status: 414, message, request, retryAt: null }));
    }
    const answer = service.answer(query);
    if (answer.status === 429) {
      const retryAt = time.now + time.wallOffset + answer.retryAfterMs;
      sent.push({ at: time.now, by, outcome: 'refused' });
      await ledger.exhausted(limitedEndpoint, retryAt);
      const request = limitedEndpoint;
      throw new FailureError(failureOfStatus({ status: 429, message: undefined, request, retryAt }));
    }
    sent.push({ at: time.now, by, outcome: 'page' });
    return [[...answer.records], answer.resultCount, answer.pageCount];
  }

  /** Keeps what came and tells the lists, each transaction once: the work of the store. */
  function takeIn(records: readonly TracedTransaction[]): Map<string, number> {
    const added = new Map<string, number>();
    for (const transaction of records) {
      if (!fetchedAt.has(transaction.id)) fetchedAt.set(transaction.id, time.now);
      if (kept.has(transaction.id)) continue;
      kept.add(transaction.id);
      for (const id of listsOf(transaction)) {
        added.set(id, (added.get(id) ?? 0) + 1);
        const what = `${id} ${transaction.id}`;
        told.set(what, (told.get(what) ?? 0) + 1);
      }
    }
    return added;
  }

  /** Runs the app until it is closed or killed. */
  async function runApp(until: number, killed: boolean): Promise<void> {
    let dead = false;
    const never = new Promise<never>(() => undefined);
    const clock = time.clock(() => dead);
    const scheduler = createScheduler({
      clock,
      random: random.next,
      readLists: () =>
        Promise.resolve(trace.lists.map((list) => ({ ...list, name: list.id, synced: synced.has(list.id) }))),
      async ask(query, purpose): Promise<AnsweredPage> {
        // An answer takes a while, in which the app may be killed.
        await clock.sleep(500 + random.next() * 4000, new AbortController().signal);
        const [records, resultCount, pageCount] = await send(query, purpose);
        const added = takeIn(records);
        if (dead) await never;
        const slots = new Map<string, number>();
        for (const { slot } of records) slots.set(slot, (slots.get(slot) ?? 0) + 1);
        return { pageCount, resultCount, records: records.length, slots, added };
      },
      limit: () => ({ perHour, reserve }),
      lateDays: () => lateDays,
      pauseReason: () => (isIn(trace.offline) ? 'offline' : null),
      loadState: () => Promise.resolve(JSON.parse(JSON.stringify(stored))),
      async saveState(state) {
        if (dead) await never;
        stored = state;
      },
      async markSynced(of) {
        if (dead) await never;
        for (const { id } of of) synced.add(id);
      },
      async markChecked(ids) {
        if (dead) await never;
        for (const id of ids) {
          const known = checks.get(id);
          if (known === undefined) checks.set(id, [time.now]);
          else known.push(time.now);
        }
      },
      onChanged: () => undefined,
    });
    scheduler.start();
    for (let at = time.now; at < until; at = time.now) {
      await time.run(Math.min(until, at + hourMs));
      reports.push({ at: time.now, report: await scheduler.report() });
    }
    if (killed) {
      dead = true;
    } else {
      const ended = scheduler.stop();
      await time.run(time.now + 10_000);
      await ended;
    }
  }

  for (const at of trace.person.toReversed()) {
    time.at(at, () => {
      if (isIn(trace.outages) || isIn(trace.offline) || isIn(trace.closed)) return;
      send(null, 'person').catch((error: unknown) => {
        if (
          error instanceof FailureError &&
          error.failure.status === undefined &&
          error.failure.code === 'rate-limited'
        )
          personRefused += 1;
      });
    });
  }
  for (const { at, offset } of trace.clocks) {
    time.at(at, () => {
      time.wallOffset = offset;
    });
  }
  for (const { from, until, killed } of [
    ...trace.closed,
    { from: trace.end, until: trace.end, killed: false },
  ]) {
    await runApp(from, killed);
    await time.run(Math.max(time.now, until));
  }
  return { sent, fetchedAt, told, checks, reports, personRefused };
}

function openLedger(perHour: number, reserve: number, now: () => number): BudgetLedger {
  const database = new Database(':memory:');
  migrate(database, cacheMigrations);
  const budgets = makeBudgets(database);
  return createBudgetLedger({
    cache: {
      takeRequest: (request) => Promise.resolve(budgets.takeRequest(request)),
      emptyBudget: (request) => {
        budgets.emptyBudget(request);
        return Promise.resolve();
      },
    },
    limitOf: (resource) => (resource === 'transactions' ? { perHour, reserve } : null),
    now,
    onChanged: () => undefined,
  });
}
