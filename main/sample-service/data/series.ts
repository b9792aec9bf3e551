import { startOfNextPeriod, startOfPeriod } from '../../../preload/contract/periods.ts';
import { aggregateMeasures } from '../../../preload/contract/resources/aggregates.ts';
import { mint, nobody, transfer } from './activity.ts';
import { neat } from './figures.ts';
import { yearlyYield, type Histories, type PricePath, type TokenHistory } from './histories.ts';
import { dailyIncome, dailyYield, lentPart } from './tokenFigures.ts';
import type { SampleAsset, SampleToken } from './world.ts';

/**
 * Columns for each day on which a token moved: supplies (tokens) and holders at the end of the day;
 * transfers, mints and burns (dollars) and counts of the day; active holders that day, and in the month to
 * date.
 */
const columns = [
  'day',
  'supply',
  'circulating',
  'holders',
  'transfers',
  'mints',
  'burns',
  'transactions',
  'transfer_counts',
  'active',
  'month_active',
] as const;
type Column = (typeof columns)[number];
const dollarColumns = ['transfers', 'mints', 'burns'] as const satisfies readonly Column[];

interface Prices {
  has(asset: SampleAsset): boolean;
  of(path: PricePath): Float64Array | null;
}

const isAccruing = ({ assetClass }: SampleAsset): boolean => assetClass.model === 'accrual';

function apy(days: 7 | 30): Prices {
  return {
    has: isAccruing,
    of: (path) => path.growth.map((_, index) => yearlyYield(path, path.firstDay + index, days)),
  };
}

const prices = {
  value: { has: ({ isValued }) => isValued, of: ({ value }) => value },
  price: { has: ({ isValued, isTraded }) => isValued && isTraded, of: ({ price }) => price },
  growth: { has: () => true, of: ({ growth }) => growth.map((factor) => neat(10_000 * factor)) },
  yield: { has: isAccruing, of: ({ yieldPercent }) => yieldPercent },
  daily_yield: { has: isAccruing, of: ({ yieldPercent }) => yieldPercent?.map(dailyYield) ?? null },
  distributed: {
    has: ({ isValued, distributesIncome }) => isValued && distributesIncome,
    of: ({ value, yieldPercent }) =>
      value?.map((dollars, index) => dailyIncome(dollars, yieldPercent?.[index] ?? NaN)) ?? null,
  },
  apy_7_day: apy(7),
  apy_30_day: apy(30),
} as const satisfies Readonly<Record<string, Prices>>;

/**
 * `level`: a value holds until the next. `day`: days without a value are 0. `month`, `days30`: the sum of the
 * month to date, or of the last 30 days.
 */
type SeriesForm = 'level' | 'day' | 'month' | 'days30';

/** The figure is the product of both; null counts as 1. `lag`: days before an asset has the figure. */
type Origin = readonly [
  steps: Column | null,
  prices: keyof typeof prices | null,
  form: SeriesForm,
  lag?: number,
];

const origins: Readonly<Record<string, Origin>> = {
  total_asset_value_dollar: ['supply', 'value', 'level'],
  net_asset_value_dollar: [null, 'value', 'level'],
  total_supply_token: ['supply', null, 'level'],
  holding_addresses_count: ['holders', null, 'level'],
  market_value_dollar: ['supply', 'price', 'level'],
  outstanding_principal_dollar: ['supply', 'value', 'level'],
  bridged_token_market_cap_dollar: ['circulating', 'price', 'level'],
  bridged_token_value_dollar: ['circulating', 'value', 'level'],
  monthly_transfer_volume: ['transfers', null, 'month'],
  trailing_30_day_transfer_volume: ['transfers', null, 'days30'],
  daily_transfer_volume_dollar: ['transfers', null, 'day'],
  daily_mints_dollar: ['mints', null, 'day'],
  daily_burns_dollar: ['burns', null, 'day'],
  circulating_asset_value_dollar: ['circulating', 'value', 'level'],
  circulating_market_value_dollar: ['circulating', 'price', 'level'],
  price_dollar: [null, 'price', 'level'],
  number_of_daily_transactions_count: ['transactions', null, 'day'],
  daily_active_addresses_count: ['active', null, 'day'],
  monthly_active_addresses_count: ['month_active', null, 'level'],
  monthly_transfer_count: ['transfer_counts', null, 'month'],
  apy_7_day: [null, 'apy_7_day', 'level', 7],
  apy_30_day: [null, 'apy_30_day', 'level', 30],
  daily_yield_rate: [null, 'daily_yield', 'level'],
  yield_to_maturity_percent: [null, 'yield', 'level'],
  hypothetical_10_000_performance: [null, 'growth', 'level'],
  daily_yield_distributed_dollar: ['supply', 'distributed', 'level'],
};

export type Measure = (typeof measures)[number];
export const measures = aggregateMeasures.map((measure) => {
  const [steps, price, form, lag = 0] = origins[measure.slug] ?? [null, null, 'level'];
  return { ...measure, steps, price: price && prices[price], form, lag };
});

export interface Series {
  readonly firstDay: number;
  readonly values: Float64Array;
}

export type TokenSeries = ReturnType<typeof makeTokenSeries>;

/** Series end with `today`. `repeatDays` carries the last daily figure forward, as records do. */
export function makeTokenSeries(histories: Histories, today: number, repeatDays = false) {
  const setForm = { ...setters, day: repeatDays ? setLastDay : setters.day };
  // Moves take longest to make. Prices serve all tokens of the last asset.
  const known = new Map<number, Days>();
  let last: { readonly asset: SampleAsset; readonly path: PricePath } | null = null;
  const pathOf = (asset: SampleAsset): PricePath => {
    if (last?.asset !== asset) last = { asset, path: histories.pathOf(asset) };
    return last.path;
  };
  const daysOf = (asset: SampleAsset, token: SampleToken): Days => {
    const days = known.get(token.id) ?? daysFrom(histories.historyOf(asset, token, pathOf(asset)));
    known.set(token.id, days);
    return days;
  };
  const make = ({ slug, steps, price, form }: Measure, asset: SampleAsset, token: SampleToken): Series => {
    const firstDay = token.inceptionDay;
    const values = new Float64Array(today - firstDay + 1);
    const byDay = price?.of(pathOf(asset))?.subarray(firstDay - asset.inceptionDay);
    if (steps === null) values.set(byDay ?? []);
    else {
      const days = daysOf(asset, token);
      setForm[form](columnOf(days, 'day'), columnOf(days, steps), firstDay, values);
    }
    if (steps === null || byDay === undefined) return { firstDay, values };
    const part = slug === 'outstanding_principal_dollar' ? lentPart(asset) : 1;
    for (let index = 0; index < values.length; index += 1) {
      const product = neat((values[index] ?? NaN) * (byDay[index] ?? NaN));
      values[index] = part === 1 ? product : neat(product * part);
    }
    return { firstDay, values };
  };
  return {
    has(measure: Measure, asset: SampleAsset, token: SampleToken): boolean {
      const { steps, price } = measure;
      if (!histories.hasMoved(token)) return false;
      if (price !== null) return price.has(asset);
      // Without a value, moves have no dollars.
      if (asset.isValued || steps === null || !dollarColumns.some((name) => name === steps)) return true;
      if (measure.form === 'day') return columnOf(daysOf(asset, token), steps).some((dollars) => dollars > 0);
      return make(measure, asset, token).values.some((value) => !Number.isNaN(value));
    },
    make,
  };
}

/** All columns, one after another. */
type Days = Float64Array;

function columnOf(days: Days, name: Column): Float64Array {
  const rows = days.length / columns.length;
  const start = columns.indexOf(name) * rows;
  return days.subarray(start, start + rows);
}

function daysFrom({ activity, ledger, dollars }: TokenHistory): Days {
  const { count, day, kind, from, to, grainsPerToken } = activity;
  const rows = day.filter((each, index) => each !== day[index - 1]).length;
  const days = new Float64Array(rows * columns.length);
  let row = -1;
  const add = (name: Column, value: number): void => {
    const place = columns.indexOf(name) * rows + row;
    days[place] = (days[place] ?? 0) + value;
  };
  const set = (name: Column, value: number): void => {
    days[columns.indexOf(name) * rows + row] = value;
  };
  const seenOn = new Int32Array(activity.holders).fill(-1);
  const seenIn = new Int32Array(activity.holders).fill(-1);
  let month = -1;
  let activeInMonth = 0;
  for (let index = 0; index < count; index += 1) {
    const today = day[index] ?? 0;
    if (today !== day[index - 1]) {
      row += 1;
      set('day', today);
      const start = startOfPeriod('month', today);
      if (start !== month) activeInMonth = 0;
      month = start;
    }
    for (const holder of [from[index] ?? nobody, to[index] ?? nobody]) {
      if (holder === nobody) continue;
      if (seenOn[holder] !== today) add('active', 1);
      if (seenIn[holder] !== month) activeInMonth += 1;
      seenOn[holder] = today;
      seenIn[holder] = month;
    }
    set('supply', (ledger.supply[index] ?? 0) / grainsPerToken);
    set('circulating', (ledger.circulating[index] ?? 0) / grainsPerToken);
    set('holders', ledger.holders[index] ?? 0);
    set('month_active', activeInMonth);
    add('transactions', 1);
    const moved = dollars[index] ?? NaN;
    if (kind[index] === transfer) add('transfer_counts', 1);
    add(kind[index] === transfer ? 'transfers' : kind[index] === mint ? 'mints' : 'burns', moved);
  }
  return days;
}

type SetForm = (days: Float64Array, steps: Float64Array, firstDay: number, values: Float64Array) => void;

/** Fills the values of all days from those of days with moves. */
const setters: Readonly<Record<SeriesForm, SetForm>> = {
  level: (days, steps, firstDay, values) => {
    values.fill(NaN);
    for (const [step, day] of days.entries()) {
      values.fill(steps[step] ?? NaN, day - firstDay, (days[step + 1] ?? Infinity) - firstDay);
    }
  },
  day: sumOfDays(() => 1),
  month: sumOfDays((day) => startOfNextPeriod('month', startOfPeriod('month', day)) - day),
  days30: sumOfDays(() => 30),
};

const setLastDay: SetForm = (days, steps, firstDay, values) => {
  let last = 0;
  setters.level(
    days,
    steps.map((own) => (last = own === 0 ? last : neat(own))),
    firstDay,
    values,
  );
};

function sumOfDays(span: (day: number) => number): SetForm {
  return (days, steps, firstDay, values) => {
    for (const [step, day] of days.entries()) {
      const end = Math.min(values.length, day - firstDay + span(day));
      for (let index = day - firstDay; index < end; index += 1) {
        values[index] = (values[index] ?? 0) + (steps[step] ?? NaN);
      }
    }
    for (let index = 0; index < values.length; index += 1) values[index] = neat(values[index] ?? NaN);
  };
}
