import type { MetricMember } from '../../../preload/contract/records.ts';
import { metricDefinitions } from '../../../preload/contract/resources/metrics.ts';
import { round } from './random.ts';

/** The snapshots of a metric: today, and so many days before. */
export const snapshotOffsets = [0, 7, 30, 90] as const;

/** Where the values of each metric begin in `Figures.values`. */
type Places = ReadonlyMap<string, number>;

/** The values of metrics of one subject at the four snapshots; NaN where there is none. */
export interface Figures {
  readonly places: Places;
  readonly values: Float64Array;
}

/** Lays out figures of these metrics. Make one layout for all subjects of a kind. */
export function layOut(names: readonly string[]): Places {
  return new Map(names.map((name, index) => [name, index * snapshotOffsets.length]));
}

const everyMetric = layOut(metricDefinitions.map(({ name }) => name));

/** Figures without a value, of all metrics where no layout is given. */
export function makeFigures(places: Places = everyMetric): Figures {
  return { places, values: new Float64Array(places.size * snapshotOffsets.length).fill(NaN) };
}

function placeOf({ places }: Figures, name: string): number {
  const place = places.get(name);
  if (place === undefined) throw new Error(`These figures have no metric ${name}.`);
  return place;
}

export function setFigure(figures: Figures, name: string, snapshot: number, value: number): void {
  figures.values[placeOf(figures, name) + snapshot] = value;
}

export function figure(figures: Figures, name: string, snapshot: number): number {
  return figures.values[placeOf(figures, name) + snapshot] ?? NaN;
}

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

/** Adds the figures of a token to those of what it belongs to. A missing value adds nothing. */
export function addFigures(total: Figures, part: Figures): void {
  for (const [name, place] of total.places) {
    const from = placeOf(part, name);
    const isShared = sharedMetrics.has(name);
    for (let snapshot = 0; snapshot < snapshotOffsets.length; snapshot += 1) {
      const value = part.values[from + snapshot] ?? NaN;
      if (Number.isNaN(value)) continue;
      const sum = total.values[place + snapshot] ?? NaN;
      total.values[place + snapshot] = Number.isNaN(sum) || isShared ? value : sum + value;
    }
  }
}

/** Percentages of a token, which are no sum. */
const percentages: readonly string[] = metricDefinitions
  .filter(({ name, unit }) => unit === 'percent' && !sharedMetrics.has(name))
  .map(({ name }) => name);

/** Makes percentages of an asset the mean of its tokens', by their supply: the live service sums them up, and so do odd data. */
export function averagePercentages(total: Figures, tokens: readonly Figures[]): void {
  for (const name of percentages) {
    for (let snapshot = 0; snapshot < snapshotOffsets.length; snapshot += 1) {
      const known = tokens.filter((token) => !Number.isNaN(figure(token, name, snapshot)));
      if (known.length < 2) continue;
      const supplies = known.map((token) => figure(token, 'total_supply_token', snapshot));
      const supply = supplies.reduce((sum, one) => sum + one, 0);
      const weighted = known.map((token, index) => figure(token, name, snapshot) * (supplies[index] ?? 0));
      const mean = weighted.reduce((sum, one) => sum + one, 0) / supply;
      setFigure(total, name, snapshot, supply > 0 ? round(mean, 4) : NaN);
    }
  }
}

/** Dollars and percentages as the service would round them: to the cent from one dollar on, finer below. */
export function neat(value: number): number {
  return round(value, Math.abs(value) >= 1 ? 2 : 10);
}

/** All ten members of a metric. */
export type MetricObject = Readonly<Record<Exclude<MetricMember, 'val'>, number | null>> & {
  readonly val: number;
};

/** The JSON text of a metric object: what `JSON.stringify` gives, in less than half the time. */
export function metricText(metric: MetricObject): string {
  const { val, val_7d, val_30d, val_90d, chg_7d_amt, chg_7d_pct } = metric;
  const { chg_30d_amt, chg_30d_pct, chg_90d_amt, chg_90d_pct } = metric;
  return `{"val":${val},"val_7d":${val_7d},"val_30d":${val_30d},"val_90d":${val_90d},"chg_7d_amt":${chg_7d_amt},"chg_7d_pct":${chg_7d_pct},"chg_30d_amt":${chg_30d_amt},"chg_30d_pct":${chg_30d_pct},"chg_90d_amt":${chg_90d_amt},"chg_90d_pct":${chg_90d_pct}}`;
}

/**
 * The first earlier snapshot that is told of figures of calendar periods. Rule: service notes, "Records": those of a month have no
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
 * The metric object of ten members, or null where there is no data: no value today, or nothing but zeros.
 *
 * Rule: service notes, "Records": a change in percent is null when its base is 0; sums keep what binary arithmetic adds to them.
 */
export function metricObject(figures: Figures, name: string): MetricObject | null {
  const { values } = figures;
  const place = placeOf(figures, name);
  const first = firstEarlier.get(name) ?? 1;
  const now = values[place] ?? NaN;
  if (Number.isNaN(now)) return null;
  const week = first <= 1 ? values[place + 1] : NaN;
  const month = first <= 2 ? values[place + 2] : NaN;
  const quarter = first <= 3 ? values[place + 3] : NaN;
  if (now === 0 && !(week ?? 0) && !(month ?? 0) && !(quarter ?? 0)) return null;
  return {
    val: now,
    val_7d: known(week),
    val_30d: known(month),
    val_90d: known(quarter),
    chg_7d_amt: changeAmount(now, week),
    chg_7d_pct: changePercent(now, week),
    chg_30d_amt: changeAmount(now, month),
    chg_30d_pct: changePercent(now, month),
    chg_90d_amt: changeAmount(now, quarter),
    chg_90d_pct: changePercent(now, quarter),
  };
}

function known(value = NaN): number | null {
  return Number.isNaN(value) ? null : value;
}

function changeAmount(now: number, base = NaN): number | null {
  return Number.isNaN(base) ? null : now - base;
}

function changePercent(now: number, base = NaN): number | null {
  return Number.isNaN(base) || base === 0 ? null : round(((now - base) / base) * 100, 4);
}
