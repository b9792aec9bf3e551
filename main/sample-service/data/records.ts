import { dayText } from '../../../preload/contract/days.ts';
import type { Json, JsonObject } from '../../../preload/contract/json.ts';
import type { ResourceRecord } from '../../../preload/contract/records.ts';
import type { Resource } from '../../../preload/contract/resources/types.ts';
import { metricObject, type Figures } from './figures.ts';
import {
  assetClasses,
  sampleMark,
  type Country,
  type SampleIssuer,
  type SampleNetwork,
  type SampleParty,
} from './parties.ts';
import { tokenReturns, type PricePath } from './histories.ts';
import { makeRandom, round } from './random.ts';
import { isoTime, type SampleAsset, type SampleToken } from './world.ts';

export type Facts = Readonly<Record<string, Json>>;

export interface SampleRecord {
  readonly facts: ResourceRecord;
  readonly figures: Figures;
}

/** Returns all fields of the resource but metrics, in catalogue order; null if unknown. */
export function completeFacts({ fields }: Resource, facts: ResourceRecord): ResourceRecord {
  const record: Record<string, Json> & { id: string | number } = { id: facts.id };
  for (const { name, type, derived } of fields) {
    if (type !== 'metric' && derived !== true) record[name] = facts[name] ?? null;
  }
  return record;
}

export function wholeRecord(resource: Resource, { facts, figures }: SampleRecord): ResourceRecord {
  const metrics = resource.fields.filter(({ type }) => type === 'metric');
  return {
    ...completeFacts(resource, facts),
    ...Object.fromEntries(metrics.map(({ name }) => [name, metricObject(figures, name)])),
  };
}

/** The host cannot exist (RFC 2606). */
export function iconUrl(kind: string, slug: string): string {
  return `https://icons.example/${kind}/${slug}.svg`;
}

/** Returns a nested party. Rule: service notes, "Records": ids of issuers are texts. */
export function partyObject(
  kind: string,
  { id, slug, name, color }: Pick<SampleParty, 'id' | 'slug' | 'name' | 'color'>,
): JsonObject {
  const ownId = kind === 'issuers' ? id.toString() : id;
  return { id: ownId, slug, name, icon_url: iconUrl(kind, slug), color_hex: color };
}

function protocolObject(platform: SampleParty): JsonObject {
  return { ...partyObject('platforms', platform), website: platform.website };
}

function countryIcon({ code }: Country): string {
  return iconUrl('countries', code.toLowerCase());
}

function countryObject(country: Country): JsonObject {
  const { id, name, slug, color, code, region } = country;
  return {
    id,
    name,
    slug,
    icon_url: countryIcon(country),
    color_hex: color,
    alpha2_code: code,
    description: null,
    region_name: region,
  };
}

function issuerObject(issuer: SampleIssuer): JsonObject {
  return {
    ...partyObject('issuers', issuer),
    legal_name: issuer.legalName,
    cik: issuer.cik,
    lei: issuer.lei,
    legal_structure_type: issuer.legalForm,
    legal_structure_country: issuer.country.name,
    legal_structure_state: issuer.state,
    legal_structure_country_id: issuer.country.id,
    legal_structure_country_icon_url: countryIcon(issuer.country),
  };
}

/** Returns the currency of a pegged asset. Ids are assumed. */
function peggedAsset({
  assetClass,
  isEuro,
}: SampleAsset): { id: number; name: string; type: string; unit: string; ticker: string } | null {
  if (assetClass.model !== 'peg') return null;
  const type = 'Fiat Currency';
  return isEuro
    ? { id: 2, name: 'Euro', type, unit: '€', ticker: 'EUR' }
    : { id: 1, name: 'US Dollar', type, unit: '$', ticker: 'USD' };
}

/** Rule: service notes, "Records": some icons are data URLs. */
function assetIcon({ id, slug }: SampleAsset): string {
  return id % 13 === 0 ? greyPoint : iconUrl('assets', slug);
}

const greyPoint =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==';

function governingBody({ id, jurisdiction }: SampleAsset): string | null {
  return id % 3 === 0 ? null : `Sample supervisor of ${jurisdiction.name}`;
}

function regulation({ id }: SampleAsset): string | null {
  return ['Registered offering', 'Private placement', 'Offshore offering', null][id % 4] ?? null;
}

function orNull<T>(value: T | null, make: (value: T) => Json): Json {
  return value === null ? null : make(value);
}

/** Null if unknown. */
export function isInvestable({ id }: SampleAsset): boolean | null {
  return id % 5 === 0 ? null : id % 7 !== 0;
}

/** `parent`: the network of a layer-2 network. */
export function tokenRecord(
  asset: SampleAsset,
  token: SampleToken,
  parent: SampleNetwork | null,
  path: PricePath,
  figures: Figures,
): SampleRecord {
  const { platform, tokenization } = token;
  const tokenizationFacts = { tokenization_type: tokenization.name, tokenization_type_id: tokenization.id };
  return {
    facts: {
      id: token.id,
      ...nestedToken(asset, token),
      asset: {
        id: asset.id,
        slug: asset.slug,
        name: asset.name,
        ticker: asset.ticker,
        icon_url: assetIcon(asset),
        color_hex: asset.assetClass.color,
        governing_body: governingBody(asset),
        regulatory_framework: regulation(asset),
        jurisdiction_country: countryObject(asset.jurisdiction),
        pegged_asset: peggedAsset(asset),
        real_estate_property: null,
      },
      asset_class: partyObject('asset-classes', asset.assetClass),
      parent_network: orNull(parent, (each) => partyObject('networks', each)),
      platform: orNull(platform, (each) => ({
        ...protocolObject(each),
        ...tokenizationFacts,
        issuance_type: token.isBridged ? 'BRIDGE' : 'NATIVE',
      })),
      issuer: issuerObject(asset.issuer),
      asset_manager: orNull(asset.manager, (manager) => partyObject('managers', manager)),
      ...tokenReturns(path),
    },
    figures,
  };
}

export function nestedToken(asset: SampleAsset, token: SampleToken): JsonObject {
  const { network, platform, tokenization, transferability } = token;
  const isPermissioned = transferability.id === 2 && network.addressForm === 'evm';
  return {
    id: token.id,
    name: token.name,
    address: token.address,
    decimals: token.decimals,
    standards: [...network.standards, ...(isPermissioned ? ['ERC-3643'] : [])],
    issuance_type: token.isBridged ? 'BRIDGE' : 'NATIVE',
    token_id: token.isMinted ? token.id : null,
    asset_id: asset.id,
    asset_class_id: asset.assetClass.id,
    tokenization_type: tokenization.name,
    tokenization_type_id: tokenization.id,
    transferability_type: transferability.name,
    transferability_type_id: transferability.id,
    network_name: network.name,
    network_id: network.id,
    parent_network_id: network.parentId,
    protocol_name: platform?.name ?? null,
    protocol_id: platform?.id ?? null,
    platform_name: platform?.name ?? null,
    platform_id: platform?.id ?? null,
    asset_manager_id: asset.manager?.id ?? null,
    hidden: false,
    network: partyObject('networks', network),
    protocol: orNull(platform, protocolObject),
  };
}

export function assetRecord(
  asset: SampleAsset,
  path: PricePath,
  figures: Figures,
  tokens: readonly Json[],
): SampleRecord {
  const { id, assetClass, inceptionDay } = asset;
  return {
    facts: {
      ...identity(asset),
      ...classification(asset),
      ...partyFacts(asset),
      ...tokenFacts(asset),
      tokens,
      ...(asset.isValued ? tokenReturns(path) : {}),
      ...termFacts(asset),
      ...primaryMarketFacts(asset),
      id,
      color_hex: assetClass.color,
      inception_date: dayText(inceptionDay),
      asset_pool_id: assetClass.hasLoans ? 9000 + id : null,
      type: assetClass.hasLoans ? 'pool' : 'asset',
      stats_available: asset.isValued,
      hidden: false,
      _created_at: `${isoTime(inceptionDay, (id * 7919) % 86_400)}+00:00`,
      // Rule: service notes, "Records": without a time zone.
      _updated_at: isoTime(path.lastDay, (id * 104_729) % 21_600),
    },
    figures,
  };
}

function identity(asset: SampleAsset): Facts {
  const random = makeRandom(asset.id, 701);
  const number = asset.id.toString();
  return {
    asset_id: asset.id,
    name: asset.name,
    slug: asset.slug,
    ticker: asset.ticker,
    description: `${sampleMark} ${asset.name} stands for ${asset.assetClass.name} on ${asset.tokens.length.toString()} token contracts.`,
    // No country has this code.
    isin: random.chance(0.4) ? `ZZ${number.padStart(9, '0')}0` : null,
    cusip: random.chance(0.1) ? `SMP${number.padStart(6, '0')}` : null,
    website: random.chance(0.9) ? `https://${asset.slug}.example` : null,
    icon_url: assetIcon(asset),
  };
}

function classification(asset: SampleAsset): Facts {
  const { assetClass } = asset;
  const others = assetClasses.filter(({ id }) => id !== assetClass.id && (asset.id + id) % 7 === 0);
  const pegged = peggedAsset(asset);
  return {
    asset_class_id: assetClass.id,
    asset_class_name: assetClass.name,
    asset_class: partyObject('asset-classes', assetClass),
    underlying_asset_classes: [assetClass, ...others.slice(0, 1)].map((each) =>
      partyObject('asset-classes', each),
    ),
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

function partyFacts(asset: SampleAsset): Facts {
  const { issuer, manager, transferAgent, payingAgent, jurisdiction } = asset;
  const object = (kind: string, party: SampleParty | null): Json =>
    orNull(party, (each) => partyObject(kind, each));
  const remote = asset.id % 6 === 0 ? null : asset.id % 5 !== 0;
  return {
    issuer_name: issuer.name,
    issuer_id: issuer.id.toString(),
    issuer: issuerObject(issuer),
    manager: object('managers', manager),
    governing_body: governingBody(asset),
    transfer_agent: object('service-providers', transferAgent),
    transfer_agent_id: transferAgent?.id ?? null,
    paying_agent: object('service-providers', payingAgent),
    paying_agent_id: payingAgent?.id ?? null,
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

function tokenFacts({ tokens }: SampleAsset): Facts {
  const unique = <T>(values: readonly T[]): readonly T[] => [...new Set(values)];
  const networks = unique(tokens.map(({ network }) => network));
  const bridged = tokens.filter((token) => token.isBridged).length;
  const platforms = unique(tokens.flatMap(({ platform }) => (platform === null ? [] : [platform.id])));
  return {
    // As in the live service, ids and names are sorted apart, so they are not aligned.
    network_ids: networks.map(({ id }) => id).sort((a, b) => a - b),
    network_names: networks.map(({ name }) => name).sort(),
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

function termFacts(asset: SampleAsset): Facts {
  const random = makeRandom(asset.id, 702);
  const lockup = random.chance(0.3) ? random.integer(1, 60) : null;
  return {
    total_management_fee_bps: random.chance(0.8) ? round(random.between(0, 250), 1) : null,
    total_performance_fee_bps: random.chance(0.3) ? random.pick([500, 1000, 1500, 2000]) : null,
    lockup_period_months: lockup,
    lockup_description: orNull(
      lockup,
      (months) => `Tokens cannot be redeemed for ${months.toString()} months.`,
    ),
    annual_return_target_description:
      asset.yieldPercent > 6 ? `About ${asset.yieldPercent.toFixed(0)} % a year, invented.` : null,
    has_deposit_insurance: random.chance(0.5) ? random.chance(0.1) : null,
  };
}

/** Returns terms of subscription and redemption, flat and nested. */
function primaryMarketFacts(asset: SampleAsset): Facts {
  const random = makeRandom(asset.id, 703);
  if (!random.chance(0.7)) return {};
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
    primary_market_non_pegged_asset: asset.assetClass.model === 'peg' ? null : whole,
  };
}
