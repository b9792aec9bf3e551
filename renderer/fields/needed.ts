import { splitMember } from '../../preload/contract/resources/memberFields.ts';
import type { Resource } from '../../preload/contract/resources/types.ts';
import { idFieldOf } from './links.ts';

/** The fields that a table with these columns needs: the columns, the record's name, and the identifiers behind links. */
export function neededFields(resource: Resource, columns: readonly string[]): readonly string[] {
  const wanted = new Set([resource.titleField, ...columns.map((name) => splitMember(name).base)]);
  const shown = resource.fields.filter(({ name }) => wanted.has(name));
  const names = shown.flatMap((field) => [field.name, idFieldOf(resource, field)?.name ?? field.name]);
  return [...new Set(['id', ...names])];
}
