import { beforeAll, describe, expect, it } from 'vitest';
import { someOf } from '../../../../../../support/scale.ts';
import { judge, type Judgement } from './judge.ts';
import { simulate, type Run } from './simulate.ts';
import { makeTrace } from './trace.ts';

/** A month costs a few seconds of a processor that is free. */
const patience = 180_000;
/** As many bytes as any server takes, and as many as some do. */
const usualBytes = 7800;
const generousBytes = 64 * 1024;
const rules = { perHour: 120, reserve: 20, lateDays: 2, othersAnHour: 60 };

async function live(options: {
  seed: number;
  days: number;
  wallets: number;
  transactionsADay: number;
  refusesEverything?: boolean;
  maxBytes?: number;
}): Promise<{
  run: Run;
  judged: Judgement;
}> {
  const trace = makeTrace({ ...rules, ...options, lists: 200 });
  const { seed, refusesEverything = false, maxBytes = usualBytes } = options;
  const run = await simulate(trace, { ...rules, seed, refusesEverything, maxBytes });
  const judged = judge(trace, run, { ...rules, refusesEverything, maxBytes });
  const { sent, optimum, ratio, refused, failed, worstWait } = judged;
  process.stdout.write(
    `seed ${options.seed.toString()}, ${options.days.toString()} days, ${options.wallets.toString()} wallets: ` +
      `${sent.toString()} requests (${refused.toString()} refused, ${failed.toString()} failed), optimum ${optimum.toString()}, ` +
      `ratio ${ratio.toFixed(3)}, longest wait ${worstWait.toFixed(2)} of its fair share\n`,
  );
  return { run, judged };
}

describe.each(someOf([1, 2, 3]))(
  'a month of 200 lists: bursts, outages, restarts, clocks that are set, seed %i',
  (seed) => {
    let judged: Judgement;
    let run: Run;

    beforeAll(async () => {
      ({ judged, run } = await live({ seed, days: 30, wallets: 600, transactionsADay: 2000 }));
    }, patience);

    it('no transaction is missed within the window, and none reported twice', () => {
      expect(judged.fetched).toBeGreaterThan(40_000);
      expect(judged.missed).toEqual([]);
      expect(judged.twice).toBe(0);
    });

    it('never over the limit', () => {
      expect(judged.overLimit).toBe(0);
      expect(judged.refused).toBeLessThanOrEqual(judged.sent * 0.01);
      expect(run.personRefused).toBe(0);
    });

    it('no list waits over three times its fair share', () => {
      expect(judged.worstWait).toBeLessThanOrEqual(3);
    });

    it('with at most 1.2 times the requests of one who knows the future', () => {
      expect(judged.ratio).toBeLessThanOrEqual(1.2);
    });
  },
);

describe('5,000 wallets, which take 200 requests as they stand, and another client that spends half of the budget', () => {
  let judged: Judgement;

  beforeAll(async () => {
    ({ judged } = await live({ seed: 4, days: 6, wallets: 5000, transactionsADay: 2000 }));
  }, patience);

  it('nothing is missed or reported twice, and the limit holds', () => {
    expect(judged.missed).toEqual([]);
    expect(judged.twice).toBe(0);
    expect(judged.overLimit).toBe(0);
  });

  it('no list waits over three times its fair share', () => {
    expect(judged.worstWait).toBeLessThanOrEqual(3);
  });

  it('with at most 1.2 times the requests of one who knows the future', () => {
    expect(judged.ratio).toBeLessThanOrEqual(1.2);
  });
});

describe.each([
  { wallets: 600, days: 10, maxBytes: usualBytes, most: 1.2 },
  // Of 200 requests many find nothing, which one who knows the future would not send: 2.5 times as many.
  { wallets: 5000, days: 6, maxBytes: usualBytes, most: null },
  { wallets: 5000, days: 6, maxBytes: generousBytes, most: 1.4 },
])(
  '$wallets wallets of a service that takes no request without conditions and $maxBytes bytes',
  ({ wallets, days, maxBytes, most }) => {
    let judged: Judgement;

    beforeAll(async () => {
      const options = { seed: 4, days, wallets, transactionsADay: 2000, refusesEverything: true, maxBytes };
      ({ judged } = await live(options));
    }, patience);

    it('nothing is missed or reported twice, and the limit holds', () => {
      expect(judged.missed).toEqual([]);
      expect(judged.twice).toBe(0);
      expect(judged.overLimit).toBe(0);
    });

    it('what others spend is learnt: few requests are refused', () => {
      expect(judged.refused).toBeLessThanOrEqual(judged.sent * 0.03);
    });

    it('no list waits over three times its fair share', () => {
      expect(judged.worstWait).toBeLessThanOrEqual(3);
    });

    it.runIf(most !== null)(
      `with at most ${String(most)} times the requests of one who knows the future`,
      () => {
        expect(judged.ratio).toBeLessThanOrEqual(most ?? 0);
      },
    );
  },
);
