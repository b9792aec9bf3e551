import { minuteMs } from './days.ts';

const iso =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d+))?)?(Z|[+-](?:[01]\d|2[0-3])(?::?[0-5]\d)?)?)?$/i;

/**
 * Returns the milliseconds since 1970 UTC of an ISO 8601 day or timestamp, with a fraction if the text is
 * finer than a millisecond; null for other text. Without a zone, the time is UTC. Rule: service notes,
 * "Records".
 */
export function parseInstant(text: string): number | null {
  const parts = iso.exec(text);
  if (parts === null) return null;
  const [, year, month, day, hour = '0', minute = '0', second = '0', fraction = '0', zone = 'Z'] = parts;
  const midnight = new Date(0);
  midnight.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  // `Date` reads the 31st of a month of 30 days as the next day.
  if (midnight.getUTCMonth() !== Number(month) - 1 || midnight.getUTCDate() !== Number(day)) return null;
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59) return null;
  return (
    midnight.getTime() +
    (Number(hour) * 60 + Number(minute) - zoneMinutes(zone)) * minuteMs +
    Number(second) * 1000 +
    // A double holds microseconds of today; further nines would round up to the next day.
    Number(`0.${fraction.slice(0, 6)}`) * 1000
  );
}

function zoneMinutes(zone: string): number {
  if (/^z$/i.test(zone)) return 0;
  const sign = zone.startsWith('-') ? -1 : 1;
  return sign * (Number(zone.slice(1, 3)) * 60 + Number(zone.slice(3).replace(':', '') || '0'));
}
