import type { Facts } from './assemble.ts';
import { startOfPeriod } from '../../../preload/contract/periods.ts';
import { onDay, type PricePath } from './prices.ts';
import { round } from './random.ts';

/**
 * Returns as plain numbers of percentage points; null where the asset is younger than the span. Months have 30 days here.
 *
 * Rule: data service interface, "Common conventions".
 */
export function tokenReturns(path: PricePath): Facts {
  const last = path.lastDay;
  return {
    trailing_7_day_return_percent: since(path, last - 7),
    trailing_1_month_return_percent: since(path, last - 30),
    trailing_3_month_return_percent: since(path, last - 90),
    trailing_1_year_return_percent: since(path, last - 365),
    year_to_date_return_percent: since(path, Math.max(path.firstDay, startOfPeriod('year', last) - 1)),
    since_inception_return_percent: since(path, path.firstDay),
  };
}

function since(path: PricePath, day: number): number | null {
  if (path.value === null) return null;
  const before = onDay(path.growth, path.firstDay, day);
  return Number.isNaN(before)
    ? null
    : round((onDay(path.growth, path.firstDay, path.lastDay) / before - 1) * 100, 4);
}

/** What the last 7 or 30 days yield over a year in percent, paid out and invested again; NaN before there are so many days. */
export function yearlyYield({ growth, firstDay }: PricePath, day: number, days: 7 | 30): number {
  const factor = onDay(growth, firstDay, day) / onDay(growth, firstDay, day - days);
  return round((compound(factor, days === 7 ? 52 : 12) - 1) * 100, 4);
}

/** A factor applied so many times, by multiplication alone. */
function compound(factor: number, times: number): number {
  let product = 1;
  for (let time = 0; time < times; time += 1) product *= factor;
  return product;
}
