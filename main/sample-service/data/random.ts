/** Equal on every machine: no `Math.pow` and `Math.log`, whose last digit depends on the engine. */
export type Random = ReturnType<typeof makeRandom>;

export function hash(...parts: readonly number[]): number {
  let mixed = 0x9e3779b9;
  for (const part of parts) {
    mixed = Math.imul(mixed ^ part ^ (part / 0x100000000), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    mixed ^= mixed >>> 16;
  }
  return mixed >>> 0;
}

export function makeRandom(...keys: readonly number[]) {
  // sfc32 by Chris Doty-Humphrey, public domain.
  let a = hash(...keys, 1);
  let b = hash(...keys, 2);
  let c = hash(...keys, 3);
  let counter = 1;
  const bits = (): number => {
    const result = (a + b + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + result) | 0;
    return result >>> 0;
  };
  for (let round = 0; round < 8; round += 1) bits();
  const next = (): number => bits() / 0x100000000;
  return {
    bits,
    next,
    integer: (from: number, to: number): number => from + Math.floor(next() * (to - from + 1)),
    between: (from: number, to: number): number => from + next() * (to - from),
    chance: (probability: number): boolean => next() < probability,
    pick: <T>(choices: readonly T[]): T => {
      const choice = choices[Math.floor(next() * choices.length)];
      if (choice === undefined) throw new RangeError('There is nothing to pick from.');
      return choice;
    },
    /** An index below `count`; low ones are far more likely. */
    heavyIndex: (count: number): number => {
      const even = next();
      return Math.floor(even * even * even * count);
    },
    heavy: (limit: number): number => Math.min(limit, 0.5 / Math.sqrt(1 - next())),
  };
}

/** Rounds to decimal places; unchanged if too large to have them. */
export function round(value: number, places: number): number {
  const scale = powerOfTen(places);
  const scaled = value * scale;
  return Math.abs(scaled) < 2 ** 53 ? Math.round(scaled) / scale : value;
}

const powers: readonly number[] = Array.from({ length: 31 }, (_, exponent) =>
  Number(`1e${exponent.toString()}`),
);

/** Returns 10 ** exponent (0 to 30) exactly as its literal. */
export function powerOfTen(exponent: number): number {
  const power = powers[exponent];
  if (power === undefined) throw new RangeError(`There is no power of ten for ${exponent.toString()}.`);
  return power;
}
