import type { Json } from '../../../preload/contract/json.ts';
import type { Facts } from './assemble.ts';
import { makeRandom } from './random.ts';
import type { SampleAsset } from './world.ts';

/** The terms on which an asset is bought from and given back to its issuer: flat members, and the same as nested objects. */
export function primaryMarketFacts(asset: SampleAsset): Facts {
  const random = makeRandom(asset.id, 703);
  if (!random.chance(0.7)) return {};
  const isPegged = asset.assetClass.model === 'peg';
  const terms = {
    investor_types: random.pick([
      ['Accredited investors'],
      ['Qualified purchasers', 'Institutions'],
      ['Retail', 'Institutions'],
    ]),
    minimum_subscription_amt: random.pick([0, 100, 1000, 50_000, 100_000, 5_000_000, 0.01]),
    base_asset_ticker: random.pick(['USD', 'USD', 'EUR']),
    subscription_fee_bps: random.pick([0, 0, 5, 10, 12.5]),
    redemption_fee_bps: random.pick([0, 0, 5, 10, 25]),
    subscription_frequency: random.pick(['Daily', 'Weekly', 'Continuous']),
    redemption_frequency: random.pick(['Daily', 'Weekly', 'Monthly', 'Quarterly']),
    subscription_description: 'Subscriptions go through an invented portal.',
    redemption_description: random.chance(0.5)
      ? 'Redemptions settle within an invented number of days.'
      : null,
    is_kyc_required: random.chance(0.8),
    kyc_provider_id: asset.identityProvider?.id ?? null,
  };
  const whole: Json = { ...terms, asset_id: asset.id };
  return {
    ...Object.fromEntries(Object.entries(terms).map(([name, value]) => [`primary_market__${name}`, value])),
    primary_market: whole,
    primary_markets: [whole],
    primary_market_non_pegged_asset: isPegged ? null : whole,
  };
}
