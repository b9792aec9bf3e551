import type Database from 'better-sqlite3';
import { storedDay, timeMs } from '../data/calendar.ts';
import { startOfPeriod, type Period } from '../../../preload/contract/periods.ts';
import { neat } from '../data/figures.ts';
import type { PricesName, SeriesForm } from '../data/measures.ts';
import type { PricePath } from '../data/prices.ts';
import { round } from '../data/random.ts';
import { bytesOf, stepsFromBytes, valuesFromBytes, type Steps } from '../data/series.ts';
import type { Histories } from '../data/histories.ts';
import { yearlyYield } from '../data/returns.ts';
import { historyDays } from '../data/world.ts';

/**
 * Adds to a database the functions with which SQL makes timeseries. A series is a value of SQL: the bytes of a list of doubles,
 * first a day number, then a value for each day from there to today; NaN stands for a day without a value.
 *
 * - `series(form, steps, needs_prices, prices, part, prices_first_day, first_day)`: the series of a measure of a token, or null;
 *   `part` is what counts of the product, 1 for the whole.
 * - `series_shift()`: the days to add to those of the files: see `storedDay`.
 * - `series_calendar()`: a series of zeros over all of history.
 * - `series_prices(asset_id, prices)`: the bytes of what the asset is worth or yields on each of its days; see `PricesName`.
 * - `series_sum`, `series_avg`, `series_min`, `series_max`: aggregates that join series day by day.
 * - `series_asset(series, is_shared)`: an aggregate that makes an asset's series of those of its tokens.
 * - `series_days(series, interval)`: a table of its days: `day`, `date` (in milliseconds), `period` (first day), `value`.
 */
export function installSeriesFunctions(
  database: Database.Database,
  histories: () => Histories,
  today: number,
): void {
  const shift = today - storedDay;
  database.function('series_shift', { deterministic: true }, () => shift);
  database.function('series_calendar', { deterministic: true }, () => {
    const calendar = new Float64Array(historyDays + 1);
    calendar[0] = today - historyDays + 1;
    return bytesOf(calendar);
  });
  database.function('series_prices', { deterministic: true }, makePrices(histories));
  database.function(
    'series',
    { deterministic: true },
    (
      form: SeriesForm,
      steps: Buffer | null,
      needsPrices: 0 | 1,
      prices: Buffer | null,
      part: number,
      pricesFirstDay: number,
      firstDay: number,
    ) => {
      if (needsPrices === 1 && prices === null) return null;
      const price = prices && valuesFromBytes(prices).subarray(firstDay - pricesFirstDay);
      // What is computed for this day is not shifted: see `storedDay`.
      const own = steps && stepsFromBytes(steps, form === 'monthLevel' ? 0 : shift);
      return makeSeries(form, own, price, part, firstDay + shift, today);
    },
  );
  for (const [name, { start, add }] of Object.entries(joins)) {
    database.aggregate<StepValue>(`series_${name}`, {
      deterministic: true,
      start: () => makeJoined(today, start),
      step: (joined, series) => {
        addSeries(joined, series, add);
      },
      result: (joined) => joinedSeries(joined, name === 'avg'),
    });
  }
  database.aggregate<StepValue>('series_asset', {
    deterministic: true,
    start: () => makeJoined(today, -Infinity),
    step: (joined, series, isShared?: number) => {
      addSeries(joined, series, isShared === 1 ? joins.max.add : addToNone);
    },
    result: (joined) => joinedSeries(joined, false),
  });
  database.table('series_days', {
    columns: ['day', 'date', 'period', 'value'],
    parameters: ['series', 'interval'],
    rows: seriesDays,
  });
}

/** The last asset's path stays: its tokens ask for it in turn. */
function makePrices(histories: () => Histories): (assetId: number, name: PricesName) => Buffer {
  let last: { readonly assetId: number; readonly path: PricePath } | null = null;
  return (assetId, name) => {
    const asset = histories().world.assets[assetId - 1];
    if (asset === undefined) throw new Error(`There is no asset ${assetId.toString()}.`);
    if (last?.assetId !== assetId) last = { assetId, path: histories().pathOf(asset) };
    return bytesOf(pricesOf(last.path, name));
  };
}

/** What the asset is worth on each of its days, or yields. Throws where the asset has no such prices. */
function pricesOf(path: PricePath, name: PricesName): Float64Array {
  if (name === 'apy_7_day' || name === 'apy_30_day') {
    const days = name === 'apy_7_day' ? 7 : 30;
    return path.growth.map((_, index) => yearlyYield(path, path.firstDay + index, days));
  }
  const prices = name === 'price' ? path.price : path.value;
  if (prices === null) throw new Error(`The asset has no ${name}.`);
  return prices;
}

/** What a step of an aggregate is handed: what was joined so far, and a series or null. */
type StepValue = Joined | Uint8Array | null;

function isJoined(value: StepValue): value is Joined {
  return value !== null && 'counts' in value;
}

/** Null where there is nothing to show: nothing that ever happened, or no price where one is needed. */
function makeSeries(
  form: SeriesForm,
  steps: Steps | null,
  price: Float64Array | null,
  part: number,
  firstDay: number,
  today: number,
): Buffer | null {
  if (steps === null ? price === null : steps.days.length === 0 && form === 'level') return null;
  const series = new Float64Array(today - firstDay + 2);
  series[0] = firstDay;
  const values = series.subarray(1);
  if (steps === null) values.set(price ?? []);
  else {
    setForm[form](steps, firstDay, values);
    for (let index = 0; index < values.length; index += 1) {
      const value = values[index] ?? NaN;
      if (price === null) continue;
      const product = neat(value * (price[index] ?? NaN));
      values[index] = part === 1 ? product : neat(product * part);
    }
  }
  return bytesOf(series);
}

/** Sets the value of each day from the steps of a series. */
const setForm: Readonly<Record<SeriesForm, (steps: Steps, firstDay: number, values: Float64Array) => void>> =
  {
    level: ({ days, values: steps }, firstDay, values) => {
      let step = 0;
      let level = NaN;
      for (let index = 0; index < values.length; index += 1) {
        for (; (days[step] ?? Infinity) <= firstDay + index; step += 1) level = steps[step] ?? NaN;
        values[index] = level;
      }
    },
    monthLevel: ({ days, values: steps }, firstDay, values) => {
      for (let step = 0; step < days.length; step += 1) {
        const day = days[step] ?? 0;
        const end = Math.min(days[step + 1] ?? Infinity, endOfMonth(day));
        values.fill(steps[step] ?? NaN, day - firstDay, Math.max(0, Math.min(values.length, end - firstDay)));
      }
    },
    day: (steps, firstDay, values) => {
      addToDays(steps, firstDay, values, () => 1);
    },
    month: (steps, firstDay, values) => {
      addToDays(steps, firstDay, values, (day) => endOfMonth(day) - day);
    },
    days30: (steps, firstDay, values) => {
      addToDays(steps, firstDay, values, () => 30);
    },
  };

/** The first day of the next month. */
function endOfMonth(day: number): number {
  return startOfPeriod('month', startOfPeriod('month', day) + 31);
}

/** Adds each step to its day and those after it, as many as `span` says. */
function addToDays(
  { days, values: steps }: Steps,
  firstDay: number,
  values: Float64Array,
  span: (day: number) => number,
): void {
  for (let step = 0; step < days.length; step += 1) {
    const day = days[step] ?? 0;
    const end = Math.min(values.length, day - firstDay + span(day));
    for (let index = day - firstDay; index < end; index += 1) {
      values[index] = (values[index] ?? 0) + (steps[step] ?? NaN);
    }
  }
  for (let index = 0; index < values.length; index += 1) values[index] = neat(values[index] ?? NaN);
}

/** Values of many series, day by day over all of history. */
interface Joined {
  readonly firstDay: number;
  readonly values: Float64Array;
  readonly counts: Uint32Array;
}

interface Join {
  readonly start: number;
  add(joined: number, value: number): number;
}

const sum: Join = { start: 0, add: (joined, value) => joined + value };
const joins: Readonly<Record<'sum' | 'avg' | 'min' | 'max', Join>> = {
  sum,
  avg: sum,
  min: { start: Infinity, add: (joined, value) => (value < joined ? value : joined) },
  max: { start: -Infinity, add: (joined, value) => (value > joined ? value : joined) },
};

/** From the sum of no values on, values add up. */
function addToNone(joined: number, value: number): number {
  return joined === -Infinity ? value : joined + value;
}

function makeJoined(today: number, start: number): Joined {
  return {
    firstDay: today - historyDays + 1,
    values: new Float64Array(historyDays).fill(start),
    counts: new Uint32Array(historyDays),
  };
}

function addSeries(joined: StepValue, bytes: StepValue, add: Join['add']): void {
  if (!isJoined(joined) || !(bytes instanceof Uint8Array)) return;
  const { firstDay, values, counts } = joined;
  const series = valuesFromBytes(bytes);
  const offset = (series[0] ?? 0) - firstDay - 1;
  for (let index = 1; index < series.length; index += 1) {
    const value = series[index] ?? NaN;
    if (Number.isNaN(value)) continue;
    const position = offset + index;
    values[position] = add(values[position] ?? NaN, value);
    counts[position] = (counts[position] ?? 0) + 1;
  }
}

/** Null where no series had a value. */
function joinedSeries(joined: StepValue, isAverage: boolean): Buffer | null {
  if (!isJoined(joined)) return null;
  const { firstDay, values, counts } = joined;
  const first = counts.findIndex((count) => count > 0);
  if (first < 0) return null;
  const series = new Float64Array(values.length - first + 1);
  series[0] = firstDay + first;
  for (let position = first; position < values.length; position += 1) {
    const count = counts[position] ?? 0;
    const value = (values[position] ?? NaN) / (isAverage ? count : 1);
    series[position - first + 1] = count === 0 ? NaN : round(value, Math.abs(value) >= 1 ? 6 : 12);
  }
  return bytesOf(series);
}

function* seriesDays(bytes: unknown, interval: unknown): Generator {
  if (!(bytes instanceof Uint8Array)) return;
  const series = valuesFromBytes(bytes);
  const firstDay = series[0] ?? 0;
  const periodOf = periodFinder(interval);
  for (let index = 1; index < series.length; index += 1) {
    const day = firstDay + index - 1;
    const value = series[index] ?? NaN;
    yield [day, timeMs(day, 0), periodOf(day), Number.isNaN(value) ? null : value];
  }
}

/** The first day of the period of a day, for days that rise; all days are in one period where the interval is no period. */
function periodFinder(interval: unknown): (day: number) => number {
  const period = isPeriod(interval) ? interval : null;
  if (period === 'day') return (day) => day;
  if (period === null) return () => 0;
  const shortest = { week: 7, month: 28, quarter: 90, year: 365 }[period];
  let current = -Infinity;
  return (day) => {
    if (day - current >= shortest) current = startOfPeriod(period, day);
    return current;
  };
}

function isPeriod(interval: unknown): interval is Period {
  return interval === 'day' || interval === 'week' || interval === 'month' || interval === 'year';
}
