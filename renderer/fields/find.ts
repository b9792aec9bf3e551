import { synonymsOf } from './synonyms.ts';
import { metricMembers } from '../../preload/contract/metric.ts';
import { memberField } from '../../preload/contract/resources/memberFields.ts';
import type { ShownField } from './infer.ts';

/** Returns whether every word is in the field's label, service name or synonyms, ignoring case. */
export function matchesWords(field: Pick<ShownField, 'label' | 'name'>, words: string): boolean {
  const text = `${field.label} ${field.name} ${synonymsOf(field.name)}`.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** Returns the field if the words match it, else matching members of its metric, such as `30 d change $`. */
export function foundWithMembers(field: ShownField, words: string): readonly ShownField[] {
  if (matchesWords(field, words)) return [field];
  return membersOf(field).filter((member) => matchesWords(member, words));
}

/** Returns the members of a metric beside its value, as fields; none for another field. */
export function membersOf(field: ShownField): readonly ShownField[] {
  return field.type === 'metric' ? metricMembers.slice(1).map((member) => memberField(field, member)) : [];
}
