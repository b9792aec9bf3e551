/** Any value that JSON can state. What the service sends and what crosses the bridge is made of these. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** A JSON object. */
export type JsonObject = Readonly<Record<string, Json>>;

/** Members of a JSON object: of one that is undefined nothing is known. */
export type Members = Readonly<Record<string, Json | undefined>>;

/** True for a JSON object: neither an array nor null. */
export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * The one text of a JSON value: members sorted by name at every level, absent members dropped, no white space.
 * Two values with the same meaning have the same text, so it serves as a key.
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, member: unknown) =>
    isJsonObject(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
      : member,
  );
}
