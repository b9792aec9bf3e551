import Database from 'better-sqlite3';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { longestHoldMs, makeBudgets } from '../../../../../../main/store/cache/maintenance/budgets.ts';
import { cacheMigrations } from '../../../../../../main/store/cache/maintenance/cacheMigrations.ts';
import { migrate } from '../../../../../../main/platform/sqlite/migrations.ts';

type Budgets = ReturnType<typeof makeBudgets>;

const endpoint = '/v4/transactions';
const perHour = 120;
const second = 1000;
const hour = 3600 * second;
const start = Date.UTC(2026, 0, 1);

function openBudgets(): Disposable & Budgets {
  const database = new Database(':memory:');
  migrate(database, cacheMigrations);
  return { ...makeBudgets(database), [Symbol.dispose]: () => database.close() };
}

/** Takes until there is nothing left; returns how many were granted. */
function drain(budgets: Budgets, now: number): number {
  for (let granted = 0; ; granted += 1) {
    if (!budgets.takeRequest({ endpoint, perHour, now }).granted) return granted;
  }
}

describe('a bucket of requests', () => {
  it('is full at first, and says so', () => {
    using budgets = openBudgets();
    expect(budgets.readBudget({ endpoint, perHour, now: start })).toEqual({ left: 120, nextAt: null });
  });

  it('gives what it holds, then one each 30 seconds', () => {
    using budgets = openBudgets();
    expect(drain(budgets, start)).toBe(120);
    const refused = budgets.takeRequest({ endpoint, perHour, now: start + 10 * second });
    expect(refused).toEqual({ granted: false, left: 0, nextAt: start + 30 * second });
    expect(drain(budgets, start + 30 * second)).toBe(1);
    expect(drain(budgets, start + 10 * 60 * second)).toBe(19);
    expect(budgets.readBudget({ endpoint, perHour, now: start + 20 * 60 * second })).toEqual({
      left: 20,
      nextAt: start + 20 * 60 * second + 30 * second,
    });
  });

  it('grants at the time it has named', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 5000 }),
        fc.array(fc.integer({ min: 0, max: hour }), { maxLength: 20 }),
        (rate, pauses) => {
          using budgets = openBudgets();
          let now = start;
          for (const pause of pauses) {
            now += pause;
            const taken = budgets.takeRequest({ endpoint, perHour: rate, now });
            if (taken.granted) continue;
            now = taken.nextAt ?? Number.NaN;
            expect(budgets.takeRequest({ endpoint, perHour: rate, now }).granted).toBe(true);
          }
        },
      ),
    );
  });

  it('never holds more than an hour’s requests', () => {
    using budgets = openBudgets();
    drain(budgets, start);
    expect(drain(budgets, start + 100 * hour)).toBe(120);
  });

  it('neither grants nor takes anything when the clock is set back', () => {
    using budgets = openBudgets();
    drain(budgets, start);
    const back = start - 5 * hour;
    expect(budgets.takeRequest({ endpoint, perHour, now: back })).toEqual({
      granted: false,
      left: 0,
      nextAt: back + 30 * second,
    });
    expect(drain(budgets, back + 30 * second)).toBe(1);
  });

  it('gives nothing twice to processes whose clocks differ a little', () => {
    using budgets = openBudgets();
    drain(budgets, start);
    let granted = 0;
    for (let step = 0; step <= 120; step += 1) {
      const now = start + step * 30 * second - (step % 2) * 5 * second;
      granted += drain(budgets, now);
    }
    expect(granted).toBe(120);
  });

  it('keeps buckets of endpoints apart', () => {
    using budgets = openBudgets();
    drain(budgets, start);
    expect(budgets.readBudget({ endpoint: '/v4/assets', perHour, now: start }).left).toBe(120);
  });
});

describe('several requests at once', () => {
  it('are granted while plenty are left, never of a full bucket and never near the reserve', () => {
    using budgets = openBudgets();
    const take = (keep = 0) => budgets.takeRequest({ endpoint, perHour, now: start, reserve: 20, keep });
    expect(take()).toMatchObject({ granted: true, taken: 1, left: 119 });
    expect(take()).toMatchObject({ granted: true, taken: 8, left: 111 });
    budgets.giveBack({ endpoint, perHour, now: start, unused: 7 });
    expect(budgets.readBudget({ endpoint, perHour, now: start }).left).toBe(118);
    let taken = take();
    while (taken.granted && taken.taken > 1) taken = take();
    expect(taken.left).toBeGreaterThan(20);
    for (; taken.granted; taken = take()) expect(taken.taken).toBe(1);
    expect(taken).toMatchObject({ granted: false, left: 0 });
  });

  it('never come to more than one at a time would, however many hold them and for how long', () => {
    const step = fc.record({
      pause: fc.integer({ min: 0, max: 40_000 }),
      holder: fc.integer({ min: 0, max: 2 }),
      spends: fc.integer({ min: 0, max: 12 }),
      givesBack: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.integer({ min: 20, max: 4000 }), fc.array(step, { maxLength: 60 }), (rate, steps) => {
        using budgets = openBudgets();
        using singles = openBudgets();
        const holders = [0, 1, 2].map(() => ({ count: 0, until: 0 }));
        let now = start;
        for (const { pause, holder: which, spends, givesBack } of steps) {
          now += pause;
          const holder = holders[which] ?? { count: 0, until: 0 };
          for (let spent = 0; spent < spends; spent += 1) {
            if (holder.count > 0 && now <= holder.until) holder.count -= 1;
            else {
              const unused = holder.count;
              const taken = budgets.takeRequest({ endpoint, perHour: rate, now, reserve: 5, unused });
              holder.count = taken.granted ? taken.taken - 1 : 0;
              holder.until = now + longestHoldMs(rate);
              if (!taken.granted) break;
            }
            expect(singles.takeRequest({ endpoint, perHour: rate, now }).granted).toBe(true);
          }
          if (!givesBack) continue;
          budgets.giveBack({ endpoint, perHour: rate, now, unused: holder.count });
          holder.count = 0;
        }
      }),
    );
  });
});

describe('after the service has refused', () => {
  it('nothing is left until the next refill where the service does not say when', () => {
    using budgets = openBudgets();
    budgets.emptyBudget({ endpoint, perHour, now: start, retryAt: null });
    expect(budgets.readBudget({ endpoint, perHour, now: start })).toEqual({
      left: 0,
      nextAt: start + 30 * second,
    });
  });

  it.each([
    ['a second', second],
    ['45 minutes', 45 * 60 * second],
  ])('one request is there after %s, as the service says', (_, pause) => {
    using budgets = openBudgets();
    budgets.emptyBudget({ endpoint, perHour, now: start, retryAt: start + pause });
    expect(budgets.takeRequest({ endpoint, perHour, now: start + pause - 100 })).toEqual({
      granted: false,
      left: 0,
      nextAt: start + pause,
    });
    expect(drain(budgets, start + pause)).toBe(1);
  });

  it('a time in the past, or years ahead, is not believed', () => {
    using budgets = openBudgets();
    budgets.emptyBudget({ endpoint, perHour, now: start, retryAt: start - hour });
    expect(drain(budgets, start)).toBe(1);
    budgets.emptyBudget({ endpoint, perHour, now: start, retryAt: start + 10_000 * hour });
    expect(drain(budgets, start + 24 * hour)).toBe(1);
  });
});
