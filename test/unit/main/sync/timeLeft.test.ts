import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { withTimeLeft } from '../../../../main/sync/timeLeft.ts';
import { makeRandom } from '../../../../main/sample-service/data/random.ts';
import { hourMs, minuteMs } from '../../../../preload/contract/days.ts';

/** Reads a list of pages as a sync does, over a bucket of requests; returns each estimate after the first minute beside what it took. */
async function estimatesOf(seed: number): Promise<{ said: number; took: number }[]> {
  const random = makeRandom(seed);
  const perHour = random.integer(20, 5000);
  const reserve = random.integer(0, Math.min(30, perHour - 1));
  let tokens = random.integer(0, perHour);
  const [pages, perPage, requestMs] = [
    random.integer(40, 2000),
    random.integer(10, 1000),
    random.integer(100, 4000),
  ];
  let at = 0;
  const pass = (ms: number): void => {
    at += ms;
    tokens = Math.min(perHour, tokens + (ms * perHour) / hourMs);
  };
  const estimates: { at: number; leftMs: number }[] = [];
  const { update } = withTimeLeft(
    {
      signal: new AbortController().signal,
      update({ leftMs }) {
        if (leftMs !== undefined) estimates.push({ at, leftMs });
      },
    },
    () =>
      Promise.resolve({
        ...{ connectionId: '', endpoint: '', perHour, reserve, left: Math.floor(tokens) },
        ...{ nextAt: null, waiting: [] },
      }),
    () => at,
  );
  const total = pages * perPage;
  for (let page = 0; page < pages; page += 1) {
    const missing = 1 + reserve - tokens;
    if (missing > 0) {
      update({ state: 'waiting', resumesAt: null });
      pass((missing * hourMs) / perHour);
      update({ state: 'running', resumesAt: null });
    }
    tokens -= 1;
    pass(requestMs * random.between(0.5, 1.5));
    update({ done: (page + 1) * perPage, total });
    await setImmediate();
  }
  // What is nearly over is not estimated any more.
  return estimates
    .filter((estimate) => estimate.at >= minuteMs && at - estimate.at > 3 * minuteMs)
    .map((estimate) => ({ said: estimate.leftMs, took: at - estimate.at }));
}

it('says after the first minute how long a sync takes within a factor of two, whatever limits it', async () => {
  let compared = 0;
  for (let seed = 1; seed <= 60; seed += 1) {
    for (const { said, took } of await estimatesOf(seed)) {
      compared += 1;
      expect(said / took, `seed ${seed.toString()}`).toBeGreaterThan(0.5);
      expect(said / took, `seed ${seed.toString()}`).toBeLessThan(2);
    }
  }
  expect(compared).toBeGreaterThan(1000);
});
