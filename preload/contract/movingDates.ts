import { dayOf } from './days.ts';
import { isGroup, type Filter, type Query, type Scalar } from './query.ts';

/** Relative dates such as `{{30 days ago}}` in values, resolved when the query is sent. */

export const braces = /\{\{\s*([^{}]+?)\s*\}\}/g;

export const movingDatePattern =
  /^(?:today|yesterday|(\d{1,4}) (day|week|month|year)s? ago|start of (week|month|quarter|year))$/i;

/** Returns `YYYY-MM-DD` in UTC, or null for other text. `now` in milliseconds since 1970 UTC. */
export function resolveMovingDate(name: string, now: number): string | null {
  const parts = movingDatePattern.exec(name.trim());
  if (parts === null) return null;
  const [whole, count = '', unit = '', start = ''] = parts.map((part) => part?.toLowerCase());
  const day = new Date(now);
  const [year, month, date] = [day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate()];
  const on = (y: number, m: number, d: number): string => dayOf(Date.UTC(y, m, d));
  const back = Number(count);
  if (whole === 'today') return on(year, month, date);
  if (whole === 'yesterday') return on(year, month, date - 1);
  if (unit === 'day') return on(year, month, date - back);
  if (unit === 'week') return on(year, month, date - back * 7);
  // The same day of an earlier month, or that month's last day.
  if (unit === 'month' || unit === 'year') {
    const months = unit === 'year' ? back * 12 : back;
    const last = new Date(Date.UTC(year, month - months + 1, 0)).getUTCDate();
    return on(year, month - months, Math.min(date, last));
  }
  if (start === 'week') return on(year, month, date - ((day.getUTCDay() + 6) % 7));
  if (start === 'month') return on(year, month, 1);
  if (start === 'quarter') return on(year, month - (month % 3), 1);
  return on(year, 0, 1);
}

/** `now` in milliseconds since 1970 UTC. */
export function resolveMovingDates(query: Query, now: number): Query {
  return query.filter === undefined ? query : { ...query, filter: resolveFilter(query.filter, now) };
}

function resolveFilter(filter: Filter, now: number): Filter {
  if (isGroup(filter)) {
    return { ...filter, filters: filter.filters.map((part) => resolveFilter(part, now)) };
  }
  const { value } = filter;
  return {
    ...filter,
    value: Array.isArray(value) ? value.map((scalar) => fill(scalar, now)) : fill(value, now),
  };
}

function fill(scalar: Scalar, now: number): Scalar {
  if (typeof scalar !== 'string') return scalar;
  return scalar.replaceAll(braces, (text, name: string) => resolveMovingDate(name, now) ?? text);
}
