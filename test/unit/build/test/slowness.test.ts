import { expect, it, vi } from 'vitest';
import { watchSlowness } from '../../../../build/test/slowness.ts';

it('is unknown until fixed work was done once, then a factor of at least 1', async () => {
  const stop = watchSlowness();
  expect(stop()).toBeUndefined();
  await vi.waitFor(() => {
    expect(stop()).toBeGreaterThanOrEqual(1);
  }, 30_000);
});
