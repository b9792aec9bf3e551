import { synonymsOf } from './synonyms.ts';
import { metricMembers } from '../../preload/contract/metric.ts';
import { memberField } from '../../preload/contract/resources/memberFields.ts';
import type { ShownField } from './infer.ts';

/** True when every word stands in the field's label, in its name at the service or among its synonyms, in any case. */
export function matchesWords(field: Pick<ShownField, 'label' | 'name'>, words: string): boolean {
  const text = `${field.label} ${field.name} ${synonymsOf(field.name)}`.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** Returns the field itself where the words mean it, else those members of a metric that they mean, such as `30 d change $`. */
export function foundWithMembers(field: ShownField, words: string): readonly ShownField[] {
  if (matchesWords(field, words)) return [field];
  return membersOf(field).filter((member) => matchesWords(member, words));
}

/** Returns the members of a metric beside its value, as fields; none for another field. */
export function membersOf(field: ShownField): readonly ShownField[] {
  return field.type === 'metric' ? metricMembers.slice(1).map((member) => memberField(field, member)) : [];
}
