import { describe, expect, it } from 'vitest';
import { Instant } from '../../../../../../main/features/exports/cells.ts';
import { csvDialect } from '../../../../../../main/features/exports/formats/csv.ts';

const plain = csvDialect({ delimiter: ',', decimalComma: false });

describe('a text in CSV', () => {
  it.each([
    ['plain', 'plain'],
    ['', '""'],
    ['a "b"', '"a ""b"""'],
    ['a,b', '"a,b"'],
    ['a;b', 'a;b'],
    ['two\r\nlines', '"two\r\nlines"'],
    ['=1+1', "'=1+1"],
    ['-5', "'-5"],
    ['＠x', "'＠x"],
    ['\tx', "'\tx"],
    ['\nx', '"\'\nx"'],
    [' =1', ' =1'],
  ])('%j is written as %j', (text, cell) => {
    expect(plain.text(text)).toBe(cell);
  });

  it('is put in quotes for its own delimiter', () => {
    expect(csvDialect({ delimiter: ';', decimalComma: false }).text('a;b')).toBe('"a;b"');
    expect(csvDialect({ delimiter: '\t', decimalComma: false }).text('a\tb')).toBe('"a\tb"');
  });
});

describe('the headings of CSV', () => {
  it('begin with no letters by which Excel takes the file for SYLK', () => {
    const { headings } = csvDialect({ delimiter: ';', decimalComma: false });
    expect(headings(['ID', 'IDENTIFIER'])).toBe('"ID";IDENTIFIER\r\n');
    expect(headings(['IDENTIFIER; own', 'id'])).toBe('"IDENTIFIER; own";id\r\n');
    expect(headings(['id', 'ID'])).toBe('id;ID\r\n');
  });
});

describe('a line of CSV', () => {
  const day = Date.UTC(2026, 10, 20);

  it('has numbers in plain digits and never as formulas, days and moments in UTC', () => {
    const cells = [-5, 1e21, 1e-7, true, null, new Instant(day), new Instant(day + 250)];
    const kinds = ['number', 'number', 'number', 'boolean', 'text', 'date', 'datetime'] as const;
    expect(
      plain.line(
        cells,
        kinds.map((kind) => ({ kind })),
      ),
    ).toBe('-5,1000000000000000000000,0.0000001,true,,2026-11-20,2026-11-20T00:00:00.250Z\r\n');
  });

  it('has decimal commas, in quotes where the comma parts the cells', () => {
    const line = (delimiter: ',' | ';'): string =>
      csvDialect({ delimiter, decimalComma: true }).line([1.5, 2], []);
    expect([line(';'), line(',')]).toEqual(['1,5;2\r\n', '"1,5",2\r\n']);
  });
});
