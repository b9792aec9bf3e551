import { dayMs, minuteMs } from '../../../preload/contract/days.ts';
import type { Json } from '../../../preload/contract/json.ts';

/**
 * Comparable values: what a record's value and a query's value are turned into before they meet in SQL. Both sides go
 * through the same function, so "1" and 1, or two spellings of one instant, are equal. A value that cannot be compared as
 * its field's type counts as null.
 */

/** Text as SQLite can hold and compare it whole: NUL and lone surrogates count as U+FFFD. */
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
 * An identifier by its text: a number where the text is that of a safe integer, else the text. In an untyped SQLite column
 * numbers sort numerically and before texts, which is the order of ids.
 */
export function comparableId(value: Json | undefined): number | string | null {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value === 0 ? 0 : value;
  const text =
    typeof value === 'string' ? holdable(value) : comparableText(typeof value === 'number' ? value : null);
  if (text === null || text.length > 17) return text;
  const number = Number(text);
  return Number.isSafeInteger(number) && String(number) === text ? number : text;
}

/** What SQLite cannot hold of an identifier is spelled out behind a character that no text has: two that differ there stay two. */
function holdable(id: string): string {
  if (id.isWellFormed() && !id.includes('\0')) return id;
  return id.replace(
    /[\0\p{Surrogate}]/gu,
    (unit) => `\uFFFF${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** 1 or 0, as SQLite stores truth. */
export function comparableBoolean(value: Json | undefined): 0 | 1 | null {
  if (value === true || value === 'true') return 1;
  if (value === false || value === 'false') return 0;
  return null;
}

const instant =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;

/**
 * An instant in milliseconds since 1970 UTC, with a fraction where the text is finer. Takes ISO 8601 days and timestamps; a
 * text without zone is read as UTC (service notes, "Records").
 */
export function comparableInstant(value: Json | undefined): number | null {
  if (typeof value !== 'string') return null;
  const parts = instant.exec(value);
  if (parts === null) return null;
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '0', zone = 'Z'] = parts;
  const midnight = new Date(0);
  midnight.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  if (midnight.getUTCMonth() !== Number(month) - 1 || midnight.getUTCDate() !== Number(day)) return null;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  return (
    midnight.getTime() +
    (Number(hour) * 60 + Number(minute) - zoneMinutes(zone)) * minuteMs +
    Number(second) * 1000 +
    Number(`0.${fraction}`) * 1000
  );
}

/** The first millisecond of the UTC day in which the instant lies. */
export function startOfDay(instantMs: number): number {
  return Math.floor(instantMs / dayMs) * dayMs;
}

function zoneMinutes(zone: string): number {
  if (zone === 'Z' || zone === 'z') return 0;
  const sign = zone.startsWith('-') ? -1 : 1;
  return sign * (Number(zone.slice(1, 3)) * 60 + Number(zone.slice(3).replace(':', '') || '0'));
}
