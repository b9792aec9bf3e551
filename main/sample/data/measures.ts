import { metricDefinition } from '../../../preload/contract/resources/metrics.ts';

/** The series of a token that are kept: what there is at the end of a day, and what moves over it. */
export type StepsName = 'supply' | 'circulating' | 'holders' | 'transfers' | 'mints' | 'burns';

/**
 * How the days of a series are read. `level`: a value holds until the next. `day`: a value belongs to its day, other days have
 * zero. `month`, `days30`: the sum of days since the first of the month, or over the last 30 days.
 */
export type SeriesForm = 'level' | 'day' | 'month' | 'days30';

/** A figure of which the service keeps the past. */
export interface Measure {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly unit: string;
  /** The series it comes from; null where it is the asset's value alone. */
  readonly steps: StepsName | null;
  /** What the series is multiplied with. */
  readonly prices: 'value' | 'price' | null;
  readonly form: SeriesForm;
}

/** Ids as the live service has them up to 1007; those of the daily flows are assumed. */
export const measures: readonly Measure[] = [
  measure(2, 'total_asset_value_dollar', 'supply', 'value', 'level'),
  measure(3, 'net_asset_value_dollar', null, 'value', 'level'),
  measure(4, 'total_supply_token', 'supply', null, 'level'),
  measure(15, 'holding_addresses_count', 'holders', null, 'level'),
  measure(40, 'market_value_dollar', 'supply', 'price', 'level'),
  measure(70, 'bridged_token_market_cap_dollar', 'circulating', 'price', 'level'),
  measure(71, 'bridged_token_value_dollar', 'circulating', 'value', 'level'),
  measure(1003, 'monthly_transfer_volume', 'transfers', null, 'month'),
  measure(1007, 'trailing_30_day_transfer_volume', 'transfers', null, 'days30'),
  measure(1010, 'daily_transfer_volume_dollar', 'transfers', null, 'day'),
  measure(1011, 'daily_mints_dollar', 'mints', null, 'day'),
  measure(1012, 'daily_burns_dollar', 'burns', null, 'day'),
];

function measure(
  id: number,
  slug: string,
  steps: Measure['steps'],
  prices: Measure['prices'],
  form: SeriesForm,
): Measure {
  const { label, unit } = metricDefinition(slug);
  return { id, slug, name: label, unit, steps, prices, form };
}
