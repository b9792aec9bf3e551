import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parameterValue } from '../../../../preload/contract/sqlStatement.ts';
import { units, type Unit } from '../../../../preload/contract/units.ts';
import {
  changePercent,
  compactFigure,
  count,
  fullFigure,
  readableFigure,
} from '../../../../renderer/format/numbers.ts';
import {
  exampleOf,
  parseNumberEntry,
  spokenNumber,
  stepNumber,
  typedDigits,
  withDecimalSign,
  withPlainNumber,
  writeNumberEntry,
} from '../../../../renderer/format/typedNumbers.ts';
import { withFormats } from '../../../support/withFormats.ts';

describe('a number as the settings write it', () => {
  it.each([
    ['point', '100.000', 100_000],
    ['point', '3,845', 3.845],
    ['point', '250.000.000', 250_000_000],
    ['point', '1,5', 1.5],
    ['point', '1.234,56', 1234.56],
    ['point', '1.234.567', 1_234_567],
    ['point', '1,5 Mio', 1_500_000],
    ['point', '1,5m', 1_500_000],
    // What the setting does not write is read as files have it.
    ['point', '1234.56', 1234.56],
    ['point', '1,234.56', 1234.56],
    ['point', '1,2,3', null],
    ['comma', '100.000', 100],
    ['comma', '3,845', 3845],
    ['comma', '1,5', null],
    ['comma', '1.234.567', null],
    ['comma', '1 234', 1234],
    ['comma', '10 20', null],
    ['space', '1 234,5', 1234.5],
    ['space', '1\u202f234\u202f567', 1_234_567],
    ['space', '−1 234,5', -1234.5],
    ['space', '12 34', null],
    // No group begins with 0, so the only sign is that of the decimals.
    ['point', '0.500', 0.5],
    ['point', '0.125', 0.125],
    ['point', '0.050 %', 0.05],
    ['point', '-00.100', -0.1],
    ['point', '05.250', 5.25],
    ['point', '0.500m', 500_000],
    ['point', '0,500', 0.5],
    ['point', '0.500,25', null],
    ['point', '0.500.000', null],
    ['comma', '0,500', 0.5],
    ['comma', '0,5', 0.5],
    ['comma', '0,050%', 0.05],
    ['comma', '00,100', 0.1],
    ['comma', '0.500', 0.5],
    ['comma', '0,500.25', null],
    ['comma', '0,500,000', null],
    ['space', '0 500', null],
    ['space', '0.500', 0.5],
  ] as const)('%s: %s', (numbers, text, expected) => {
    withFormats({ numbers });
    expect(parseNumberEntry(text)).toBe(expected);
  });

  it.each(['point', 'comma', 'space'] as const)(
    '%s: a parameter is a number if a cell shows it so',
    (numbers) => {
      withFormats({ numbers });
      for (const value of [1.234, 1234, -0.5, 374_954_250.51, 1e21]) {
        expect(parameterValue(withPlainNumber(withDecimalSign(value)))).toBe(value);
        const shown = [fullFigure(value, { unit: 'dollar' }), compactFigure(value, { unit: 'dollar' })];
        expect(shown.map(withPlainNumber)).toEqual(shown.map((text) => typedDigits(text)));
      }
      for (const name of ['5%', '007', '$TOKEN', 'b2', '3 houses', '10.0.0.1'])
        expect(withPlainNumber(name)).toBe(name);
      for (const text of ['20000k', '20m', '$20m', '20 Mio'])
        expect(Number(withPlainNumber(text))).toBe(20_000_000);
    },
  );

  it.each(['point', 'comma', 'space'] as const)(
    '%s: its examples can be typed, and a sentence has it grouped',
    (numbers) => {
      withFormats({ numbers });
      expect(
        exampleOf('dollar')
          .split(/[;,] /)
          .map((text) => parseNumberEntry(text)),
      ).toEqual([10_000_000, 20_000, 1.5]);
      expect(parseNumberEntry(exampleOf('percent'))).toBe(4.5);
      expect(spokenNumber(250_000, 'dollar')).toBe('$250k');
      const grouped = { point: '$250.001', comma: '$250,001', space: '$250\u202f001' };
      expect(spokenNumber(250_001, 'dollar')).toBe(grouped[numbers]);
    },
  );

  const locales = [
    'en-US',
    'de-DE',
    'fr-CH',
    'en-IN',
    'sv-SE',
    'es-ES',
    'ja-JP',
    'ar-EG',
    'fa-IR',
    'th-TH',
    'de-AT',
    'pt-BR',
    'da-DK',
    // Where the word of a scale is that of a unit too, has a point among its figures, or is one with its unit.
    'es-MX',
    'ca-ES',
    'gl-ES',
    'eu-ES',
    'ko-KR',
    'km-KH',
    'si-LK',
  ];
  const unitNames = Object.keys(units) as Unit[];

  it.each(locales)('what the app writes in %s is read as what it is', (locale) => {
    const value = fc
      .tuple(fc.integer({ min: -99_999_999, max: 99_999_999 }), fc.integer({ min: -4, max: 6 }))
      .map(([digits, power]) => Number(`${digits.toString()}e${power.toString()}`));
    fc.assert(
      fc.property(
        value,
        fc.constantFrom(...unitNames),
        fc.boolean(),
        fc.constantFrom('symbol', 'code'),
        (number, unit, signed, currency) => {
          withFormats({ currency });
          const options = { unit, signed, locale };
          // Arabic has words for one and two years, with no figure.
          fc.pre(!(locale === 'ar-EG' && Math.abs(number) <= 2 && (unit === 'years' || unit === 'months')));
          expect(parseNumberEntry(fullFigure(number, options), locale)).toBe(number === 0 ? 0 : number);
          const near = (text: string, digits: number): void => {
            const read = parseNumberEntry(text, locale);
            expect(read, text).not.toBeNull();
            expect(Math.abs((read ?? 0) - number), text).toBeLessThanOrEqual(digits);
          };
          near(readableFigure(number, options), 0.0051);
          // Two decimals of the unit in which it stands, at most ten thousand of which make the next.
          near(compactFigure(number, options), Math.max(Math.abs(number) / 100, 0.0051));
          near(count(number, locale), 0.51);
          if (number < 10_000 && number > -10_000) near(changePercent(number, locale).text, 0.51);
          expect(parseNumberEntry(writeNumberEntry(number, locale), locale)).toBe(number === 0 ? 0 : number);
        },
      ),
    );
  });
});

it('a word that a language has for two scales is refused, its other words are read', () => {
  expect(parseNumberEntry('9.88 কো', 'bn-BD')).toBeNull();
  expect(parseNumberEntry('9.88 কোটি', 'bn-BD')).toBe(98_800_000);
  expect(parseNumberEntry('1.5 হা$', 'bn-BD')).toBe(1500);
});

it('an arrow key steps by one, or by the second digit of a large figure', () => {
  expect(stepNumber(60, 1, false, true)).toBe(61);
  expect(stepNumber(60, -1, true, true)).toBe(50);
  expect(stepNumber(100_000, 1, false, false)).toBe(110_000);
  expect(stepNumber(100_000, -1, true, false)).toBe(0);
  expect(stepNumber(0.5, 1, false, false)).toBe(0.51);
  expect(stepNumber(0, 1, false, false)).toBe(1);
});
