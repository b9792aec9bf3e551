import { synonymsOf } from '../../preload/contract/resources/synonyms.ts';
import type { ShownField } from './infer.ts';

/** True when every word stands in the field's label, in its name at the service or among its synonyms, in any case. */
export function matchesWords(field: Pick<ShownField, 'label' | 'name'>, words: string): boolean {
  const text = `${field.label} ${field.name} ${synonymsOf(field.name)}`.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
