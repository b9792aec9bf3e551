import { describe, expect, it } from 'vitest';
import {
  badge,
  changePercent,
  changePoints,
  compactFigure,
  count,
  fileSize,
  fullFigure,
  plural,
  readableFigure,
} from '../../../../renderer/format/numbers.ts';

const locale = 'en-US';

describe('a compact figure', () => {
  it.each([
    [1_234_567_890.123, 'dollar', '$1.23B'],
    [-5e12, 'dollar', '-$5.00T'],
    [999.994, 'dollar', '$999.99'],
    [0, 'dollar', '$0.00'],
    [1e-6, 'dollar', '$0.000001'],
    [0.000123456, 'token', '0.000123'],
    [4.8712, 'percent', '4.87%'],
    [1234.5, 'percent', '1,234.50%'],
    [12_345_678, 'percent', '12.35M%'],
    [3512, 'count', '3,512'],
    [999_999, 'count', '999,999'],
    [1_234_567, 'count', '1.23M'],
    [1_234_567, 'token', '1.23M'],
    [25, 'bps', '25 bps'],
    [82.6, 'bps', '82.6 bps'],
    [1234.5, 'bps', '1,234.5 bps'],
    [1.5, 'years', '1.50 years'],
    [24, 'months', '24 months'],
    [1.01, 'ratio', '1.01'],
    [8, undefined, '8'],
  ] as const)('%d in %s is %s', (value, unit, text) => {
    expect(compactFigure(value, { unit, locale })).toBe(text);
  });

  it('follows the locale', () => {
    expect(compactFigure(1_234_567_890, { unit: 'dollar', locale: 'de-DE' })).toBe('1,23\u00a0Mrd.\u00a0$');
  });
});

describe('a full figure', () => {
  it('keeps every digit, however large or small', () => {
    const values = [1_234_567_890.123, 0.1 + 0.2, 1e-6, 123_456_789_012_345_680_000];
    expect(values.map((value) => fullFigure(value, { locale }))).toEqual([
      '1,234,567,890.123',
      '0.30000000000000004',
      '0.000001',
      '123,456,789,012,345,680,000',
    ]);
  });

  it('carries its sign when it is a change', () => {
    const signed = [12.5, -12.5, 0].map((value) =>
      fullFigure(value, { unit: 'dollar', locale, signed: true }),
    );
    expect(signed).toEqual(['+$12.5', '-$12.5', '$0']);
  });
});

it('a readable figure has two decimals, or six digits that count when it is small', () => {
  const dollars = [1_234_567_890.129, 5, 0.5, 0, 0.000123456789];
  expect(dollars.map((value) => readableFigure(value, { unit: 'dollar', locale }))).toEqual([
    '$1,234,567,890.13',
    '$5.00',
    '$0.50',
    '$0.00',
    '$0.000123457',
  ]);
  const percents = [12_345.6, 3.6, 0.5, -0.05, 0.0123456789];
  expect(percents.map((value) => readableFigure(value, { unit: 'percent', locale }))).toEqual([
    '12,345.60%',
    '3.60%',
    '0.50%',
    '-0.05%',
    '0.0123457%',
  ]);
  expect(readableFigure(0.5, { unit: 'points', signed: true, locale })).toBe('+0.50 pp');
  expect(readableFigure(5, { unit: 'count', locale })).toBe('5');
  for (const number of [NaN, Infinity, -Infinity])
    expect(readableFigure(number, { locale })).toBe(fullFigure(number, { locale }));
});

describe('a change in percent', () => {
  it('a change of a percentage is written in points', () => {
    expect([0.024, -1.5, 0, 0.0002].map((points) => changePoints(points, locale))).toEqual([
      { text: '+0.024 pp', direction: 'up' },
      { text: '-1.50 pp', direction: 'down' },
      { text: '0.00 pp', direction: 'none' },
      { text: '0.00 pp', direction: 'none' },
    ]);
  });

  it('has a sign and a direction', () => {
    expect([1.234, -1.234, 0].map((value) => changePercent(value, locale))).toEqual([
      { text: '+1.23%', direction: 'up' },
      { text: '-1.23%', direction: 'down' },
      { text: '0.00%', direction: 'none' },
    ]);
  });

  it('that is shown as zero goes nowhere', () => {
    expect(changePercent(-0.004, locale).direction).toBe('none');
    expect(changePercent(0.006, locale)).toEqual({ text: '+0.01%', direction: 'up' });
  });

  it('is never clamped', () => {
    const texts = [514.304, 1096.6, 98_765.4, 98_765_432_100].map(
      (value) => changePercent(value, locale).text,
    );
    expect(texts).toEqual(['+514.3%', '+1,097%', '×989', '×988,000,000']);
  });
});

it('a count is grouped, and a noun follows its number', () => {
  expect(count(3512, locale)).toBe('3,512');
  expect([0, 1, 3512].map((value) => plural(value, 'record', 'records', locale))).toEqual([
    '0 records',
    '1 record',
    '3,512 records',
  ]);
});

it('the size of a file is in steps of a thousand', () => {
  expect([0, 12, 999, 1000, 4_200_000, 3e9, 5e15].map((bytes) => fileSize(bytes, locale))).toEqual([
    '0 bytes',
    '12 bytes',
    '999 bytes',
    '1 kB',
    '4.2 MB',
    '3 GB',
    '5,000 TB',
  ]);
});

it('a badge stays short', () => {
  expect([badge(3), badge(999), badge(1000)]).toEqual(['3', '999', '999+']);
});
