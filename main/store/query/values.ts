import { dayMs } from '../../../preload/contract/days.ts';
import { parseInstant } from '../../../preload/contract/instants.ts';
import type { Json } from '../../../preload/contract/json.ts';

/**
 * Makes values of records and queries comparable before SQL compares them. Both use the same functions, so
 * "1" and 1, or two spellings of one instant, are equal. A value that does not fit its field's type counts as
 * null.
 */

export function comparableText(value: Json | undefined): string | null {
  if (typeof value === 'string') return cleanText(value);
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return null;
}

function cleanText(text: string): string {
  const wellFormed = text.toWellFormed();
  return wellFormed.includes('\0') ? wellFormed.replaceAll('\0', '\uFFFD') : wellFormed;
}

/**
 * Returns an identifier by its text: a number if it is a safe integer, else the text. In an untyped SQLite
 * column numbers sort numerically and before texts, which is the order of ids.
 */
export function comparableId(value: Json | undefined): number | string | null {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value === 0 ? 0 : value;
  const text =
    typeof value === 'string' ? holdable(value) : comparableText(typeof value === 'number' ? value : null);
  if (text === null || text.length > 17) return text;
  const number = Number(text);
  return Number.isSafeInteger(number) && String(number) === text ? number : text;
}

/** Escapes an identifier that SQLite cannot store, so that different ones stay different. */
function holdable(id: string): string {
  if (id.isWellFormed() && !id.includes('\0')) return id;
  return id.replace(
    /[\0\p{Surrogate}]/gu,
    (unit) => `\uFFFF${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

export function comparableBoolean(value: Json | undefined): 0 | 1 | null {
  if (value === true || value === 'true') return 1;
  if (value === false || value === 'false') return 0;
  return null;
}

/** Returns milliseconds since 1970 UTC, for text only: a number may be seconds or milliseconds. */
export function comparableInstant(value: Json | undefined): number | null {
  return typeof value === 'string' ? parseInstant(value) : null;
}

/** Returns the first millisecond of the instant's UTC day. */
export function startOfDay(instantMs: number): number {
  return Math.floor(instantMs / dayMs) * dayMs;
}
