import { startOfPeriod } from '../../../preload/contract/periods.ts';
import { makeLedger, simulate } from './activity.ts';
import { neat, snapshotOffsets } from './figures.ts';
import type { SampleNetwork } from './parties.ts';
import { makeRandom, round } from './random.ts';
import { makeWorld, type SampleAsset, type SampleToken, type World, type WorldSize } from './world.ts';

export type TokenHistory = ReturnType<Histories['historyOf']>;

export interface DataSize extends WorldSize {
  readonly transactions: number;
}

export type Histories = ReturnType<typeof makeHistories>;

export function makeHistories(size: DataSize) {
  const { seed, today } = size;
  const world = makeWorld(size);
  const counts = transactionCounts(world, size.transactions, seed);
  const networks = new Map(world.networks.map((network) => [network.id, network]));
  const snapshots = snapshotOffsets.map((offset) => today - offset);
  return {
    world,
    parentOf: ({ parentId }: SampleNetwork) => networks.get(parentId ?? NaN) ?? null,
    pathOf: (asset: SampleAsset) => makePricePath(seed, asset, today),
    hasMoved: ({ id }: SampleToken) => (counts.get(id) ?? 0) > 0,
    historyOf: (asset: SampleAsset, token: SampleToken, path: PricePath) => {
      const price = path.value?.at(-1) ?? asset.startValue;
      const activity = simulate(seed, asset, token, counts.get(token.id) ?? 0, price, today);
      const { grains, grainsPerToken, day } = activity;
      /** Value of each transaction at the day's net asset value; NaN if unknown. */
      const dollars = grains.map((amount, index) =>
        neat((amount / grainsPerToken) * onDay(path.value, path.firstDay, day[index] ?? 0)),
      );
      return { asset, token, path, activity, dollars, ledger: makeLedger(activity, snapshots, size.odd) };
    },
  };
}

/**
 * Distributes transactions over minted tokens: one each while they last, the rest by activity. Stablecoins
 * have a past too, which the service does not list.
 */
function transactionCounts(world: World, transactions: number, seed: number): ReadonlyMap<number, number> {
  const shown = world.assets
    .filter(({ assetClass }) => assetClass.hasTransactions)
    .flatMap(({ tokens }) => tokens.filter(({ isMinted }) => isMinted));
  const activity = shown.reduce((sum, token) => sum + token.activity, 0);
  const spare = Math.max(0, transactions - shown.length);
  let left = transactions;
  const counts = new Map<number, number>();
  for (const token of shown) {
    const count = Math.min(left, 1 + Math.floor((spare * token.activity) / activity));
    counts.set(token.id, count);
    left -= count;
  }
  const [first] = shown;
  if (first !== undefined) {
    const busiest = shown.reduce((most, token) => (token.activity > most.activity ? token : most), first);
    counts.set(busiest.id, (counts.get(busiest.id) ?? 0) + left);
  }
  for (const { assetClass, tokens } of world.assets) {
    if (assetClass.hasTransactions) continue;
    for (const { id, isMinted } of tokens) {
      if (isMinted) counts.set(id, Math.floor(40 * makeRandom(seed, 901, id).heavy(60)));
    }
  }
  return counts;
}

export type PricePath = ReturnType<typeof makePricePath>;

function makePricePath(seed: number, asset: SampleAsset, today: number) {
  const random = makeRandom(seed, 401, asset.id);
  const days = today - asset.inceptionDay + 1;
  const { model, dailyStep } = asset.assetClass;
  const value = asset.isValued ? new Float64Array(days) : null;
  const price = asset.isValued && asset.isTraded ? new Float64Array(days) : null;
  /** Growth of 1 dollar with income reinvested. */
  const growth = new Float64Array(days);
  /** Percent a year; null if the asset does not accrue. */
  const yieldPercent = model === 'accrual' ? new Float64Array(days) : null;
  // Most walks rise over the years.
  const drift = model === 'walk' ? dailyStep * 0.02 : 0;
  let index = 1;
  let rate = asset.yieldPercent;
  let premium = 0;
  for (let day = 0; day < days; day += 1) {
    const step = random.next() + random.next() - 1;
    if (day > 0) {
      if (model === 'accrual') index *= 1 + rate / 36_500;
      if (model === 'walk') index *= 1 + drift + dailyStep * step;
      rate += (asset.yieldPercent - rate) * 0.01 + step * 0.02;
    }
    premium = premium * 0.9 + (model === 'peg' ? dailyStep : 0.001) * (random.next() - 0.5);
    growth[day] = round(index, 10);
    const dollars = asset.startValue * (asset.distributesIncome ? 1 : index);
    if (yieldPercent !== null) yieldPercent[day] = round(rate, 4);
    if (value !== null) value[day] = exact(dollars);
    if (price !== null) price[day] = exact(dollars * (1 + premium));
  }
  return { firstDay: asset.inceptionDay, lastDay: today, value, price, growth, yieldPercent };
}

function exact(value: number): number {
  return round(value, value < 0.01 ? 12 : 6);
}

/** Returns NaN outside the path. */
export function onDay(path: Float64Array | null, firstDay: number, day: number): number {
  return path?.[day - firstDay] ?? NaN;
}

/** Percent; null if the asset is too young. Rule: data service interface, "Common conventions". */
export function tokenReturns(path: PricePath): Readonly<Record<string, number | null>> {
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

/** Returns the annualized yield (percent, reinvested) of the last 7 or 30 days; NaN if there are fewer. */
export function yearlyYield({ growth, firstDay }: PricePath, day: number, days: 7 | 30): number {
  const factor = onDay(growth, firstDay, day) / onDay(growth, firstDay, day - days);
  return round((compound(factor, days === 7 ? 52 : 12) - 1) * 100, 4);
}

/** `factor ** times` by multiplication: the same on every machine. */
function compound(factor: number, times: number): number {
  let product = 1;
  for (let time = 0; time < times; time += 1) product *= factor;
  return product;
}
