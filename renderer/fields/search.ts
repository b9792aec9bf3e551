import type { Condition, Filter } from '../../preload/contract/query.ts';
import type { Field, Resource } from '../../preload/contract/resources/types.ts';

/**
 * Returns the filter of a text search: the words anywhere in any searchable field, ignoring case. A resource
 * without searchable fields is searched for an exact address or hash. Undefined without words. Rule: assumed,
 * since the interface does not show how search is invoked; `ilike` over the searchable fields, joined by
 * `or`.
 */
export function searchFilter(resource: Resource, words: string): Filter | undefined {
  const term = words.trim();
  if (term === '') return undefined;
  const conditions = searchedFields(resource).map(({ name, searchable }): Condition =>
    searchable
      ? { operator: 'ilike', field: name, value: `%${term}%` }
      : { operator: 'equals', field: name, value: term },
  );
  const [only] = conditions;
  return conditions.length > 1 ? { operator: 'or', filters: conditions } : only;
}

export function searchedFields(resource: Resource): readonly Field[] {
  const seen = resource.fields.filter(({ filterable, unseen }) => filterable && unseen !== true);
  const words = seen.filter(({ searchable }) => searchable);
  return words.length > 0 ? words : seen.filter(({ type }) => type === 'address' || type === 'hash');
}
