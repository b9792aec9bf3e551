import type { Condition, Filter } from '../../preload/contract/query.ts';
import type { Field, Resource } from '../../preload/contract/resources/types.ts';

/**
 * The filter of a text search: the words anywhere in any searchable field, in any case, or exactly an address or a hash.
 * Undefined for no words, or where nothing can be searched.
 * Rule: assumed, the interface does not show how search is invoked; `ilike` over the searchable fields, joined by `or`.
 */
export function searchFilter(resource: Resource, words: string): Filter | undefined {
  const term = words.trim();
  if (term === '') return undefined;
  const conditions: Condition[] = [
    ...textFields(resource).map(({ name }) => ({ operator: 'ilike', field: name, value: `%${term}%` })),
    ...chainFields(resource, term).map(({ name }) => ({ operator: 'equals', field: name, value: term })),
  ];
  const [only] = conditions;
  return conditions.length === 1
    ? only
    : conditions.length === 0
      ? undefined
      : { operator: 'or', filters: conditions };
}

/** What a search looks into, as an analyst calls it. Empty where a resource cannot be searched. */
export function searchedLabels(resource: Resource): readonly string[] {
  return [...textFields(resource), ...chainFields(resource, undefined)].map(({ label }) =>
    label.toLowerCase(),
  );
}

/** The fields searched for words. */
function textFields(resource: Resource): readonly Field[] {
  return resource.fields.filter((field) => field.searchable && field.unseen !== true);
}

/** Addresses and hashes on all networks are at least this long; shorter words cannot be meant for one. */
const shortestAddress = 20;

/** The fields that can hold exactly this address or hash; with no term, those that can hold any. */
function chainFields(resource: Resource, term: string | undefined): readonly Field[] {
  const words = textFields(resource).length > 0;
  if (term !== undefined && words && (term.length < shortestAddress || /\s/.test(term))) return [];
  return resource.fields.filter(
    ({ type, filterable, unseen }) =>
      (type === 'address' || type === 'hash') && filterable && unseen !== true,
  );
}
