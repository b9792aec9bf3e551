import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Budget } from '../../../../preload/contract/budgets.ts';
import { ok } from '../../../../preload/contract/failures.ts';
import { BudgetsState } from '../../../../renderer/shell/budgets.svelte.ts';

const startMs = Date.UTC(2026, 0, 1, 12);
const perHour = 120;
const refillMs = 3_600_000 / perHour;

/** A bucket from which three requests were taken at the start, and the window's view of it. */
function openBudgets(): { budgets: BudgetsState; asked: () => number; stop: () => void } {
  let asked = 0;
  const read = (): Budget => {
    const filled = Math.floor((Date.now() - startMs) / refillMs);
    const left = Math.min(perHour, 117 + filled);
    const nextAt = left === perHour ? null : startMs + (filled + 1) * refillMs;
    const of = { connectionId: 'one', endpoint: '/v4/transactions', perHour, reserve: 10, waiting: [] };
    return { ...of, left, nextAt };
  };
  const none = () => () => undefined;
  const budgets = new BudgetsState({
    getBudgets: () => {
      asked += 1;
      return Promise.resolve(ok([read()]));
    },
    onBudgetChanged: none,
    onReachChanged: none,
  });
  return { budgets, asked: () => asked, stop: budgets.start() };
}

describe('the requests left as the window shows them', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: startMs });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('grow with time, as what main says when it is asked', async () => {
    const { budgets, asked, stop } = openBudgets();
    await budgets.follow('one');
    expect(budgets.of('transactions')?.left).toBe(117);
    await vi.advanceTimersByTimeAsync(refillMs);
    expect(budgets.of('transactions')?.left).toBe(118);
    await vi.advanceTimersByTimeAsync(10 * refillMs);
    expect(budgets.of('transactions')).toMatchObject({ left: 120, nextAt: null });
    // A full bucket is not asked for again.
    const whenFull = asked();
    await vi.advanceTimersByTimeAsync(10 * refillMs);
    expect(asked()).toBe(whenFull);
    stop();
  });

  it('are asked for no more once the window has gone', async () => {
    const { budgets, asked, stop } = openBudgets();
    await budgets.follow('one');
    stop();
    await vi.advanceTimersByTimeAsync(10 * refillMs);
    expect(asked()).toBe(1);
  });
});
