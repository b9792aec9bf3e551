import { beforeAll, describe, expect, test } from 'vitest';
import { judge, type Judgement } from './judge.ts';
import { simulate, type Run } from './simulate.ts';
import { makeTrace } from './trace.ts';

/** A month costs a few seconds of a processor that is free. */
const patience = 180_000;
const rules = { perHour: 120, reserve: 20, lateDays: 2, othersAnHour: 60 };

async function live(options: {
  seed: number;
  days: number;
  wallets: number;
  transactionsADay: number;
}): Promise<{
  run: Run;
  judged: Judgement;
}> {
  const trace = makeTrace({ ...rules, ...options, lists: 200 });
  const run = await simulate(trace, { ...rules, seed: options.seed });
  const judged = judge(trace, run, rules);
  const { sent, optimum, ratio, refused, failed, worstWait } = judged;
  process.stdout.write(
    `seed ${options.seed.toString()}, ${options.days.toString()} days, ${options.wallets.toString()} wallets: ` +
      `${sent.toString()} requests (${refused.toString()} refused, ${failed.toString()} failed), optimum ${optimum.toString()}, ` +
      `ratio ${ratio.toFixed(3)}, longest wait ${worstWait.toFixed(2)} of its fair share\n`,
  );
  return { run, judged };
}

describe.each([1, 2, 3])(
  'a month of 200 lists: bursts, outages, restarts, clocks that are set, seed %i',
  (seed) => {
    let judged: Judgement;
    let run: Run;

    beforeAll(async () => {
      ({ judged, run } = await live({ seed, days: 30, wallets: 600, transactionsADay: 2000 }));
    }, patience);

    test('no transaction is missed within the window, and none told twice', () => {
      expect(judged.fetched).toBeGreaterThan(40_000);
      expect(judged.missed).toEqual([]);
      expect(judged.twice).toBe(0);
    });

    test('never over the limit', () => {
      expect(judged.overLimit).toBe(0);
      expect(judged.refused).toBeLessThanOrEqual(judged.sent * 0.01);
      expect(run.personRefused).toBe(0);
    });

    test('no list waits over three times its fair share', () => {
      expect(judged.worstWait).toBeLessThanOrEqual(3);
    });

    test('with at most 1.2 times the requests of one who knows the future', () => {
      expect(judged.ratio).toBeLessThanOrEqual(1.2);
    });
  },
);

describe('more than the budget allows: 5,000 wallets, and another client that spends half of it', () => {
  let judged: Judgement;

  beforeAll(async () => {
    ({ judged } = await live({ seed: 4, days: 6, wallets: 5000, transactionsADay: 2000 }));
  }, patience);

  test('nothing is missed or told twice, and the limit is kept', () => {
    expect(judged.missed).toEqual([]);
    expect(judged.twice).toBe(0);
    expect(judged.overLimit).toBe(0);
  });

  test('what others spend is learnt: few requests are refused', () => {
    expect(judged.refused).toBeLessThanOrEqual(judged.sent * 0.03);
  });

  test('no list waits over three times its fair share', () => {
    expect(judged.worstWait).toBeLessThanOrEqual(3);
  });
});
