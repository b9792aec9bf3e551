import type { Json, JsonObject } from '../../../preload/contract/json.ts';
import { iconUrl } from './assemble.ts';
import type { AssetClass } from './assetClasses.ts';
import type { Country } from './countries.ts';
import type { SampleNetwork } from './networks.ts';
import type { SampleIssuer, SampleParty } from './parties.ts';
import type { SampleAsset, SampleToken } from './world.ts';

/** The small objects that stand for one record inside another. Rule: the members seen in records of the live service. */

export function networkObject(network: SampleNetwork): JsonObject {
  return {
    id: network.id,
    slug: network.slug,
    name: network.name,
    icon_url: iconUrl('networks', network.slug),
    color_hex: network.color,
  };
}

export function assetClassObject(assetClass: AssetClass): JsonObject {
  return {
    id: assetClass.id,
    name: assetClass.name,
    slug: assetClass.slug,
    icon_url: iconUrl('asset-classes', assetClass.slug),
    color_hex: assetClass.color,
  };
}

export function partyObject(kind: string, party: SampleParty): JsonObject {
  return {
    id: party.id,
    slug: party.slug,
    name: party.name,
    icon_url: iconUrl(kind, party.slug),
    color_hex: party.color,
  };
}

export function protocolObject(platform: SampleParty): JsonObject {
  return { ...partyObject('platforms', platform), website: platform.website };
}

export function platformObject(platform: SampleParty, token: SampleToken): JsonObject {
  return {
    ...protocolObject(platform),
    tokenization_type: token.tokenization.name,
    tokenization_type_id: token.tokenization.id,
  };
}

export function issuerObject(issuer: SampleIssuer): JsonObject {
  return {
    ...partyObject('issuers', issuer),
    id: issuer.id.toString(),
    legal_name: issuer.legalName,
    cik: issuer.cik,
    lei: issuer.lei,
    legal_structure_type: issuer.legalForm,
    legal_structure_country: issuer.country.name,
    legal_structure_state: issuer.state,
    legal_structure_country_id: issuer.country.id,
    legal_structure_country_icon_url: iconUrl('countries', issuer.country.code.toLowerCase()),
  };
}

export function countryObject(country: Country): JsonObject {
  return {
    id: country.id,
    name: country.name,
    code: country.code,
    icon_url: iconUrl('countries', country.code.toLowerCase()),
  };
}

export function assetObject(asset: SampleAsset): JsonObject {
  return {
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
  };
}

/** A currency as records name it. The ids are assumed. */
type Currency = Readonly<Record<'name' | 'ticker', string> & { id: number }>;

/** The currency that the asset follows; null for others. */
export function peggedAsset({ assetClass, isEuro }: SampleAsset): Currency | null {
  if (assetClass.model !== 'peg') return null;
  return isEuro ? { id: 2, name: 'Euro', ticker: 'EUR' } : { id: 1, name: 'US Dollar', ticker: 'USD' };
}

/** Of some records the icon is in the record itself: one grey point. Rule: service notes, "Records". */
export function assetIcon({ id, slug }: SampleAsset): string {
  return id % 13 === 0 ? greyPoint : iconUrl('assets', slug);
}

const greyPoint =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==';

export function governingBody(asset: SampleAsset): string | null {
  return asset.id % 3 === 0 ? null : `Sample supervisor of ${asset.jurisdiction.name}`;
}

export function regulation(asset: SampleAsset): string | null {
  const frameworks = ['Registered offering', 'Private placement', 'Offshore offering', null];
  return frameworks[asset.id % frameworks.length] ?? null;
}

export function orNull<T>(value: T | null, make: (value: T) => Json): Json {
  return value === null ? null : make(value);
}
