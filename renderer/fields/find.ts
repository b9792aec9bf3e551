import type { ShownField } from './infer.ts';

/** True when every word stands in the field's label or in its name at the service, in any case. */
export function matchesWords(field: Pick<ShownField, 'label' | 'name'>, words: string): boolean {
  const text = `${field.label} ${field.name}`.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
