import { describe, expect, it } from 'vitest';
import { hash, makeRandom, round } from '../../../../../main/sample-service/data/random.ts';

describe('random numbers', () => {
  it('are the same for the same keys, on every machine', () => {
    const random = makeRandom(1, 2, 3);
    expect([random.bits(), random.bits(), random.bits()]).toEqual([
      3_937_340_894, 2_827_444_370, 2_279_078_644,
    ]);
    expect(makeRandom(1, 2, 3).bits()).toBe(makeRandom(1, 2, 3).bits());
    expect(makeRandom(1, 2, 3).bits()).not.toBe(makeRandom(1, 2, 4).bits());
    expect(hash(1, 2)).not.toBe(hash(2, 1));
  });
});

describe('rounding', () => {
  it.each([
    [1.005, 2, 1],
    [1.255, 2, 1.25],
    [0.1 + 0.2, 6, 0.3],
    [-2.5, 0, -2],
    [0.000001234, 7, 0.0000012],
    [1e300, 2, 1e300],
  ])('%d to %d places is %d', (value, places, expected) => {
    expect(round(value, places)).toBe(expected);
  });
});
