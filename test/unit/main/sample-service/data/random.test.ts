import { describe, expect, it } from 'vitest';
import { hash, makeRandom, powerOfTen, round } from '../../../../../main/sample-service/data/random.ts';

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

  it('are spread evenly', () => {
    const random = makeRandom(5);
    const counts = Array.from({ length: 10 }, () => 0);
    for (let draw = 0; draw < 100_000; draw += 1) {
      const place = Math.floor(random.next() * 10);
      counts[place] = (counts[place] ?? 0) + 1;
    }
    for (const count of counts) expect(Math.abs(count - 10_000)).toBeLessThan(500);
  });

  it('stay within their bounds', () => {
    const random = makeRandom(6);
    const drawn = Array.from({ length: 10_000 }, () => random.integer(3, 7));
    expect([...new Set(drawn)].sort()).toEqual([3, 4, 5, 6, 7]);
    for (let draw = 0; draw < 1000; draw += 1) {
      expect(random.heavyIndex(4)).toBeLessThan(4);
      expect(random.heavy(50)).toBeGreaterThanOrEqual(0.5);
      expect(random.heavy(50)).toBeLessThanOrEqual(50);
      expect(random.between(-1, 1)).toBeGreaterThanOrEqual(-1);
      expect(random.pick(['a', 'b'])).toMatch(/^[ab]$/);
    }
    expect(() => random.pick([])).toThrow('nothing to pick');
  });

  it('have a heavy tail where they should', () => {
    const random = makeRandom(7);
    const drawn = Array.from({ length: 10_000 }, () => random.heavy(1000)).sort((a, b) => b - a);
    expect(drawn[5000]).toBeLessThan(0.8);
    expect(drawn[10]).toBeGreaterThan(10);
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

  it('keeps NaN', () => {
    expect(round(NaN, 2)).toBeNaN();
  });

  it('knows powers of ten from 0 to 30', () => {
    expect([powerOfTen(0), powerOfTen(12), powerOfTen(30)]).toEqual([1, 1e12, 1e30]);
    expect(() => powerOfTen(31)).toThrow('31');
  });
});
