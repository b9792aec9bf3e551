import { isJsonObject, type Json } from './json.ts';

/** The members of a nested record that name it, the best first. */
const naming = ['name', 'label', 'slug', 'ticker', 'address', 'id'] as const;

/** Returns what a nested record is called: its name, else its address or its identifier; null where it has none of them. */
export function entityName(value: Json | undefined): { text: string; isAddress: boolean } | null {
  if (!isJsonObject(value)) return null;
  for (const member of naming) {
    const { [member]: text } = value;
    if (typeof text === 'string' && text !== '') return { text, isAddress: member === 'address' };
    if (typeof text === 'number') return { text: String(text), isAddress: false };
  }
  return null;
}
