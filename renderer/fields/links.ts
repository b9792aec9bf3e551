import type { Condition } from '../../preload/contract/query.ts';
import type { ResourceRecord } from '../../preload/contract/records.ts';
import { findField, resourceNames, resources, type ResourceName } from '../../preload/contract/resources.ts';
import type { Resource } from '../../preload/contract/resources/types.ts';
import type { ShownField } from './infer.ts';
import { fieldValue, isEmpty } from './value.ts';

/** One record of a resource. */
export interface RecordLink {
  readonly resource: ResourceName;
  readonly id: string | number;
}

/** Records related to another: one record, or all that a condition chooses. */
export interface RelatedLink {
  readonly label: string;
  readonly resource: ResourceName;
  readonly target: { readonly id: string | number } | { readonly condition: Condition };
}

/**
 * The records that a field points to. A name points to where the identifier of the same stem does (`issuer_name` →
 * `issuer_id`); lists of names do not, since they are not in the order of the identifiers.
 */
export function linksOf(
  resource: Resource,
  field: ShownField,
  record: ResourceRecord,
): readonly RecordLink[] {
  const source = field.link === undefined ? idFieldOfName(resource, field.name) : field;
  const target = source?.link;
  if (source === undefined || target === undefined || !isResourceName(target)) return [];
  const value = fieldValue(record, source.name);
  const ids = Array.isArray(value) ? value : [value];
  return ids.filter(isId).map((id) => ({ resource: target, id }));
}

/** The ways from a record to related ones, as the catalogue names them, where the record has the identifier for it. */
export function relatedOf(resource: Resource, record: ResourceRecord): readonly RelatedLink[] {
  return resource.related.flatMap(({ resource: target, field, idField, label }): RelatedLink[] => {
    if (!isResourceName(target)) return [];
    const value = fieldValue(record, idField);
    if (isEmpty(value)) return [];
    if (Array.isArray(value)) {
      const ids = value.filter(isId);
      return ids.length === 0
        ? []
        : [{ label, resource: target, target: { condition: { operator: 'in', field, value: ids } } }];
    }
    if (!isId(value)) return [];
    if (field === 'id') return [{ label, resource: target, target: { id: value } }];
    const type = findField(resources[target], field)?.type;
    const operator = type === 'id-list' || type === 'text-list' ? 'includes' : 'equals';
    return [{ label, resource: target, target: { condition: { operator, field, value } } }];
  });
}

export function isResourceName(name: string): name is ResourceName {
  return (resourceNames as readonly string[]).includes(name);
}

function idFieldOfName(resource: Resource, name: string): ShownField | undefined {
  return name.endsWith('_name') ? findField(resource, name.replace(/_name$/, '_id')) : undefined;
}

function isId(value: unknown): value is string | number {
  return (typeof value === 'string' && value !== '') || typeof value === 'number';
}
