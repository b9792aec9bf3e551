import { unitTerms } from '../units.ts';
import { splitMember } from './memberFields.ts';
import type { Field } from './types.ts';

/** `all`: a total. `one-token`: valid within one token. `none`: prices, shares, overlapping figures. */
export type Additivity = 'all' | 'one-token' | 'none';

/** True for figures of the last day with data, which differs by record. Source: service notes, "Records". */
export function isOfLastDay(name: string): boolean {
  return /(^|_)daily_|_active_addresses_count$/.test(splitMember(name).base);
}

/** Fields whose unit or name does not decide. An address may hold several tokens and counts in each. */
const stated: Readonly<Record<Additivity, readonly string[]>> = {
  all: [
    'token_count',
    'native_token_count',
    'bridge_token_count',
    'market_value_dollar',
    'circulating_market_value_dollar',
    'market_cap_dollar',
    'bridged_token_market_cap_dollar',
    'total_asset_value_dollar',
    'circulating_asset_value_dollar',
    'bridged_token_value_dollar',
    'weekly_transfer_volume',
    'weekly_transfer_count',
    'monthly_transfer_volume',
    'monthly_transfer_count',
    'trailing_7_day_transfer_volume',
    'trailing_7_day_transfer_count',
    'trailing_30_day_transfer_volume',
    'trailing_30_day_transfer_count',
    'weekly_bridge_volume',
    'weekly_bridge_inflow_volume',
    'weekly_bridge_outflow_volume',
    'monthly_bridge_volume',
    'monthly_bridge_inflow_volume',
    'monthly_bridge_outflow_volume',
    'trailing_7_day_bridge_volume',
    'trailing_7_day_bridge_inflow_volume',
    'trailing_7_day_bridge_outflow_volume',
    'trailing_30_day_bridge_volume',
    'trailing_30_day_bridge_inflow_volume',
    'trailing_30_day_bridge_outflow_volume',
    'number_of_active_loans',
    'number_of_loans_funded',
    'number_of_defaulted_loans',
    'defaulted_loans_amount_dollar',
    'outstanding_capital_dollar',
    'outstanding_principal_dollar',
    'funded_assets_dollar',
    'drawndown_assets_dollar',
    'interest_paid_dollar',
    'principal_paid_dollar',
    'cumulative_repaid_principal_dollar',
    'cumulative_interest_earned_dollar',
    'cumulative_issued_amount_dollar',
    'written_off_principal_dollar',
    'recovered_assets_dollar',
    'idle_capital_dollar',
    'available_capacity_dollar',
    'maximum_capacity_dollar',
    'total_issued_funds',
    'total_collateralized_funds',
    'total_contracts',
    'cumulative_repo_trade_count',
    'cumulative_repo_issuance_volume',
    'cumulative_repo_collateral_volume',
    'usd_amount',
    'asset_count',
  ],
  'one-token': [
    'total_asset_value_token',
    'total_supply_token',
    'circulating_supply_token',
    'bridged_token_supply_token',
    'outstanding_principal_token',
    'funded_assets_token',
    'drawndown_assets_token',
    'interest_paid_token',
    'principal_paid_token',
    'cumulative_repaid_principal_token',
    'cumulative_interest_earned_token',
    'cumulative_issued_amount_token',
    'written_off_principal_token',
    'recovered_assets_token',
    'idle_capital_token',
    'available_capacity_token',
    'total_token_inflow',
    'total_token_outflow',
    'amount',
  ],
  none: [
    'price_dollar',
    'net_asset_value_dollar',
    'net_asset_value_token',
    'raw_supply',
    'hypothetical_10_000_performance',
    'm2_money_stock_dollar',
    'holding_addresses_count',
    'adjusted_holding_addresses_count',
    'max_capacity_amount',
    'primary_market__minimum_subscription_amt',
    'decimals',
    'm2_money_stock',
  ],
};

const byName = new Map(
  (['all', 'one-token', 'none'] as const).flatMap((additivity) =>
    stated[additivity].map((name): [string, Additivity] => [name, additivity]),
  ),
);

export function statedAdditivity({
  name,
  unit,
  type,
  overlapping = false,
}: Pick<Field, 'name' | 'unit' | 'type' | 'overlapping'>): Additivity | undefined {
  const isFigure = type === 'metric' || type === 'number' || type === 'integer';
  if (!isFigure || overlapping || !unitTerms(unit).summed || isOfLastDay(name)) return 'none';
  return byName.get(splitMember(name).base);
}

export function additivityOf(field: Parameters<typeof statedAdditivity>[0]): Additivity {
  return statedAdditivity(field) ?? 'none';
}
