import { dayMs } from '../../../preload/contract/days.ts';
import { day as dayText } from '../../format/dates.ts';
import { dateFormat, dateText } from '../../format/intl.ts';

/** In days since 1970 UTC. Labels do not repeat the year. The time scale of chart.js needs a date library. */

interface Tick {
  readonly day: number;
  readonly label: string;
}

const monthsOfSteps = [1, 2, 3, 6] as const;
const daysOfSteps = [1, 2, 7, 14] as const;
const yearsOfSteps = [1, 2, 5, 10, 20, 50] as const;

const lengths: Readonly<Record<string, number>> = {
  day: 1,
  week: 7,
  month: 30.4,
  quarter: 91.3,
  year: 365.25,
};

export function daysOfPeriod(interval: string): number {
  return lengths[interval] ?? 1;
}

/** Returns at most `count` ticks, `interval` or more apart. `locale`: BCP 47, or the user's. */
export function calendarTicks(
  first: number,
  last: number,
  count: number,
  interval = 'day',
  locale?: string,
): Tick[] {
  const span = Math.max(last - first, 1);
  const most = Math.max(count, 2);
  const least = daysOfPeriod(interval);
  for (const step of daysOfSteps) {
    if (step >= least && span / step <= most) return dayTicks(first, last, step, locale);
  }
  for (const step of monthsOfSteps) {
    if (step * 30.5 >= least && span / 30.4 / step <= most) return monthTicks(first, last, step, locale);
  }
  const years = yearsOfSteps.find((step) => span / 365.25 / step <= most) ?? 100;
  return monthTicks(first, last, years * 12, locale);
}

export function dayName(day: number, locale?: string): string {
  return dayText(day * dayMs, locale);
}

/** Returns `May 2025` for a month, `2025` for a year, else the day. */
export function periodName(day: number, interval: string, locale?: string): string {
  if (interval === 'year') return dateFormat(locale, { year: 'numeric' }).format(day * dayMs);
  if (interval === 'month') return dateText(day * dayMs, { month: 'short', year: 'numeric' }, locale);
  if (interval === 'quarter') return quarterName(day);
  if (interval === 'week') return `week of ${dayName(day, locale)}`;
  return dayName(day, locale);
}

export function quarterName(day: number): string {
  const date = new Date(day * dayMs);
  return `Q${(Math.floor(date.getUTCMonth() / 3) + 1).toString()} ${date.getUTCFullYear().toString()}`;
}

function dayTicks(first: number, last: number, step: number, locale: string | undefined): Tick[] {
  // Weeks start on Monday; day 4 of 1970 was one.
  const start = Math.ceil((first - 4) / step) * step + 4;
  const ticks: Tick[] = [];
  for (let day = start; day <= last; day += step) {
    const date = new Date(day * dayMs);
    const isFirst = ticks.length === 0;
    const withYear = isFirst || date.getUTCFullYear() !== new Date((day - step) * dayMs).getUTCFullYear();
    ticks.push({
      day,
      label: dateFormat(locale, {
        day: '2-digit',
        month: 'short',
        ...(withYear ? { year: 'numeric' } : {}),
      }).format(date),
    });
  }
  return ticks;
}

function monthTicks(first: number, last: number, step: number, locale: string | undefined): Tick[] {
  const start = new Date(first * dayMs);
  let month = Math.ceil((start.getUTCFullYear() * 12 + start.getUTCMonth()) / step) * step;
  const ticks: Tick[] = [];
  for (; ; month += step) {
    const date = Date.UTC(Math.floor(month / 12), month % 12, 1);
    const day = date / dayMs;
    if (day > last) return ticks;
    if (day < first) continue;
    const isYear = month % 12 === 0;
    ticks.push({
      day,
      label:
        isYear || ticks.length === 0
          ? dateFormat(locale, isYear ? { year: 'numeric' } : { month: 'short', year: 'numeric' }).format(
              date,
            )
          : dateFormat(locale, { month: 'short' }).format(date),
    });
  }
}

/** Halves the ticks until they fit, keeping zero. */
export function fittingTicks<T extends { readonly value: number }>(ticks: readonly T[], most: number): T[] {
  const [first, second] = ticks;
  if (ticks.length <= most || first === undefined || second === undefined) return [...ticks];
  const step = second.value - first.value;
  const even = ticks.filter(({ value }) => Math.round(value / step) % 2 === 0);
  return even.length < 2 ? [...ticks] : fittingTicks(even, most);
}
