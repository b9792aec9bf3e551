import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeCodec } from '../../chromium-shell/codec.ts';

const { encode, decode } = makeCodec();

function across(value: unknown): unknown {
  return decode(encode(value));
}

class Shape {
  side = 2;
  area(): number {
    return this.side ** 2;
  }
}

describe('the codec of the bridge', () => {
  it.each<[string, unknown]>([
    ['undefined', undefined],
    ['null', null],
    ['NaN', NaN],
    ['minus zero', -0],
    ['infinity', [Infinity, -Infinity]],
    ['a big integer', 2n ** 80n],
    ['a date', new Date(86_400_000)],
    ['an invalid date', new Date(NaN)],
    ['a regular expression', /a+/gi],
    [
      'a map',
      new Map<unknown, unknown>([
        ['a', 1],
        [{ key: true }, [undefined]],
      ]),
    ],
    ['a set', new Set([1, 'a', null])],
    ['typed arrays', { bytes: new Uint8Array([1, 255]), floats: new Float64Array([0.1, NaN]) }],
    ['a buffer', new Uint8Array([0, 1, 254, 255]).buffer],
    ['undefined members', { a: undefined, b: [undefined] }],
    ['text with every kind of letter', 'a"\\\u2028\u0000😀'],
    ['a member named like a prototype', JSON.parse('{"__proto__": {"a": 1}, "toJSON": 2}')],
  ])('carries %s', (_name, value) => {
    expect(across(value)).toStrictEqual(value);
  });

  it('keeps the holes of a list', () => {
    const list = new Array<number>(3);
    list[2] = 1;
    const copy = across(list) as unknown[];
    expect([Object.keys(copy), copy.length]).toEqual([['2'], 3]);
  });

  it('keeps cycles and shared objects', () => {
    const shared = { a: 1 };
    const value: Record<string, unknown> = { first: shared, second: shared };
    value['self'] = value;
    const copy = across(value) as Record<string, unknown>;
    expect(copy['self']).toBe(copy);
    expect(copy['first']).toBe(copy['second']);
  });

  it('keeps the message and kind of an error', () => {
    const copy = across(new RangeError('Out of range')) as Error;
    expect([copy instanceof Error, copy.name, copy.message]).toEqual([true, 'RangeError', 'Out of range']);
  });

  it('leaves the prototype of a class instance behind', () => {
    expect(across(new Shape())).toStrictEqual({ side: 2 });
  });

  it.each<[string, unknown]>([
    ['a function', () => 1],
    ['a function inside', { list: [() => 1] }],
    ['a symbol', Symbol('a')],
    ['a promise', Promise.resolve(1)],
    ['a weak map', new WeakMap()],
  ])('refuses %s', (_name, value) => {
    expect(() => encode(value)).toThrow(new Error('An object could not be cloned.'));
  });

  it.each<[string, string]>([
    ['a function', 'n[0,[["View","Function",1,2,3],"a"]]'],
    ['a function in an object', 'n[0,[["Object","then",1],["View","Function",2,"b","process.exit()"],"a"]]'],
    ['a connection', 'n[0,[["View","WebSocket",1,0,0],"ws://127.0.0.1:1"]]'],
    ['a shared buffer', 'n[0,[["View","SharedArrayBuffer",1,0,1],["ArrayBuffer",""]]]'],
    ['a view of what is no buffer', 'n[0,[["View","Uint8Array",1,0,1],["Object"]]]'],
    ['a tag that nobody writes', 'n[0,[["Promise"]]]'],
    ['a node that is not there', 'n[7,[]]'],
    ['a member of the list of nodes', 'n["constructor",[]]'],
    ['no list at all', 'n{}'],
    ['no text of the codec', 'x'],
    ['nothing', ''],
  ])('makes nothing of a text that says %s', (_name, text) => {
    expect(() => decode(text)).toThrow('The text is not one of the codec.');
  });

  it('carries whatever a structured clone keeps', () => {
    const values = fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withSet: true,
      withSparseArray: true,
      withTypedArray: true,
    });
    fc.assert(
      fc.property(values, (value) => {
        expect(across(value)).toStrictEqual(structuredClone(value));
      }),
      { numRuns: 2000 },
    );
  });
});
