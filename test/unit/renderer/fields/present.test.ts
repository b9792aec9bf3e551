import { describe, expect, it } from 'vitest';
import type { Json } from '../../../../preload/contract/json.ts';
import type { FieldType } from '../../../../preload/contract/resources/types.ts';
import { present } from '../../../../renderer/fields/present.ts';

const locale = 'en-US';

function short(type: FieldType, value: Json | undefined): string | null {
  return present({ type }, value, locale)?.short ?? null;
}

describe('a value is shown as its type wants', () => {
  it.each<[FieldType, Json, string]>([
    ['id', 12345, '12345'],
    ['id', '12345', '12345'],
    ['text', '=SUM(A1)', '=SUM(A1)'],
    ['url', 'https://www.example.com/', 'example.com'],
    ['address', '0x1234567890abcdef1234567890abcdef12345678', '0x123456…345678'],
    ['integer', 12345, '12,345'],
    ['number', 0.5, '0.50'],
    ['boolean', false, 'No'],
    ['date', '2025-11-25', 'Nov 25, 2025'],
    ['datetime', '2025-11-25T12:04:33Z', 'Nov 25, 2025, 12:04 UTC'],
    ['metric', { val: 1234.5, val_7d: null }, '1.23K'],
    ['metric', { val: 0 }, '0'],
    ['text-list', ['Ethereum', 'Base'], 'Ethereum, Base'],
    ['id-list', [1, 2], '1, 2'],
    ['object', { id: 3, name: 'Acme', slug: 'acme' }, 'Acme'],
    ['object', { id: '3', address: '0x1234567890abcdef1234567890abcdef12345678' }, '0x123456…345678'],
    ['object', { a: 1, b: 2 }, '2 members'],
    ['object-list', [{ name: 'A' }, { name: 'B' }], 'A, B'],
    ['object-list', [{ a: 1 }, { name: 'B' }], '2 items'],
  ])('%s %j is %s', (type, value, text) => {
    expect(short(type, value)).toBe(text);
  });
});

it('values without information are not shown', () => {
  const nothing: (Json | undefined)[] = [undefined, null, '', [], {}, { a: null }];
  expect(nothing.map((value) => short('text', value))).toEqual(nothing.map(() => null));
  expect(short('metric', { val: null, val_7d: 5 })).toBeNull();
});

it('a value of another kind than its type is shown by its own kind', () => {
  expect(short('metric', 17)).toBe('17');
  expect(short('date', 'perpetual')).toBe('perpetual');
  expect(short('integer', 'many')).toBe('many');
  expect(short('address', 5)).toBe('5');
});

it('the exact value stays beside the short one', () => {
  expect(present({ type: 'metric', unit: 'dollar' }, { val: 1_234_567.891234 }, locale)).toEqual({
    short: '$1.23M',
    long: '$1,234,567.89',
    full: '$1,234,567.891234',
  });
  expect(present({ type: 'datetime' }, '2025-11-25T12:04:33.5Z', locale)?.full).toBe(
    '2025-11-25T12:04:33.5Z',
  );
});
