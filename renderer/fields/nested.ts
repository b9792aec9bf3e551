import { isJsonObject, type Json, type JsonObject } from '../../preload/contract/json.ts';
import { inferField, type ShownField } from './infer.ts';
import { isEmpty } from './value.ts';

/** A nested value as a table of objects, the members of one object, or a list of words. */
type NestedShape =
  | { readonly kind: 'table'; readonly columns: readonly ShownField[]; readonly rows: readonly JsonObject[] }
  | { readonly kind: 'members'; readonly members: readonly NestedMember[] }
  | { readonly kind: 'list'; readonly items: readonly Json[] };

interface NestedMember {
  readonly field: ShownField;
  readonly value: Json;
}

/** Naming members are first. Images and colors are omitted in tables. */
const first = ['name', 'label', 'slug', 'ticker', 'symbol', 'address', 'id'];
const leftOut = new Set(['icon_url', 'color_hex', 'description']);

export function shapeOf(value: JsonObject | readonly Json[]): NestedShape {
  if (isJsonObject(value)) {
    return {
      kind: 'members',
      members: Object.entries(value)
        .filter(([, member]) => !isEmpty(member))
        .map(([name, member]) => ({ field: nestedField(name, member), value: member })),
    };
  }
  if (value.length > 0 && value.every(isJsonObject)) {
    return { kind: 'table', columns: columnsOf(value), rows: value };
  }
  return { kind: 'list', items: value };
}

/** Returns members that have a value in any object, naming members first. */
function columnsOf(rows: readonly JsonObject[]): readonly ShownField[] {
  const found = new Map<string, Json>();
  for (const row of rows) {
    for (const [name, member] of Object.entries(row)) {
      if (!found.has(name) && !leftOut.has(name) && !isEmpty(member)) found.set(name, member);
    }
  }
  const place = (name: string): number => (first.includes(name) ? first.indexOf(name) : first.length);
  return [...found]
    .sort(([a], [b]) => place(a) - place(b))
    .map(([name, member]) => nestedField(name, member));
}

/** Addresses are detected by name, since their text looks like any other. */
function nestedField(name: string, value: Json): ShownField {
  const field = inferField(name, value);
  return typeof value === 'string' && /(^|_)address$/.test(name) ? { ...field, type: 'address' } : field;
}
