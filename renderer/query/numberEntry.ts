import type { Unit } from '../../preload/contract/units.ts';

/** Numbers as people write them: `1.5m`, `20k`, `$1,000`, `2 bn`, `4.5%`. */

/** How a number is entered, for an empty box. Yields and shares are in percent. */
export function exampleOf(unit: Unit | undefined): string {
  return unit === 'percent' ? '4.5' : '10m, 20k, 1.5';
}

const scales: Readonly<Record<string, number>> = {
  k: 3,
  thousand: 3,
  m: 6,
  mn: 6,
  mio: 6,
  million: 6,
  b: 9,
  bn: 9,
  billion: 9,
  t: 12,
  tn: 12,
  trillion: 12,
};

const written =
  /^([+-])?\s*[$€£]?\s*((?:\d+(?:,\d{3})*|\d*)(?:\.\d+)?|\d+(?:\.\d*)?)(e[+-]?\d+)?\s*([a-z]*)\s*%?$/i;

/** The number that is meant, or null for text that is none. Commas group thousands; a percent sign says no more than itself. */
export function parseNumberEntry(text: string): number | null {
  const parts = written.exec(
    text
      .trim()
      .replaceAll(/[_\u00a0\u202f']/g, '')
      .replace('−', '-'),
  );
  if (parts === null) return null;
  const [, sign = '', digits = '', exponent = 'e0', word = ''] = parts;
  if (!/\d/.test(digits)) return null;
  const scale = word === '' ? 0 : scales[word.toLowerCase()];
  if (scale === undefined) return null;
  // Shifted as text: 1.1 × 1,000,000 is not 1,100,000 in binary.
  const power = Number(exponent.slice(1)) + scale;
  const number = Number(`${sign}${digits.replaceAll(',', '')}e${power.toString()}`);
  return Number.isFinite(number) ? number : null;
}

const shortScales = [
  { power: 12, letter: 't' },
  { power: 9, letter: 'b' },
  { power: 6, letter: 'm' },
  { power: 3, letter: 'k' },
] as const;

/** A number as it would be entered, shortest first; entering it again gives the same number. */
export function writeNumberEntry(value: number): string {
  const plain = String(value);
  const size = Math.abs(value);
  for (const { power, letter } of shortScales) {
    if (size < 10 ** power) continue;
    const short = `${String(value / 10 ** power)}${letter}`;
    if (short.length < plain.length && parseNumberEntry(short) === value) return short;
  }
  return plain;
}
