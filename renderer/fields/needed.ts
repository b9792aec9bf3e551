import { splitMember } from '../../preload/contract/resources/memberFields.ts';
import type { Resource } from '../../preload/contract/resources/types.ts';
import type { ComputedField } from './computed.ts';
import { idFieldOf } from './links.ts';

/**
 * The fields that a table with these columns needs: the columns, the record's name, the identifiers behind links, and what the computed
 * columns among them are computed from.
 */
export function neededFields(
  resource: Resource,
  columns: readonly string[],
  computed: readonly ComputedField[] = [],
): readonly string[] {
  const wanted = new Set([resource.titleField, ...columns.map((name) => splitMember(name).base)]);
  const shown = resource.fields.filter(({ name }) => wanted.has(name));
  const names = shown.flatMap((field) => [field.name, idFieldOf(resource, field)?.name ?? field.name]);
  const computedFrom = computed.flatMap(({ name, needs }) => (columns.includes(name) ? needs : []));
  return [...new Set(['id', ...names, ...computedFrom])];
}
