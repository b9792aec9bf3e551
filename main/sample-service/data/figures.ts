import { metricDefinitions } from '../../../preload/contract/resources/metrics.ts';
import { round } from './random.ts';

/** The snapshots of a metric, in days before today. */
export const snapshotOffsets = [0, 7, 30, 90] as const;

/**
 * Metrics of the asset as a whole, the same for each token. All others are summed over tokens, even if the
 * sum is meaningless. Rule: service notes, "Records".
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

export type Figures = Map<string, number[]>;

export function setFigure(figures: Figures, name: string, snapshot: number, value: number): void {
  const values = figures.get(name) ?? [NaN, NaN, NaN, NaN];
  values[snapshot] = value;
  figures.set(name, values);
}

export function figure(figures: Figures, name: string, snapshot: number): number {
  return figures.get(name)?.[snapshot] ?? NaN;
}

/** Adds the figures of a token. A missing value adds nothing. */
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

const percentages: readonly string[] = metricDefinitions
  .filter(({ name, unit }) => unit === 'percent' && !sharedMetrics.has(name))
  .map(({ name }) => name);

/** Percentages are means weighted by supply; the live service sums them, as do `odd` data. */
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

export function neat(value: number): number {
  return round(value, Math.abs(value) >= 1 ? 2 : 10);
}

/**
 * The first earlier snapshot that has figures of a calendar period. Rule: service notes, "Records": of a
 * month none 7 days ago, of a quarter none 30 days ago, of a year none at all.
 */
const firstEarlier: ReadonlyMap<string, number> = new Map(
  metricDefinitions.flatMap(({ name }): [string, number][] => {
    if (name.startsWith('monthly_')) return [[name, 2]];
    if (name.startsWith('quarterly_')) return [[name, 3]];
    return name.startsWith('annually_') ? [[name, 4]] : [];
  }),
);

/**
 * Returns the metric object, or null without a value today or if all values are 0.
 *
 * Rule: service notes, "Records": a change in percent is null if its base is 0; sums keep binary rounding
 * errors.
 */
export function metricObject(figures: Figures, name: string) {
  const now = metricValue(figures, name);
  if (now === null) return null;
  const [week, month, quarter] = earlierValues(figures, name);
  const amount = (base: number | null): number | null => (base === null ? null : now - base);
  const percent = (base: number | null): number | null =>
    base === null || base === 0 ? null : ((now - base) / base) * 100;
  return {
    val: now,
    val_7d: week,
    val_30d: month,
    val_90d: quarter,
    chg_7d_amt: amount(week),
    // Rule: service notes, "Records": calendar metrics lack it.
    ...(firstEarlier.has(name) ? {} : { chg_7d_pct: percent(week) }),
    chg_30d_amt: amount(month),
    chg_30d_pct: percent(month),
    chg_90d_amt: amount(quarter),
    chg_90d_pct: percent(quarter),
  };
}

export function metricValue(figures: Figures, name: string): number | null {
  const now = figure(figures, name, 0);
  if (Number.isNaN(now)) return null;
  return now === 0 && earlierValues(figures, name).every((value) => !value) ? null : now;
}

function earlierValues(figures: Figures, name: string): [number | null, number | null, number | null] {
  const first = firstEarlier.get(name) ?? 1;
  const value = (snapshot: number): number | null => {
    const known = first <= snapshot ? figure(figures, name, snapshot) : NaN;
    return Number.isNaN(known) ? null : known;
  };
  return [value(1), value(2), value(3)];
}
