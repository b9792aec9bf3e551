import { metricDefinitions } from '../../../preload/contract/resources/metrics.ts';
import { round } from './random.ts';

/** The snapshots of a metric: today, and so many days before. */
export const snapshotOffsets = [0, 7, 30, 90] as const;

/**
 * Metrics that belong to the asset as a whole, the same for each of its tokens. All others of an asset, a network or a firm
 * are sums over tokens, even where a sum has no meaning. Rule: service notes, "Records".
 */
const sharedMetrics: ReadonlySet<string> = new Set([
  'price_dollar',
  'net_asset_value_dollar',
  'rebase_multiplier',
  'yield_to_maturity_percent',
  'yield_to_maturity',
  'apy_7_day',
  'apy_30_day',
  'daily_yield_rate',
  'hypothetical_10_000_performance',
  'weighted_average_maturity_years',
  'weighted_average_maturity',
]);

/** The values of the metrics of one subject at the four snapshots, by name; NaN where there is none. */
export type Figures = Map<string, number[]>;

/** `snapshot`: an index of `snapshotOffsets`. */
export function setFigure(figures: Figures, name: string, snapshot: number, value: number): void {
  const values = figures.get(name) ?? [NaN, NaN, NaN, NaN];
  values[snapshot] = value;
  figures.set(name, values);
}

/** Returns the value at an index of `snapshotOffsets`, NaN where there is none. */
export function figure(figures: Figures, name: string, snapshot: number): number {
  return figures.get(name)?.[snapshot] ?? NaN;
}

/** Adds figures of a token, all or those of these names, to those of what it belongs to. A missing value adds nothing. */
export function addFigures(total: Figures, token: Figures, names: Iterable<string> = token.keys()): void {
  for (const name of names) {
    for (let snapshot = 0; snapshot < snapshotOffsets.length; snapshot += 1) {
      const value = figure(token, name, snapshot);
      if (Number.isNaN(value)) continue;
      const sum = figure(total, name, snapshot);
      setFigure(total, name, snapshot, Number.isNaN(sum) || sharedMetrics.has(name) ? value : sum + value);
    }
  }
}

/** Percentages of a token, which are no sum. */
const percentages: readonly string[] = metricDefinitions
  .filter(({ name, unit }) => unit === 'percent' && !sharedMetrics.has(name))
  .map(({ name }) => name);

/**
 * The figures of an asset from those of its tokens. Its percentages are the mean of its tokens', by their supply: the live service sums
 * them up, and so do `odd` data.
 */
export function addAssetFigures(tokens: readonly Figures[], odd: boolean): Figures {
  const total: Figures = new Map();
  for (const token of tokens) addFigures(total, token);
  for (const name of odd ? [] : percentages) {
    for (let snapshot = 0; snapshot < snapshotOffsets.length; snapshot += 1) {
      let [known, supply, weighted] = [0, 0, 0];
      for (const token of tokens) {
        const percentage = figure(token, name, snapshot);
        if (Number.isNaN(percentage)) continue;
        const weight = figure(token, 'total_supply_token', snapshot);
        known += 1;
        supply += weight;
        weighted += percentage * weight;
      }
      if (known > 1) setFigure(total, name, snapshot, supply > 0 ? round(weighted / supply, 4) : NaN);
    }
  }
  return total;
}

/** Dollars and percentages as the service would round them: to the cent from one dollar on, finer below. */
export function neat(value: number): number {
  return round(value, Math.abs(value) >= 1 ? 2 : 10);
}

/** The members of a metric: ten, or nine where the change over 7 days cannot be. */
type MetricObject = NonNullable<ReturnType<typeof metricObject>>;

/** The JSON text of a metric object: what `JSON.stringify` gives, in less than half the time. */
export function metricText(metric: MetricObject): string {
  const { val, val_7d, val_30d, val_90d, chg_7d_amt, chg_7d_pct } = metric;
  const { chg_30d_amt, chg_30d_pct, chg_90d_amt, chg_90d_pct } = metric;
  const ofWeek = chg_7d_pct === undefined ? '' : `"chg_7d_pct":${chg_7d_pct},`;
  return `{"val":${val},"val_7d":${val_7d},"val_30d":${val_30d},"val_90d":${val_90d},"chg_7d_amt":${chg_7d_amt},${ofWeek}"chg_30d_amt":${chg_30d_amt},"chg_30d_pct":${chg_30d_pct},"chg_90d_amt":${chg_90d_amt},"chg_90d_pct":${chg_90d_pct}}`;
}

/**
 * The first earlier snapshot that states figures of calendar periods. Rule: service notes, "Records": those of a month have no
 * value of 7 days ago, those of a quarter none of 30 days either, those of a year none at all.
 */
const firstEarlier: ReadonlyMap<string, number> = new Map(
  metricDefinitions.flatMap(({ name }): [string, number][] => {
    if (name.startsWith('monthly_')) return [[name, 2]];
    if (name.startsWith('quarterly_')) return [[name, 3]];
    return name.startsWith('annually_') ? [[name, 4]] : [];
  }),
);

/**
 * The metric object, or null where there is no data: no value today, or nothing but zeros.
 *
 * Rule: service notes, "Records": a change in percent is null when its base is 0; sums keep what binary arithmetic adds to them.
 */
export function metricObject(figures: Figures, name: string) {
  const now = metricValue(figures, name);
  if (now === null) return null;
  const [week, month, quarter] = earlierValues(figures, name);
  return {
    val: now,
    val_7d: week,
    val_30d: month,
    val_90d: quarter,
    chg_7d_amt: changeAmount(now, week),
    // Calendar metrics have been seen without it. Rule: service notes, "Records".
    ...(firstEarlier.has(name) ? {} : { chg_7d_pct: changePercent(now, week) }),
    chg_30d_amt: changeAmount(now, month),
    chg_30d_pct: changePercent(now, month),
    chg_90d_amt: changeAmount(now, quarter),
    chg_90d_pct: changePercent(now, quarter),
  };
}

/** Today's value of a metric, or null where its metric object is null. */
export function metricValue(figures: Figures, name: string): number | null {
  const now = figure(figures, name, 0);
  if (Number.isNaN(now)) return null;
  return now === 0 && earlierValues(figures, name).every((value) => !value) ? null : now;
}

/** What is known of the values 7, 30 and 90 days ago. */
function earlierValues(figures: Figures, name: string): [Earlier, Earlier, Earlier] {
  const first = firstEarlier.get(name) ?? 1;
  const value = (snapshot: number): Earlier => {
    const known = first <= snapshot ? figure(figures, name, snapshot) : NaN;
    return Number.isNaN(known) ? null : known;
  };
  return [value(1), value(2), value(3)];
}

type Earlier = number | null;

function changeAmount(now: number, base: Earlier): number | null {
  return base === null ? null : now - base;
}

function changePercent(now: number, base: Earlier): number | null {
  return base === null || base === 0 ? null : ((now - base) / base) * 100;
}
