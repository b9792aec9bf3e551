import { metricMembers } from '../../preload/contract/metric.ts';
import { memberField } from '../../preload/contract/resources/memberFields.ts';
import type { ShownField } from './infer.ts';

const synonyms: readonly (readonly [RegExp, string])[] = [
  [/apy|apr|yield/, 'apy apr yield return interest income'],
  [/fee/, 'fee fees cost expense ter commission'],
  [/holding_addresses/, 'holder holders owners investors wallets'],
  [/active_addresses/, 'users active wallets'],
  [/market_value|asset_value|market_cap|token_value/, 'value size aum tvl market cap capitalization'],
  [/net_asset_value/, 'nav'],
  [/supply/, 'supply outstanding float'],
  [/price/, 'price quote'],
  [/mints?_|_mints?$/, 'mint issued issuance subscription inflow'],
  [/burns?_|_burns?$/, 'burn redeemed redemption outflow'],
  [/transfer|usd_amount/, 'transfer volume turnover amount'],
  [/network/, 'network chain blockchain'],
  [/protocol|platform/, 'platform protocol'],
  [/issuer/, 'issuer sponsor'],
  [/manager/, 'manager adviser'],
  [/asset_class/, 'class category sector type'],
  [/from_address/, 'from sender'],
  [/to_address/, 'to recipient receiver'],
  [/maturity|duration/, 'maturity duration tenor'],
  [/jurisdiction|country|domicile/, 'country domicile jurisdiction'],
  [/minimum/, 'minimum investment ticket'],
];

export function synonymsOf(name: string): string {
  return synonyms.flatMap(([part, words]) => (part.test(name) ? words : [])).join(' ');
}

/** True if every word is in the label, service name or synonyms, ignoring case. */
export function matchesWords(field: Pick<ShownField, 'label' | 'name'>, words: string): boolean {
  const text = `${field.label} ${field.name} ${synonymsOf(field.name)}`.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** Returns the field if the words match it, else matching members of its metric, such as `30 d change $`. */
export function foundWithMembers(field: ShownField, words: string): readonly ShownField[] {
  if (matchesWords(field, words)) return [field];
  return membersOf(field).filter((member) => matchesWords(member, words));
}

/** Returns a metric's members, without its current value, as fields; none for other fields. */
export function membersOf(field: ShownField): readonly ShownField[] {
  return field.type === 'metric' ? metricMembers.slice(1).map((member) => memberField(field, member)) : [];
}
