import { describe, expect, it } from 'vitest';
import {
  columnLetters,
  sheetName,
  styleOf,
  widthOf,
  xmlText,
} from '../../../../../../main/features/exports/formats/xlsxParts.ts';

describe('the parts of a workbook', () => {
  it('name columns as spreadsheets do', () => {
    expect([0, 25, 26, 51, 52, 701, 702, 16_383].map(columnLetters)).toEqual([
      'A',
      'Z',
      'AA',
      'AZ',
      'BA',
      'ZZ',
      'AAA',
      'XFD',
    ]);
  });

  it.each([
    ['Tokens: all [today]', 'Tokens  all  today'],
    ['history', 'history records'],
    ['ABOUT', 'ABOUT records'],
    ['’s', '’s'],
    ["'tis", 'tis'],
    [`${'a'.repeat(30)}😀`, 'a'.repeat(30)],
    ['*', 'Records'],
  ])('name the sheet of %s so that Excel opens it', (title, name) => {
    expect(sheetName(title)).toBe(name);
  });

  it.each([
    ['a < b & "c" > d', 'a &lt; b &amp; &quot;c&quot; &gt; d'],
    ['bell \u0007', 'bell _x0007_'],
    ['line\r\n', 'line_x000D_\n'],
    ['_x0041_', '_x005F_x0041_'],
    ['half \uD800', 'half \uFFFD'],
    ['\uFFFE', '_xFFFE_'],
    ['é 𝔘 🇨🇭', 'é 𝔘 🇨🇭'],
  ])('write %j as %j', (text, xml) => {
    expect(xmlText(text)).toBe(xml);
  });

  it('give every kind of column a style and a width', () => {
    expect(styleOf({ kind: 'date', unit: undefined, whole: false })).not.toBe(
      styleOf({ kind: 'datetime', unit: undefined, whole: false }),
    );
    expect(styleOf({ kind: 'number', unit: 'dollar', whole: false })).not.toBe(
      styleOf({ kind: 'number', unit: 'percent', whole: false }),
    );
    expect(widthOf({ kind: 'date', label: 'Day' })).toBeGreaterThanOrEqual(10);
    expect(widthOf({ kind: 'text', label: 'x'.repeat(200) })).toBe(60);
  });
});
