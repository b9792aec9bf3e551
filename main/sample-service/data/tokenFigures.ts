import { burn, countUntil, mint, nobody, transfer, type Activity } from './activity.ts';
import { startOfPeriod } from '../../../preload/contract/periods.ts';
import { neat, setFigure, snapshotOffsets, type Figures } from './figures.ts';
import { onDay, yearlyYield, type PricePath, type TokenHistory } from './histories.ts';
import { makeRandom, round } from './random.ts';
import type { SampleAsset } from './world.ts';

export function tokenFigures(history: TokenHistory): Figures {
  const figures: Figures = new Map();
  const { token, path, activity } = history;
  snapshotOffsets.forEach((offset, snapshot) => {
    const day = path.lastDay - offset;
    if (day < token.inceptionDay || activity.count === 0) return;
    const set: SetFigure = (name, value) => {
      setFigure(figures, name, snapshot, value);
    };
    setStock(set, snapshot, history, day);
    setFlows(set, history, day);
    // Spans end on the last active day.
    setActiveAddresses(set, activity, activity.day[countUntil(activity.day, day) - 1] ?? day);
  });
  return figures;
}

type SetFigure = (name: string, value: number) => void;

function setStock(set: SetFigure, snapshot: number, history: TokenHistory, day: number): void {
  const { asset, path, activity, ledger } = history;
  const last = countUntil(activity.day, day) - 1;
  const supply = (ledger.supply[last] ?? 0) / activity.grainsPerToken;
  const circulating = (ledger.circulating[last] ?? 0) / activity.grainsPerToken;
  const value = onDay(path.value, path.firstDay, day);
  const price = onDay(path.price, path.firstDay, day);
  set('total_supply_token', supply);
  // A rebasing token has more units than its contract counts.
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
  const [first, five, ten] = ledger.concentrations[snapshot] ?? [0, 0, 0];
  set('top_holder_concentration', round(first, 4));
  set('top_5_holder_concentration', round(five, 4));
  set('top_10_holder_concentration', round(ten, 4));
  setYields(set, path, day);
  if (asset.distributesIncome) {
    const income = dailyIncome(value, onDay(path.yieldPercent, path.firstDay, day));
    set('daily_yield_distributed_dollar', neat(supply * income));
  }
  if (asset.assetClass.hasLoans) setCreditFigures(set, asset, neat(supply * value), supply, day);
}

function setYields(set: SetFigure, path: PricePath, day: number): void {
  const yearly = onDay(path.yieldPercent, path.firstDay, day);
  set('hypothetical_10_000_performance', neat(10_000 * onDay(path.growth, path.firstDay, day)));
  if (Number.isNaN(yearly)) return;
  set('yield_to_maturity_percent', yearly);
  set('yield_to_maturity', yearly);
  set('daily_yield_rate', dailyYield(yearly));
  set('apy_7_day', yearlyYield(path, day, 7));
  set('apy_30_day', yearlyYield(path, day, 30));
}

function setCreditFigures(
  set: SetFigure,
  asset: SampleAsset,
  value: number,
  supply: number,
  day: number,
): void {
  const random = makeRandom(asset.id, 601);
  const idlePart = random.between(0.01, 0.2);
  const defaultPart = random.chance(0.5) ? 0 : random.between(0, 0.08);
  const loansOnAMillion = random.between(1, 40);
  const termYears = random.between(0.2, 4);
  const years = (day - asset.inceptionDay) / 365;
  const turns = 1 + years / termYears;
  const outstanding = value * (1 - idlePart);
  const funded = outstanding * turns;
  const earned = funded * (asset.yieldPercent / 100) * Math.min(years, termYears);
  const lost = outstanding * defaultPart;
  const loans = Math.max(1, Math.round((outstanding / 1_000_000) * loansOnAMillion));
  const perToken = value > 0 ? supply / value : 0;
  set('number_of_active_loans', loans);
  set('number_of_loans_funded', Math.round(loans * turns));
  set('number_of_defaulted_loans', Math.round(loans * defaultPart));
  set('defaulted_loans_amount_dollar', neat(lost));
  set('defaulted_loans_amount_percent', funded > 0 ? round((lost / funded) * 100, 4) : 0);
  set('outstanding_capital_dollar', neat(outstanding + earned * 0.1));
  set('outstanding_principal_dollar', neat(outstanding));
  set('outstanding_principal_token', round(outstanding * perToken, 6));
  set('funded_assets_dollar', neat(funded));
  set('drawndown_assets_dollar', neat(outstanding));
  set('interest_paid_dollar', neat(earned * 0.9));
  set('cumulative_interest_earned_dollar', neat(earned));
  set('principal_paid_dollar', neat(funded - outstanding));
  set('cumulative_repaid_principal_dollar', neat(funded - outstanding));
  set('cumulative_issued_amount_dollar', neat(funded));
  set('written_off_principal_dollar', neat(lost * 0.3));
  set('recovered_assets_dollar', neat(lost * 0.1));
  set('idle_capital_dollar', neat(value * idlePart));
  set('cash_drag_percent', round(idlePart * 100, 4));
  set('maximum_capacity_dollar', neat(value * 1.5));
  set('available_capacity_dollar', neat(value * 0.5));
  set('total_contracts', loans);
  set('weighted_average_maturity_years', round(termYears, 2));
  set('weighted_average_maturity', round(termYears, 2));
}

export function lentPart({ id, assetClass }: SampleAsset): number {
  return assetClass.hasLoans ? 1 - makeRandom(id, 601).between(0.01, 0.2) : 0;
}

/** Both in percent. */
export function dailyYield(yearly: number): number {
  return round(yearly / 365, 8);
}

/** Dollars a day of a token of this value, at a yearly percentage. */
export function dailyIncome(value: number, yearly: number): number {
  return (value * yearly) / 36_500;
}

const spans: Readonly<Record<string, (day: number) => number>> = {
  daily: (day) => day,
  weekly: (day) => startOfPeriod('week', day),
  monthly: (day) => startOfPeriod('month', day),
  quarterly: (day) => startOfPeriod('quarter', day),
  annually: (day) => startOfPeriod('year', day),
  trailing_7_day: (day) => day - 6,
  trailing_30_day: (day) => day - 29,
};

const spansOfFlows = Object.entries(spans).filter(([name]) => /^(weekly|monthly|trailing)/.test(name));

const lastFlows = [
  ['daily_mints', mint],
  ['daily_burns', burn],
  ['daily_transfer_volume', transfer],
] as const;

function setFlows(set: SetFigure, history: TokenHistory, day: number): void {
  const { token, activity } = history;
  for (const [name, kind] of lastFlows) {
    const { grains, dollars } = lastSumOf(history, day, [kind]);
    const amount = grains[kind] / activity.grainsPerToken;
    set(`${name}_token`, amount);
    set(`${name}_dollar`, neat(dollars[kind]));
    if (kind === transfer) continue;
    // A bridge locks and releases the original: its mints and burns do not change the supply.
    const own = token.isBridged ? 0 : 1;
    set(`adjusted_${name}_token`, amount * own);
    set(`adjusted_${name}_dollar`, neat(dollars[kind] * own));
    if (token.isBridged) set(`daily_bridge_${kind === mint ? 'in' : 'out'}flow_volume`, neat(dollars[kind]));
  }
  const { count } = lastSumOf(history, day, [mint, burn, transfer]);
  set('number_of_daily_transactions_count', count[mint] + count[burn] + count[transfer]);
  if (token.isBridged) {
    const { dollars } = lastSumOf(history, day, [mint, burn]);
    set('daily_bridge_volume', neat(dollars[mint] + dollars[burn]));
  }
  for (const [name, begin] of spansOfFlows) {
    const { count: counts, dollars } = sumOf(history, begin(day), day);
    set(`${name}_transfer_volume`, neat(dollars[transfer]));
    set(`${name}_transfer_count`, counts[transfer]);
    if (!token.isBridged) continue;
    set(`${name}_bridge_inflow_volume`, neat(dollars[mint]));
    set(`${name}_bridge_outflow_volume`, neat(dollars[burn]));
    set(`${name}_bridge_volume`, neat(dollars[mint] + dollars[burn]));
  }
}

type ByKind = [unused: number, mints: number, burns: number, transfers: number];

interface FlowSum {
  readonly count: ByKind;
  readonly grains: ByKind;
  readonly dollars: ByKind;
}

/**
 * Sums the last day, up to this one, with transactions of these kinds. Rule: service notes, "Records": daily
 * figures hold until a later day has some.
 */
function lastSumOf(history: TokenHistory, day: number, kinds: readonly number[]): FlowSum {
  const { day: days, kind } = history.activity;
  let last = countUntil(days, day) - 1;
  while (last >= 0 && !kinds.includes(kind[last] ?? transfer)) last -= 1;
  return sumOf(history, days[last] ?? day, days[last] ?? day);
}

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

function setActiveAddresses(set: SetFigure, activity: Activity, day: number): void {
  const end = countUntil(activity.day, day);
  const seen = new Uint8Array(activity.holders);
  for (const [name, begin] of Object.entries(spans)) {
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
    set(`${name}_active_addresses_count`, active);
  }
}
