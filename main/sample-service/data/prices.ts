import { makeRandom, round } from './random.ts';
import type { SampleAsset } from './world.ts';

/** What one token of an asset was worth at the end of each day, from its first day to today. */
export interface PricePath {
  readonly firstDay: number;
  readonly lastDay: number;
  /** Net asset value in dollars; null for an asset without a valuation. */
  readonly value: Float64Array | null;
  /** Market price in dollars; null for an asset without a market. */
  readonly price: Float64Array | null;
  /** What 1 dollar of the first day has become with all income reinvested. */
  readonly growth: Float64Array;
  /** Yearly yield in percent; null for assets that do not accrue. */
  readonly yieldPercent: Float64Array | null;
}

export function makePricePath(seed: number, asset: SampleAsset, today: number): PricePath {
  const random = makeRandom(seed, 401, asset.id);
  const days = today - asset.inceptionDay + 1;
  const { model, dailyStep } = asset.assetClass;
  const value = asset.isValued ? new Float64Array(days) : null;
  const price = asset.isValued && asset.isTraded ? new Float64Array(days) : null;
  const growth = new Float64Array(days);
  const yieldPercent = model === 'accrual' ? new Float64Array(days) : null;
  // The mean of a step lies a little above zero, so that most walks rise over the years.
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

/** Values below a cent keep twelve places, others six. */
function exact(value: number): number {
  return round(value, value < 0.01 ? 12 : 6);
}

/** The value of a path on a day, or NaN outside it. */
export function onDay(path: Float64Array | null, firstDay: number, day: number): number {
  return path?.[day - firstDay] ?? NaN;
}
