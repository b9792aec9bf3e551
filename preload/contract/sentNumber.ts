import { isBeyondDouble } from './exactNumbers.ts';
import type { Json } from './json.ts';

/** Text counts as a JSON number only (RFC 8259, 6): no plus sign, separators or leading zeros. */

export const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Returns the nearest double, or null. */
export function readNumber(value: Json | undefined): number | null {
  const number = typeof value === 'string' && jsonNumber.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

/** Returns a double, the digits of a number beyond a double, or null. */
export function readDigits(value: Json | undefined): number | `${number}` | null {
  const number = readNumber(value);
  return number !== null && isExactText(value) ? value : number;
}

/** True for digits beyond a double's precision. */
export function isExactText(value: unknown): value is `${number}` {
  return typeof value === 'string' && isBeyondDouble(value) && Number.isFinite(Number(value));
}

/** Returns the value for files and the clipboard: a number, or what was sent instead. */
export function writtenNumber<Sent extends Json | undefined>(value: Sent): Sent | number | `${number}` {
  return readDigits(value) ?? value;
}
