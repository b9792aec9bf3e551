import { metricDefinition } from '../../../preload/contract/resources/metrics.ts';

/** The series of a token that are kept: what there is at the end of a day, and what moves over it. */
export type StepsName =
  | 'supply'
  | 'circulating'
  | 'holders'
  | 'transfers'
  | 'mints'
  | 'burns'
  | 'transactions'
  | 'transfer_counts'
  | 'active'
  | 'month_active';

/** What there is of an asset for each of its tokens: prices, what is lent out of its value, and what it yields. */
export type PricesName = 'value' | 'price' | 'principal' | 'apy_7_day' | 'apy_30_day';

/**
 * How the days of a series are read. `level`: a value holds until the next. `day`: a value belongs to its day, other days have
 * zero. `month`, `days30`: the sum of days since the first of the month, or over the last 30 days. `monthLevel`: a value holds until
 * the next or the end of the month.
 */
export type SeriesForm = 'level' | 'day' | 'month' | 'days30' | 'monthLevel';

/** A figure of which the service keeps the past. */
export interface Measure {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly unit: string;
  /** The series it comes from; null where it is the asset's value alone. */
  readonly steps: StepsName | null;
  /** What the series is multiplied with. */
  readonly prices: PricesName | null;
  readonly form: SeriesForm;
  /** Days for which an asset has to be there before it has the figure. */
  readonly lag: number;
}

/** Ids as the live service has them up to 1007 (which figure 63 is, is assumed), those of the others are assumed. */
export const measures: readonly Measure[] = [
  measure(2, 'total_asset_value_dollar', 'supply', 'value', 'level'),
  measure(3, 'net_asset_value_dollar', null, 'value', 'level'),
  measure(4, 'total_supply_token', 'supply', null, 'level'),
  measure(15, 'holding_addresses_count', 'holders', null, 'level'),
  measure(40, 'market_value_dollar', 'supply', 'price', 'level'),
  measure(63, 'outstanding_principal_dollar', 'supply', 'principal', 'level'),
  measure(70, 'bridged_token_market_cap_dollar', 'circulating', 'price', 'level'),
  measure(71, 'bridged_token_value_dollar', 'circulating', 'value', 'level'),
  measure(1003, 'monthly_transfer_volume', 'transfers', null, 'month'),
  measure(1007, 'trailing_30_day_transfer_volume', 'transfers', null, 'days30'),
  measure(1010, 'daily_transfer_volume_dollar', 'transfers', null, 'day'),
  measure(1011, 'daily_mints_dollar', 'mints', null, 'day'),
  measure(1012, 'daily_burns_dollar', 'burns', null, 'day'),
  measure(1013, 'circulating_asset_value_dollar', 'circulating', 'value', 'level'),
  measure(1014, 'circulating_market_value_dollar', 'circulating', 'price', 'level'),
  measure(1015, 'price_dollar', null, 'price', 'level'),
  measure(1016, 'number_of_daily_transactions_count', 'transactions', null, 'day'),
  measure(1017, 'daily_active_addresses_count', 'active', null, 'day'),
  measure(1018, 'monthly_active_addresses_count', 'month_active', null, 'monthLevel'),
  measure(1019, 'monthly_transfer_count', 'transfer_counts', null, 'month'),
  measure(1020, 'apy_7_day', null, 'apy_7_day', 'level', 7),
  measure(1021, 'apy_30_day', null, 'apy_30_day', 'level', 30),
];

function measure(
  id: number,
  slug: string,
  steps: Measure['steps'],
  prices: Measure['prices'],
  form: SeriesForm,
  lag = 0,
): Measure {
  const { label, unit } = metricDefinition(slug);
  return { id, slug, name: label, unit, steps, prices, form, lag };
}
