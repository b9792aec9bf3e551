import { isJsonObject, type Json, type Members } from '../json.ts';
import type { Field, Resource } from './types.ts';

/**
 * Reads a field by its flat name. The service filters by names such as `protocol_slug` that records hold as
 * `protocol.slug`, and sends `issuer_id` either flat or as `issuer.id`.
 * Source: service notes, "Records": the member of that name, or if missing or null, the value at the path.
 */
export function resolveField(resource: Resource, record: Members, name: string): Json | undefined {
  const own = memberOf(record, name);
  const path = nestedPath(resource, name);
  if (path === null) return own;
  const [first = '', ...rest] = path;
  const nested = (): Json[] => valuesAt(memberOf(record, first), rest);
  if (path.includes(anyElement)) {
    const values = [own, ...nested()].filter((value) => value !== undefined && value !== null);
    return values.length === 0 ? own : [...new Set(values)];
  }
  return own ?? nested()[0] ?? own;
}

export const anyElement = '*';

/** True if any of several values may match. */
export function hasManyValues({ path }: Pick<Field, 'path'>): boolean {
  return path?.includes(anyElement) === true;
}

/** The catalogue's path, else one inferred from a nested object: `issuer_id` is `issuer.id`. */
export function nestedPath(resource: Resource, name: string): readonly string[] | null {
  const known = cachedPaths.get(resource) ?? pathsOf(resource);
  cachedPaths.set(resource, known);
  const path = known.get(name);
  return path === undefined ? inferPath(resource, name) : path;
}

const cachedPaths = new WeakMap<Resource, ReadonlyMap<string, readonly string[] | null>>();

function pathsOf(resource: Resource): ReadonlyMap<string, readonly string[] | null> {
  return new Map(
    resource.fields.map(({ name, type, path }) => {
      const isNested = type === 'object' || type === 'object-list';
      return [name, path ?? (isNested ? null : inferPath(resource, name))];
    }),
  );
}

function inferPath({ fields }: Resource, name: string): readonly string[] | null {
  const stem = fields
    .filter((field) => field.type === 'object' && name.startsWith(`${field.name}_`))
    .reduce((longest, field) => (field.name.length > longest.length ? field.name : longest), '');
  // Some flattened names have two underscores.
  const member = name.slice(stem.length + 1).replace(/^_/, '');
  return stem === '' || member === '' ? null : [stem, member];
}

function memberOf(record: Members, name: string): Json | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}

function valuesAt(value: Json | undefined, path: readonly string[]): Json[] {
  const [first, ...rest] = path;
  if (first === undefined) return value === undefined ? [] : [value];
  if (first === anyElement) {
    return Array.isArray(value)
      ? (value as readonly Json[]).flatMap((element) => valuesAt(element, rest))
      : [];
  }
  return isJsonObject(value) ? valuesAt(memberOf(value, first), rest) : [];
}
