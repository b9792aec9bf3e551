import { burn, mint, nobody, transfer, type Activity } from './activity.ts';
import { startOfPeriod, type Period } from '../../../preload/contract/periods.ts';
import { setCreditFigures } from './creditFigures.ts';
import { makeFigures, neat, setFigure, snapshotOffsets, type Figures } from './figures.ts';
import { countUntil, type Ledger } from './ledger.ts';
import { onDay, type PricePath } from './prices.ts';
import { round } from './random.ts';
import { yearlyYield } from './returns.ts';
import type { SampleAsset, SampleToken } from './world.ts';

/** What moved. */
export interface Moves {
  readonly asset: SampleAsset;
  readonly token: SampleToken;
  readonly path: PricePath;
  readonly activity: Activity;
  /** The value of each transaction in dollars; NaN where nobody knows it. */
  readonly dollars: Float64Array;
}

/** All that is known of a token's past. */
export interface TokenHistory extends Moves {
  readonly ledger: Ledger;
}

/** What each transaction was worth: its amount at the net asset value of its day. */
export function dollarsOf(activity: Activity, path: PricePath): Float64Array {
  return activity.grains.map((grains, index) =>
    neat((grains / activity.grainsPerToken) * onDay(path.value, path.firstDay, activity.day[index] ?? 0)),
  );
}

/** The metrics of a token today and at the earlier snapshots. */
export function tokenFigures(history: TokenHistory): Figures {
  const figures = makeFigures();
  const { token, path, activity } = history;
  snapshotOffsets.forEach((offset, snapshot) => {
    const day = path.lastDay - offset;
    if (day < token.inceptionDay || activity.count === 0) return;
    setStock(figures, snapshot, history, day);
    setFlows(figures, snapshot, history, day);
    setActiveAddresses(figures, snapshot, activity, day);
  });
  return figures;
}

type SetFigure = (name: string, value: number) => void;

/** What there is at the end of a day. */
function setStock(figures: Figures, snapshot: number, history: TokenHistory, day: number): void {
  const { asset, path, activity, ledger } = history;
  const last = countUntil(activity.day, day) - 1;
  const set = (name: string, value: number): void => {
    setFigure(figures, name, snapshot, value);
  };
  const supply = (ledger.supply[last] ?? 0) / activity.grainsPerToken;
  const circulating = (ledger.circulating[last] ?? 0) / activity.grainsPerToken;
  const value = onDay(path.value, path.firstDay, day);
  const price = onDay(path.price, path.firstDay, day);
  set('total_supply_token', supply);
  // A token that pays income by rebasing has more units than its contract counts.
  const multiplier = asset.isRebasing ? round(onDay(path.growth, path.firstDay, day), 6) : 1;
  set('raw_supply', round(supply / multiplier, 8));
  if (asset.isRebasing) set('rebase_multiplier', multiplier);
  set('circulating_supply_token', circulating);
  set('bridged_token_supply_token', circulating);
  set('net_asset_value_dollar', value);
  set('price_dollar', price);
  set('total_asset_value_dollar', neat(supply * value));
  set('circulating_asset_value_dollar', neat(circulating * value));
  set('bridged_token_value_dollar', neat(circulating * value));
  set('market_value_dollar', neat(supply * price));
  set('market_cap_dollar', neat(circulating * price));
  set('circulating_market_value_dollar', neat(circulating * price));
  set('bridged_token_market_cap_dollar', neat(circulating * price));
  set('holding_addresses_count', ledger.holders[last] ?? 0);
  // Of a token that was burned whole nobody holds anything.
  const [first, five, ten] = ledger.concentrations[snapshot] ?? [0, 0, 0];
  set('top_holder_concentration', round(first, 4));
  set('top_5_holder_concentration', round(five, 4));
  set('top_10_holder_concentration', round(ten, 4));
  setYields(set, path, day);
  if (asset.assetClass.hasLoans) setCreditFigures(set, asset, neat(supply * value), supply, day);
}

function setYields(set: SetFigure, path: PricePath, day: number): void {
  const yearly = onDay(path.yieldPercent, path.firstDay, day);
  set('hypothetical_10_000_performance', neat(10_000 * onDay(path.growth, path.firstDay, day)));
  if (Number.isNaN(yearly)) return;
  set('yield_to_maturity_percent', yearly);
  set('yield_to_maturity', yearly);
  set('daily_yield_rate', round(yearly / 365, 8));
  set('apy_7_day', yearlyYield(path, day, 7));
  set('apy_30_day', yearlyYield(path, day, 30));
}

/** The first day of the period of a day, worked out once for the few days that all tokens are looked at. */
function startsOf(period: Period): (day: number) => number {
  const starts = new Map<number, number>();
  return (day) => {
    const start = starts.get(day) ?? startOfPeriod(period, day);
    starts.set(day, start);
    return start;
  };
}

/** Spans that end on the day of the snapshot: their names in metrics, and the day they begin. */
const flowSpans = [
  { ...flowNames('weekly'), begin: startsOf('week') },
  { ...flowNames('monthly'), begin: startsOf('month') },
  { ...flowNames('trailing_7_day'), begin: (day: number) => day - 6 },
  { ...flowNames('trailing_30_day'), begin: (day: number) => day - 29 },
] as const;
const daily = flowNames('daily');

/** The metrics of what moved in a span, spelled once: to put names together for every token takes long. */
function flowNames(
  span: string,
): Readonly<Record<'volume' | 'count' | 'inflow' | 'outflow' | 'bridged', string>> {
  return {
    volume: `${span}_transfer_volume`,
    count: `${span}_transfer_count`,
    inflow: `${span}_bridge_inflow_volume`,
    outflow: `${span}_bridge_outflow_volume`,
    bridged: `${span}_bridge_volume`,
  };
}

/** What moved in spans of days. */
function setFlows(figures: Figures, snapshot: number, history: TokenHistory, day: number): void {
  const { token, activity } = history;
  const set = (name: string, value: number): void => {
    setFigure(figures, name, snapshot, value);
  };
  const today = sumOf(history, day, day);
  const tokens = (kind: typeof mint | typeof burn | typeof transfer): number =>
    today.grains[kind] / activity.grainsPerToken;
  set('daily_transfer_volume_token', tokens(transfer));
  set('daily_transfer_volume_dollar', neat(today.dollars[transfer]));
  set('number_of_daily_transactions_count', today.count[mint] + today.count[burn] + today.count[transfer]);
  // A bridged token is minted and burned as its original is locked and set free: no new supply is made.
  const own = token.isBridged ? 0 : 1;
  set('daily_mints_token', tokens(mint));
  set('daily_mints_dollar', neat(today.dollars[mint]));
  set('daily_burns_token', tokens(burn));
  set('daily_burns_dollar', neat(today.dollars[burn]));
  set('adjusted_daily_mints_token', tokens(mint) * own);
  set('adjusted_daily_mints_dollar', neat(today.dollars[mint] * own));
  set('adjusted_daily_burns_token', tokens(burn) * own);
  set('adjusted_daily_burns_dollar', neat(today.dollars[burn] * own));
  if (token.isBridged) setBridges(set, daily, today);
  for (const span of flowSpans) {
    const sum = sumOf(history, span.begin(day), day);
    set(span.volume, neat(sum.dollars[transfer]));
    set(span.count, sum.count[transfer]);
    if (token.isBridged) setBridges(set, span, sum);
  }
}

function setBridges(set: SetFigure, { inflow, outflow, bridged }: typeof daily, sum: FlowSum): void {
  set(inflow, neat(sum.dollars[mint]));
  set(outflow, neat(sum.dollars[burn]));
  set(bridged, neat(sum.dollars[mint] + sum.dollars[burn]));
}

/** Sums by kind of transaction: the kinds are the places. */
type ByKind = [unused: number, mints: number, burns: number, transfers: number];

interface FlowSum {
  readonly count: ByKind;
  readonly grains: ByKind;
  readonly dollars: ByKind;
}

/** Both days included. */
function sumOf({ activity, dollars }: TokenHistory, firstDay: number, lastDay: number): FlowSum {
  const sum: FlowSum = { count: [0, 0, 0, 0], grains: [0, 0, 0, 0], dollars: [0, 0, 0, 0] };
  const end = countUntil(activity.day, lastDay);
  for (let index = countUntil(activity.day, firstDay - 1); index < end; index += 1) {
    const kind = activity.kind[index] === mint ? mint : activity.kind[index] === burn ? burn : transfer;
    sum.count[kind] += 1;
    sum.grains[kind] += activity.grains[index] ?? 0;
    sum.dollars[kind] += dollars[index] ?? NaN;
  }
  return sum;
}

const addressSpans = [
  { name: 'daily_active_addresses_count', begin: (day: number) => day },
  { name: 'weekly_active_addresses_count', begin: startsOf('week') },
  { name: 'monthly_active_addresses_count', begin: startsOf('month') },
  { name: 'quarterly_active_addresses_count', begin: startsOf('quarter') },
  { name: 'annually_active_addresses_count', begin: startsOf('year') },
  { name: 'trailing_7_day_active_addresses_count', begin: (day: number) => day - 6 },
  { name: 'trailing_30_day_active_addresses_count', begin: (day: number) => day - 29 },
] as const;

function setActiveAddresses(figures: Figures, snapshot: number, activity: Activity, day: number): void {
  const end = countUntil(activity.day, day);
  const seen = new Uint8Array(activity.holders);
  for (const { name, begin } of addressSpans) {
    let active = 0;
    const see = (holder: number): void => {
      if (holder === nobody || seen[holder] === 1) return;
      seen[holder] = 1;
      active += 1;
    };
    for (let index = countUntil(activity.day, begin(day) - 1); index < end; index += 1) {
      see(activity.from[index] ?? nobody);
      see(activity.to[index] ?? nobody);
    }
    seen.fill(0);
    setFigure(figures, name, snapshot, active);
  }
}
