import type { PartialRecord } from '../../preload/contract/records.ts';
import { findField, resourceNames, type ResourceName } from '../../preload/contract/resources.ts';
import type { Resource } from '../../preload/contract/resources/types.ts';
import type { ShownField } from './infer.ts';
import { fieldValue } from './value.ts';

export interface RecordLink {
  readonly resource: ResourceName;
  readonly id: string | number;
}

export type LinkingResource = Pick<Resource, 'name' | 'fields'>;

/**
 * Returns the records that a field links to. A name or nested object links like the id of the same stem
 * (`issuer_name`, `issuer` → `issuer_id`). Lists of names do not, since their order differs from the ids'. A
 * record does not link to itself.
 */
export function linksOf(
  resource: LinkingResource,
  field: ShownField,
  record: PartialRecord,
): readonly RecordLink[] {
  const source = field.link === undefined ? idFieldOf(resource, field) : field;
  const target = source?.link;
  if (source === undefined || target === undefined || !isResourceName(target)) return [];
  const value = fieldValue(record, source.name);
  const ids = Array.isArray(value) ? value : [value];
  return ids
    .filter(isId)
    .filter((id) => target !== resource.name || String(id) !== String(record.id))
    .map((id) => ({ resource: target, id }));
}

export function isResourceName(name: string): name is ResourceName {
  return (resourceNames as readonly string[]).includes(name);
}

/** Returns the id field that belongs to a name or nested object, if any. */
export function idFieldOf(resource: LinkingResource, { name, type }: ShownField): ShownField | undefined {
  if (type === 'object') return findField(resource, `${name}_id`);
  return name.endsWith('_name') && type === 'text'
    ? findField(resource, name.replace(/_name$/, '_id'))
    : undefined;
}

function isId(value: unknown): value is string | number {
  return (typeof value === 'string' && value !== '') || typeof value === 'number';
}
