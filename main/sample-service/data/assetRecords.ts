import { dayText } from '../../../preload/contract/days.ts';
import type { Json } from '../../../preload/contract/json.ts';
import type { Facts, SampleRecord } from './assemble.ts';
import { assetClasses } from './assetClasses.ts';
import { isoTime } from './calendar.ts';
import type { Figures } from './figures.ts';
import { sampleMark } from './names.ts';
import {
  assetClassObject,
  assetIcon,
  countryObject,
  governingBody,
  issuerObject,
  orNull,
  partyObject,
  peggedAsset,
  regulation,
} from './nested.ts';
import type { PricePath } from './prices.ts';
import { primaryMarketFacts } from './primaryMarket.ts';
import { makeRandom, round } from './random.ts';
import { tokenReturns } from './returns.ts';
import type { SampleAsset } from './world.ts';

/** The record of an asset: `figures` are the sums over its tokens, `tokens` their nested records. */
export function assetRecord(
  asset: SampleAsset,
  path: PricePath,
  figures: Figures,
  tokens: readonly Json[],
): SampleRecord {
  return {
    facts: {
      id: asset.id,
      ...identity(asset),
      ...classification(asset),
      ...partyFacts(asset),
      ...tokenFacts(asset),
      tokens,
      ...(asset.isValued ? tokenReturns(path) : {}),
      ...termFacts(asset),
      ...primaryMarketFacts(asset),
      ...legalFacts(asset),
      stats_available: asset.isValued,
      hidden: false,
      _created_at: `${isoTime(asset.inceptionDay, (asset.id * 7919) % 86_400).slice(0, 19)}+00:00`,
      // Rule: service notes, "Records": this one has no time zone.
      _updated_at: isoTime(path.lastDay, (asset.id * 104_729) % 21_600).slice(0, 19),
    },
    figures,
  };
}

function identity(asset: SampleAsset): Facts {
  const random = makeRandom(asset.id, 701);
  return {
    asset_id: asset.id,
    name: asset.name,
    slug: asset.slug,
    ticker: asset.ticker,
    description: `${sampleMark} ${asset.name} stands for ${asset.assetClass.name} on ${asset.tokens.length.toString()} token contracts.`,
    isin: random.chance(0.4) ? inventIsin(asset) : null,
    cusip: random.chance(0.1) ? `SMP${asset.id.toString().padStart(6, '0')}` : null,
    website: random.chance(0.9) ? `https://${asset.slug}.example` : null,
    icon_url: assetIcon(asset),
    color_hex: asset.assetClass.color,
    inception_date: dayText(asset.inceptionDay),
    asset_pool_id: asset.assetClass.hasLoans ? 9000 + asset.id : null,
    type: asset.assetClass.hasLoans ? 'pool' : 'asset',
  };
}

/** Twelve characters in the form of an ISIN, with a country code that no country has. */
function inventIsin(asset: SampleAsset): string {
  return `ZZ${asset.id.toString().padStart(9, '0')}0`;
}

function classification(asset: SampleAsset): Facts {
  const { assetClass } = asset;
  const others = assetClasses.filter(({ id }) => id !== assetClass.id && (asset.id + id) % 7 === 0);
  const pegged = peggedAsset(asset);
  return {
    asset_class_id: assetClass.id,
    asset_class_name: assetClass.name,
    asset_class: assetClassObject(assetClass),
    underlying_asset_classes: [assetClass, ...others.slice(0, 1)].map(assetClassObject),
    is_yield_bearing: assetClass.model === 'accrual',
    distributes_income: asset.distributesIncome,
    is_open_ended: asset.id % 4 !== 0,
    is_investable: isInvestable(asset),
    pegged_asset_id: pegged?.id ?? null,
    pegged_asset_name: pegged?.name ?? null,
    pegged_asset: pegged,
    asset_to_pegged_asset_ratio: pegged === null ? null : 1,
    denomination_asset_ticker: pegged?.ticker ?? 'USD',
    denomination_asset_id: pegged?.id ?? 1,
  };
}

/** Null where nobody says. */
export function isInvestable({ id }: SampleAsset): boolean | null {
  return id % 5 === 0 ? null : id % 7 !== 0;
}

function partyFacts(asset: SampleAsset): Facts {
  const { issuer, manager, transferAgent, payingAgent } = asset;
  const provider = (party: NonNullable<typeof transferAgent>): Json =>
    partyObject('service-providers', party);
  return {
    issuer_name: issuer.name,
    issuer_id: issuer.id.toString(),
    issuer: issuerObject(issuer),
    manager: orNull(manager, (party) => partyObject('managers', party)),
    governing_body: governingBody(asset),
    transfer_agent: orNull(transferAgent, provider),
    transfer_agent_id: transferAgent?.id ?? null,
    paying_agent: orNull(payingAgent, provider),
    paying_agent_id: payingAgent?.id ?? null,
  };
}

function tokenFacts({ tokens }: SampleAsset): Facts {
  const networks = new Map(tokens.map(({ network }) => [network.id, network]));
  const bridged = tokens.filter((token) => token.isBridged).length;
  const platforms = unique(tokens.flatMap(({ platform }) => (platform === null ? [] : [platform.id])));
  return {
    // Ids by number, names by alphabet: the two lists are not aligned, as in the live service.
    network_ids: [...networks.keys()].sort((a, b) => a - b),
    network_names: [...networks.values()].map(({ name }) => name).sort(),
    network_slug: tokens[0]?.network.slug ?? null,
    token_count: tokens.length,
    native_token_count: tokens.length - bridged,
    bridge_token_count: bridged,
    has_native_tokens: tokens.length > bridged,
    has_bridge_tokens: bridged > 0,
    protocol_ids: platforms,
    base_protocol_ids: platforms.slice(0, 1),
    tokenization_types: unique(tokens.map(({ tokenization }) => tokenization.name)),
    tokenization_type_ids: unique(tokens.map(({ tokenization }) => tokenization.id)),
    transferability_types: unique(tokens.map(({ transferability }) => transferability.name)),
    transferability_type_ids: unique(tokens.map(({ transferability }) => transferability.id)),
    tokenization_sponsorship_type: tokens.length % 2 === 0 ? 'Issuer sponsored' : 'Third party',
  };
}

function unique<T>(values: readonly T[]): readonly T[] {
  return [...new Set(values)];
}

function termFacts(asset: SampleAsset): Facts {
  const random = makeRandom(asset.id, 702);
  const lockup = random.chance(0.3) ? random.integer(1, 60) : 0;
  return {
    total_management_fee_bps: random.chance(0.8) ? round(random.between(0, 250), 1) : null,
    total_performance_fee_bps: random.chance(0.3) ? random.pick([500, 1000, 1500, 2000]) : null,
    lockup_period_months: lockup === 0 ? null : lockup,
    lockup_description: lockup === 0 ? null : `Tokens cannot be redeemed for ${lockup.toString()} months.`,
    annual_return_target_description:
      asset.yieldPercent > 6 ? `About ${asset.yieldPercent.toFixed(0)} % a year, invented.` : null,
    has_deposit_insurance: random.chance(0.5) ? random.chance(0.1) : null,
  };
}

function legalFacts(asset: SampleAsset): Facts {
  const { issuer, jurisdiction } = asset;
  const remote = asset.id % 6 === 0 ? null : asset.id % 5 !== 0;
  return {
    regulatory_framework: regulation(asset),
    jurisdiction_country_id: jurisdiction.id,
    jurisdiction_country_name: jurisdiction.name,
    jurisdiction_country: countryObject(jurisdiction),
    legal_structure__country_id: issuer.country.id,
    legal_structure__country_name: issuer.country.name,
    legal_structure__description: issuer.legalForm,
    dispute_resolution_country_id: jurisdiction.id,
    dispute_resolution_country_name: jurisdiction.name,
    dispute_resolution_country: countryObject(jurisdiction),
    are_holdings_bankruptcy_remote: remote,
    holdings_bankruptcy_remote_description: remote === true ? 'Held in a separate invented company.' : null,
    are_accounts_segregated: asset.id % 9 === 0 ? null : true,
  };
}
