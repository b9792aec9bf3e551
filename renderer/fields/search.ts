import type { Filter } from '../../preload/contract/query.ts';
import type { Resource } from '../../preload/contract/resources/types.ts';

/**
 * The filter of a text search: the words anywhere in any searchable field, in any case. Undefined for no words.
 * Rule: assumed, the interface does not show how search is invoked; `ilike` over the searchable fields, joined by `or`.
 */
export function searchFilter(resource: Resource, words: string): Filter | undefined {
  const term = words.trim();
  if (term === '') return undefined;
  const conditions = searchableFields(resource).map((field) => ({
    operator: 'ilike',
    field: field.name,
    value: `%${term}%`,
  }));
  const [only] = conditions;
  return conditions.length === 1 ? only : { operator: 'or', filters: conditions };
}

/** The fields that a text search looks into. */
export function searchableFields(resource: Resource): Resource['fields'] {
  return resource.fields.filter((field) => field.searchable && field.unseen !== true);
}
