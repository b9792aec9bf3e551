import { isBeyondDouble } from './exactNumbers.ts';
import type { Json } from './json.ts';

/**
 * What a value that the service sent is as a number: the one reader of numbers, for lists, totals, SQL, files, mirrors, computed columns
 * and charts. A number may be sent as text: the text is then exactly one of JSON (RFC 8259, 6). What has anything around it, a sign `+`,
 * separators or leading zeros is text, and so is what is larger than every double.
 */

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Returns the nearest double; null for what is no number. */
export function readNumber(value: Json | undefined): number | null {
  const number = typeof value === 'string' && jsonNumber.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

/** Returns the number, or its digits as they were sent where a double does not hold it; null for what is no number. */
export function readDigits(value: Json | undefined): number | `${number}` | null {
  const number = readNumber(value);
  return number !== null && isExactText(value) ? value : number;
}

/** True for the digits of a number that a double does not hold. */
export function isExactText(value: unknown): value is `${number}` {
  return typeof value === 'string' && isBeyondDouble(value) && Number.isFinite(Number(value));
}

/** Returns the value of a figure for files and the clipboard: a number, or what was sent in its place. */
export function writtenNumber<Sent extends Json | undefined>(value: Sent): Sent | number | `${number}` {
  return readDigits(value) ?? value;
}
