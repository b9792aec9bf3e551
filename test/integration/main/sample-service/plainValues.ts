import type { Field } from '../../../../preload/contract/resources/types.ts';

/** What the fields of records hold, read in the plainest way. */

export type PlainRecord = Readonly<Record<string, unknown>>;

/** Tokens with what the service reads for them from their assets. */
export function withAssetFields(
  tokens: readonly PlainRecord[],
  assets: readonly PlainRecord[],
): readonly PlainRecord[] {
  const byId = new Map(assets.map((asset) => [asset['id'], asset]));
  return tokens.map((token) => ({
    ...token,
    is_investable: byId.get(token['asset_id'])?.['is_investable'] ?? null,
  }));
}

/** The value of a field, or the values where any of several may match; null where there is none. */
export function plainValue({ name }: Field, record: PlainRecord): unknown {
  const [own, nested] = [record[name] ?? null, nestedValues[name]?.(record) ?? null];
  if (Array.isArray(nested)) return own === null ? nested : [own, ...(nested as unknown[])];
  return own ?? nested;
}

/** Where records hold what has no member of its name, each said by itself. */
const nestedValues: Readonly<Record<string, (record: PlainRecord) => unknown>> = {
  asset_name: ({ asset }) => memberOf(asset, 'name'),
  asset_class_name: ({ asset_class }) => memberOf(asset_class, 'name'),
  asset_class_slug: ({ asset_class }) => memberOf(asset_class, 'slug'),
  network_slug: ({ network, tokens }) => memberOf(network, 'slug') ?? slugsOf(tokens, 'network'),
  protocol_slug: ({ protocol, tokens }) => memberOf(protocol, 'slug') ?? slugsOf(tokens, 'protocol'),
  issuer_id: ({ issuer }) => memberOf(issuer, 'id'),
  issuer_name: ({ issuer }) => memberOf(issuer, 'name'),
  manager_id: ({ manager }) => memberOf(manager, 'id'),
};

function slugsOf(tokens: unknown, member: string): unknown {
  const all = Array.isArray(tokens) ? tokens.map((token) => memberOf(memberOf(token, member), 'slug')) : [];
  const slugs = all.filter((slug) => slug !== null);
  return slugs.length === 0 ? null : slugs;
}

/** A member of a metric object; null where either is missing. */
export function memberOf(metric: unknown, member: string): unknown {
  return typeof metric === 'object' && metric !== null
    ? (Object.entries(metric).find(([name]) => name === member)?.[1] ?? null)
    : null;
}
