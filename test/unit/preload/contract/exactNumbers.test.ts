import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isBeyondDouble, parseExactJson } from '../../../../preload/contract/exactNumbers.ts';
import { remainderOf } from '../../../../main/store/query/exact.ts';

describe('isBeyondDouble', () => {
  it.each([
    '9007199254740993',
    '12345678901234567890.12',
    '1e400',
    '-1e-400',
    '0.1000000000000000055',
    '1E999',
  ])('is true of %s', (text) => {
    expect(isBeyondDouble(text)).toBe(true);
  });

  it.each([
    '0',
    '-0',
    '1.50',
    '9007199254740992',
    '0.30000000000000004',
    '1e21',
    '1.0e+3',
    '-0.0e5',
    '100000000000000000000',
  ])('is false of %s, which a double holds', (text) => {
    expect(isBeyondDouble(text)).toBe(false);
  });

  it.each([
    '',
    'abc',
    '0x1234567890123456789',
    '+12345678901234567890',
    '012345678901234567890',
    '1.2.3456789012345678',
  ])('is false of %j, which is no number of JSON', (text) => {
    expect(isBeyondDouble(text)).toBe(false);
  });
});

describe('parseExactJson', () => {
  it('reads any JSON as JSON.parse does', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(parseExactJson(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it('reads each number beyond a double as its source, and leaves texts alone', () => {
    const text = String.raw`{"a": [1, 12345678901234567890.5, {"b":-1e999}], "c\\": "x\": 12345678901234567891,", "12345678901234567892": 2}`;
    expect(parseExactJson(text)).toEqual({
      a: [1, '12345678901234567890.5', { b: '-1e999' }],
      'c\\': 'x": 12345678901234567891,',
      '12345678901234567892': 2,
    });
    expect(parseExactJson('12345678901234567890')).toBe('12345678901234567890');
  });

  it.each([
    '{"a": 012345678901234567890}',
    '[12345678901234567890',
    '{12345678901234567890: 1}',
    '[1.2.34567890123456789]',
  ])('refuses %s', (text) => {
    expect(() => parseExactJson(text)).toThrow(SyntaxError);
  });
});

it('orders numbers of one double by their rests', () => {
  const decimal = fc.tuple(
    fc.bigInt({ min: -(10n ** 24n), max: 10n ** 24n }),
    fc.integer({ min: -30, max: 5 }),
  );
  fc.assert(
    fc.property(decimal, fc.bigInt({ min: 1n, max: 1000n }), ([digits, power], more) => {
      const smaller = `${digits.toString()}e${power.toString()}`;
      const larger = `${(digits + more).toString()}e${power.toString()}`;
      const [a, b] = [Number(smaller), Number(larger)];
      expect(a < b || (a === b && remainderOf(smaller) < remainderOf(larger))).toBe(true);
    }),
  );
});
