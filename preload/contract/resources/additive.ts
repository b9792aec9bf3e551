import { splitMember } from './memberFields.ts';
import type { Field } from './types.ts';

/**
 * What the sum of a figure over records says: `all`, how much they have together; `one-token`, only where they are of one token, since
 * it counts units of each; `none`, nothing: it is a price or a share, or records have parts of it in common.
 */
export type Additivity = 'all' | 'one-token' | 'none';

/**
 * An address may hold, or be active in, several tokens, and is counted in each of them. The others belong to one whole, or are in
 * units of their own.
 */
const neverSummed =
  /(holding|active)_addresses_count$|^(max_capacity_amount|primary_market__minimum_subscription_amt|price_dollar|net_asset_value_\w+|hypothetical_10_000_performance|m2_money_stock\w*|decimals|raw_supply)$/;

/** Returns what a sum of a field, or of a member of a metric, says. */
export function additivityOf({
  name,
  unit,
  type,
  overlapping = false,
}: Pick<Field, 'name' | 'unit' | 'type' | 'overlapping'>): Additivity {
  if (type !== 'metric' && type !== 'number' && type !== 'integer') return 'none';
  if (overlapping || neverSummed.test(splitMember(name).base)) return 'none';
  if (unit === 'token') return 'one-token';
  return unit === 'dollar' || unit === 'count' || unit === undefined ? 'all' : 'none';
}
