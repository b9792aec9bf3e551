import { dayOf, lastMoment } from '../../../preload/contract/days.ts';

/** Days and moments in a file: ISO 8601 in UTC. */

const iso =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i;

/**
 * Milliseconds since 1970 UTC of an ISO 8601 text, with a fraction where it is finer; null for anything else. A text without a
 * zone is UTC (service notes, "Records"). A number counts as milliseconds, unless no date is so far away.
 */
export function parseInstant(value: string | number): number | null {
  if (typeof value === 'number') return Math.abs(value) <= lastMoment ? value : null;
  const parts = iso.exec(value);
  if (parts === null) return null;
  const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = '0', zone = 'Z'] = parts;
  const text = `${year ?? ''}-${month ?? ''}-${day ?? ''}T${hour}:${minute}:${second}${zoneText(zone)}`;
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) return null;
  // The 31st of a month of 30 days is no day, though `Date` reads it as the next one.
  if (new Date(Date.parse(`${text.slice(0, 10)}T00:00:00Z`)).getUTCDate() !== Number(day)) return null;
  return ms + Number(`0.${fraction}`) * 1000;
}

function zoneText(zone: string): string {
  if (/^z$/i.test(zone)) return 'Z';
  return `${zone.slice(0, 3)}:${zone.slice(3).replace(':', '') || '00'}`;
}

/** `2026-11-20` */
export function dayText(ms: number): string {
  return dayOf(Math.floor(ms));
}

/** `2026-11-20T09:30:00Z`, with as many digits of a second as it has: three, or six where it is finer. */
export function momentText(ms: number): string {
  const whole = Math.floor(ms);
  const text = new Date(whole).toISOString();
  const micros = Math.round((ms - whole) * 1000);
  if (micros > 0 && micros < 1000) return `${text.slice(0, -1)}${micros.toString().padStart(3, '0')}Z`;
  return text.endsWith('.000Z') ? `${text.slice(0, -5)}Z` : text;
}
