import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvCell, csvCells, csvLine, textCell } from '../../../../main/export/csv.ts';
import { plainNumber } from '../../../../preload/contract/plainNumber.ts';

describe('plainNumber', () => {
  it.each([
    [0, '0'],
    [-5, '-5'],
    [0.1, '0.1'],
    [1e-6, '0.000001'],
    [1.5e-7, '0.00000015'],
    [-2.5e-10, '-0.00000000025'],
    [1e21, '1000000000000000000000'],
    [1.2345e25, '12345000000000000000000000'],
    [123456789.123, '123456789.123'],
  ])('writes %d as %s', (value, text) => {
    expect(plainNumber(value)).toBe(text);
  });

  it('writes every number without an exponent, and so that it reads back the same', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const text = plainNumber(value);
        expect(text).toMatch(/^-?\d+(\.\d+)?$/);
        expect(Number(text)).toBe(value === 0 ? 0 : value);
      }),
      { numRuns: 5000 },
    );
  });
});

describe('csvCell', () => {
  it.each([
    [null, ''],
    [undefined, ''],
    [-5, '-5'],
    [true, 'true'],
    ['', ''],
    ['plain', 'plain'],
    ['a,b', '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ['two\nlines', '"two\nlines"'],
    [['Ethereum', 'Base'], 'Ethereum; Base'],
    [[1, 2], '1; 2'],
    [{ val: 12.5, val_7d: 10 }, '12.5'],
    [{ val: null, val_7d: 10 }, ''],
    [{ name: 'x' }, '"{""name"":""x""}"'],
    ['0012', '0012'],
  ])('writes %j as %s', (value, text) => {
    expect(csvCell(value)).toBe(text);
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1', '＋1', '－1', '＠x'])(
    'makes the text %j safe for a spreadsheet',
    (text) => {
      expect(textCell(text).replace(/^"/, '').startsWith("'")).toBe(true);
    },
  );

  it('leaves negative numbers numbers', () => {
    expect(csvCells({ id: 1, amount: -5, change: { val: -0.25 } }, ['amount', 'change'])).toEqual([
      '-5',
      '-0.25',
    ]);
  });
});

describe('csvLine', () => {
  it('ends with CRLF', () => {
    expect(csvLine(['a', 'b'])).toBe('a,b\r\n');
  });
});
