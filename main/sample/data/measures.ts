import { metricDefinition } from '../../../preload/contract/resources/metrics.ts';

/** A figure of which the service keeps the past. */
export interface Measure {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly unit: string;
  /** `flow`: what moves over a day. `stock`: what there is at the end of it. */
  readonly kind: 'stock' | 'flow';
  /** True where an asset's value is that of each of its tokens, not their sum. */
  readonly isShared: boolean;
}

/** Ids as the live service has them up to 1007; those of the daily flows are assumed. */
export const measures: readonly Measure[] = [
  measure(2, 'total_asset_value_dollar', 'stock'),
  measure(3, 'net_asset_value_dollar', 'stock', true),
  measure(4, 'total_supply_token', 'stock'),
  measure(15, 'holding_addresses_count', 'stock'),
  measure(40, 'market_value_dollar', 'stock'),
  measure(70, 'bridged_token_market_cap_dollar', 'stock'),
  measure(71, 'bridged_token_value_dollar', 'stock'),
  measure(1003, 'monthly_transfer_volume', 'stock'),
  measure(1007, 'trailing_30_day_transfer_volume', 'stock'),
  measure(1010, 'daily_transfer_volume_dollar', 'flow'),
  measure(1011, 'daily_mints_dollar', 'flow'),
  measure(1012, 'daily_burns_dollar', 'flow'),
];

function measure(id: number, slug: string, kind: Measure['kind'], isShared = false): Measure {
  const { label, unit } = metricDefinition(slug);
  return { id, slug, name: label, unit, kind, isShared };
}
