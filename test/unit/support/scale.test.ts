import { describe, expect, it } from 'vitest';
import { atScale, partIn, scaled, someOf } from '../../support/scale.ts';

describe('the scale of random tests', () => {
  it('is a twentieth where nothing is set, and refuses what is no part', () => {
    expect(partIn(undefined)).toBe(0.05);
    expect(partIn('1')).toBe(1);
    for (const wrong of ['0', '2', '-1', 'all', ''])
      expect(() => partIn(wrong)).toThrow(`RWA_TEST_SCALE is "${wrong}"`);
  });

  it('runs at least one case, and picks as many choices, in their order', () => {
    expect(scaled(1)).toBe(1);
    const all = Array.from({ length: 100 }, (_, number) => number);
    const some = someOf(all);
    expect(some).toHaveLength(scaled(100));
    expect(some).toEqual([...some].sort((a, b) => a - b));
    expect(someOf(all)).toEqual(some);
  });

  it('ends a failure with the command that repeats it', async () => {
    const failing = atScale(import.meta.filename, 1000, ({ count }) => {
      throw new Error(`Failed among ${count.toString()}.`);
    });
    await expect(failing).rejects.toThrow(
      /^Failed among \d+\.\nTo repeat: RWA_TEST_SCALE=[\d.]+ RWA_TEST_SEED=\d+ npm run test:unit -- test\/unit\/support\/scale\.test\.ts$/,
    );
  });
});
