import { isJsonObject, type Json } from './json.ts';

const naming = ['name', 'label', 'slug', 'ticker', 'address', 'id'] as const;

export function entityName(value: Json | undefined): { text: string; isAddress: boolean } | null {
  if (!isJsonObject(value)) return null;
  for (const member of naming) {
    const { [member]: text } = value;
    if (typeof text === 'string' && text !== '') return { text, isAddress: member === 'address' };
    if (typeof text === 'number') return { text: String(text), isAddress: false };
  }
  return null;
}
