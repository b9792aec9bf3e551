import { splitMember } from '../../preload/contract/resources/memberFields.ts';
import { movementFields } from '../../preload/contract/transactionKinds.ts';
import type { Resource } from '../../preload/contract/resources/types.ts';
import type { ComputedField } from './computed.ts';
import { idFieldOf } from './links.ts';

/**
 * Returns the fields that a table needs: its columns, the record's name, ids behind links, inputs of computed
 * columns, and addresses of transactions for their actions.
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
  const movement = resource.name === 'transactions' ? movementFields : [];
  return [...new Set(['id', ...names, ...computedFrom, ...movement])];
}
