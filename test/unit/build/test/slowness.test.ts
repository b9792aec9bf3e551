import { setTimeout } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { watchSlowness } from '../../../../build/test/slowness.ts';

it('the slowness of a computer is above nothing, and 2.5 at most', async () => {
  const watched = watchSlowness(5);
  await setTimeout(100);
  const slowness = watched();
  expect(slowness).toBeGreaterThan(0.1);
  expect(slowness).toBeLessThanOrEqual(2.5);
});
