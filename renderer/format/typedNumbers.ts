import { withoutDirections } from '../../preload/contract/invisible.ts';
import { units, unitTerms, type Unit } from '../../preload/contract/units.ts';
import { numberFormat } from './intl.ts';
import { fullFigure } from './numbers.ts';

/**
 * Numbers in text fields: in the format of the settings, with units and words (`1,5 Mrd. $`), or short:
 * `1.5m`, `20k`. `locale`: BCP 47; undefined for the user's settings.
 */

/** Returns the placeholder of an empty number field. Yields and shares are in percent. */
export function exampleOf(unit: Unit | undefined): string {
  const list = [unit === 'percent' ? [4.5] : [10_000_000, 20_000, 1.5]].flat();
  return list.map((value) => writeNumberEntry(value)).join(writeNumberEntry(1.5).includes(',') ? '; ' : ', ');
}

const scales: Readonly<Record<string, number>> = {
  '': 0,
  k: 3,
  thousand: 3,
  m: 6,
  mn: 6,
  mio: 6,
  million: 6,
  b: 9,
  bn: 9,
  billion: 9,
  t: 12,
  tn: 12,
  trillion: 12,
};

interface Marks {
  readonly group: string;
  readonly decimal: string;
  /** True if only the last group has three digits, the others two, as in India. */
  readonly byTwo: boolean;
}

interface Writing {
  /** Patterns in order; the first match counts. */
  readonly integers: readonly RegExp[];
  /** Signs and words beside the number that do not change it. */
  readonly signs: RegExp;
  readonly words: ReadonlySet<string>;
  readonly scales: Readonly<Record<string, number>>;
}

const machine: Marks = { group: ',', decimal: '.', byTwo: false };
/** Its only sign cannot group. */
const afterZero = /^(?<integer>0\d*)[.,](?<fraction>\d+)$/;
const dollars = { style: 'currency', currency: 'USD' } as const;
const body = /[.,]?\d(?:[\d.,'’\s]*\d)?[.,]?(e[+-]?\d+(?!\p{L}))?/iu;

/**
 * Returns digits as JSON writes them, or null. The settings resolve ambiguity: `1.234` is a thousand if the
 * point groups. Groups never begin with 0: `0.500` and `0,500` are a half in any settings. Text that does
 * not fit the settings is read as in files: `1234.5`. Signs and words of other units than `unit` are refused.
 */
export function typedDigits(text: string, locale?: string, unit?: Unit): `${number}` | null {
  const writing = writingOf(locale, unit);
  const plain = withoutDirections(text).replaceAll('_', '').trim();
  const found = body.exec(plain);
  if (found === null) return null;
  const [whole, exponent = ''] = found;
  const before = plain.slice(0, found.index);
  const beside = `${before} ${plain.slice(found.index + whole.length)}`;
  const word = beside
    .replace(/[-−+]/, '')
    .replaceAll(writing.signs, ' ')
    .toLowerCase()
    .split(/\s+/)
    .filter((one) => !writing.words.has(one))
    .join('');
  const scale = writing.scales[word.replaceAll('.', '')];
  if (scale === undefined || (/[-−+]/.test(beside) && !/[-−+]/.test(before))) return null;
  const digits = whole.slice(0, whole.length - exponent.length);
  for (const way of writing.integers) {
    const parts = way.exec(digits)?.groups;
    if (parts === undefined) continue;
    const integer = (parts['integer'] ?? '').replaceAll(/\D/g, '');
    const fraction = parts['fraction'] ?? '';
    if (integer + fraction === '') return null;
    const power = Number(exponent.slice(1)) + scale;
    // Shifted as text, since 1.1 × 1,000,000 is not 1,100,000 in binary.
    const shift = power === 0 ? '' : `e${power.toString()}`;
    const number = `${/[-−]/.test(before) ? '-' : ''}${integer === '' ? '0' : integer}${fraction === '' ? '' : `.${fraction}`}${shift}`;
    return isNumber(number) ? number : null;
  }
  return null;
}

function isNumber(text: string): text is `${number}` {
  return Number.isFinite(Number(text));
}

export function parseNumberEntry(text: string, locale?: string, unit?: Unit): number | null {
  const digits = typedDigits(text, locale, unit);
  return digits === null ? null : Number(digits);
}

/** Returns a sentence if the text is a number in another unit, else an empty text. */
export function otherUnit(text: string, unit: Unit | undefined): string {
  const isOther = typedDigits(text) !== null && typedDigits(text, undefined, unit) === null;
  return isOther ? `“${text}” has another unit. ` : '';
}

/** Follows “a number”; empty for plain numbers. */
export function inUnit(unit: Unit | undefined): string {
  return unit === undefined || unit === 'count' ? '' : ` in ${units[unit].label}`;
}

/**
 * Returns text that begins with a number or `$` as JSON writes it, other text unchanged: `007` and `b2` are
 * names, `5%` is a pattern.
 */
export function withPlainNumber(text: string): string {
  return /^[-−]?\$?\s*(?!0\d)[\d.,][^%]*$/.test(text) ? (typedDigits(text) ?? text) : text;
}

export function withDecimalSign(value: number | string, locale?: string): string {
  return String(value).replace('.', decimalSign(locale));
}

export function decimalSign(locale?: string): string {
  return marksOf(locale, {}).decimal;
}

const shortScales = [
  { power: 12, letter: 't' },
  { power: 9, letter: 'b' },
  { power: 6, letter: 'm' },
  { power: 3, letter: 'k' },
] as const;

/** Returns the shortest input that parses to the same number. Digits beyond a double are text. */
export function writeNumberEntry(value: number | string, locale?: string): string {
  const plain = withDecimalSign(value, locale);
  const size = Math.abs(Number(value));
  if (typeof value === 'string') return plain;
  for (const { power, letter } of shortScales) {
    if (size < 10 ** power) continue;
    const short = `${withDecimalSign(value / 10 ** power, locale)}${letter}`;
    if (short.length < plain.length && parseNumberEntry(short, locale) === value) return short;
  }
  return plain;
}

/** Returns a number for a sentence: short if that is exact, else grouped. */
export function spokenNumber(value: number, unit?: Unit): string {
  const short = writeNumberEntry(value);
  const isShort = /\d[a-z]$/.test(short);
  if (!isShort) return fullFigure(value, { unit });
  if (unit === 'dollar') return short.startsWith('-') ? `−$${short.slice(1)}` : `$${short}`;
  return unit === 'percent' ? `${short}%` : short + unitTerms(unit).suffix;
}

/** Returns the next number: whole ones by 1, others by their second digit; pages ten times as far. */
export function stepNumber(value: number, by: number, isPage: boolean, isWhole: boolean): number {
  const size = Math.abs(value);
  const power = isWhole || size === 0 ? 0 : Math.max(Math.floor(Math.log10(size)) - 1, -6);
  const step = 10 ** power * (isPage ? 10 : 1);
  return Number((value + by * step).toPrecision(15));
}

const writings = new Map<string, Writing>();

/** Cached, since a pasted list has thousands of numbers. */
function writingOf(locale: string | undefined, unit: Unit | undefined): Writing {
  const key = [
    locale,
    unit,
    ...[{}, dollars, { notation: 'compact' } as const].map((style) =>
      numberFormat(locale, style).format(1_234_567.5),
    ),
  ].join('|');
  const known = writings.get(key) ?? newWriting(locale, unit);
  writings.set(key, known);
  return known;
}

function newWriting(locale: string | undefined, unit: Unit | undefined): Writing {
  const words = { ...scales, ...scalesOf(locale) };
  const nextTo = (value: number, options: Intl.NumberFormatOptions): string =>
    withoutDirections(numberFormat(locale, options).format(value))
      .replaceAll(/\d(?:.*\d)?|[%٪]/g, ' ')
      .toLowerCase()
      .trim();
  const compact = { notation: 'compact' } as const;
  const thousand = nextTo(1000, compact);
  /** Words beside a figure in all plural forms. */
  const beside = (options: Intl.NumberFormatOptions): string[] =>
    [
      ...[1, 2, 3, 4, 11, 100, 1.5].map((value) => nextTo(value, options)),
      // The words of scale and unit may be one.
      nextTo(1000, { ...options, ...compact }).replace(thousand, ' '),
    ].flatMap((text) => text.split(/\s+/));
  const isTaken = (one: Unit): boolean => unit === undefined || unit === one;
  const currencies = isTaken('dollar')
    ? (['symbol', 'narrowSymbol', 'code'] as const)
        .flatMap((currencyDisplay) => beside({ ...dollars, currencyDisplay }))
        .concat('$')
    : [];
  const lengths = Object.values(unit === undefined ? units : [units[unit]]).flatMap(({ format, suffix }) => [
    suffix.trim(),
    ...('style' in format && format.style === 'unit' ? beside(format) : []),
  ]);
  const signs = [...(unit === undefined ? ['€', '£'] : []), ...(isTaken('percent') ? ['%', '٪'] : [])];
  const all = [...currencies, ...lengths, ...signs].filter((word) => !(word in words));
  // In languages without spaces, a unit is part of the word.
  const isPart = (word: string): boolean => !/[a-z]/.test(word) || currencies.includes(word);
  const parts = all.filter(isPart).toSorted((a, b) => b.length - a.length);
  return {
    integers: [marksOf(locale, {}), marksOf(locale, dollars), machine].map(numberPattern).concat(afterZero),
    // Without any, nothing matches.
    signs: new RegExp(['(?!)', ...parts.map((sign) => escaped(sign))].join('|'), 'gi'),
    words: new Set(['', ...all]),
    scales: words,
  };
}

function numberPattern({ group, decimal, byTwo }: Marks): RegExp {
  const apart = `['’\\s${group === decimal ? '' : escaped(group)}]`;
  const groups = byTwo
    ? `[1-9]\\d?(?:${apart}\\d{2})*${apart}\\d{3}|[1-9]\\d{2}${apart}\\d{3}`
    : `[1-9]\\d{0,2}(?<apart>${apart})\\d{3}(?:\\k<apart>\\d{3})*`;
  return new RegExp(`^(?<integer>${groups}|\\d*)(?:${escaped(decimal)}(?<fraction>\\d*))?$`);
}

function escaped(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]/gu, '\\$&');
}

function marksOf(locale: string | undefined, options: Intl.NumberFormatOptions): Marks {
  const text = numberFormat(locale, options).format(12_345_678.5);
  const [, group = '', decimal = '.'] = /1.*?(\D)678(\D)5/.exec(text) ?? [];
  return { group, decimal, byTwo: /\D45\D/.test(text) };
}

/** `Mrd.` is nine zeros. Omits words that a language uses for two scales, such as Bengali `কো`. */
function scalesOf(locale: string | undefined): Record<string, number> {
  const found = new Map<string, Set<number>>();
  for (const compactDisplay of ['long', 'short'] as const)
    for (let power = 3; power < 15; power += 1)
      for (const times of [1, 2, 3, 1.5]) {
        const options = { notation: 'compact', compactDisplay, useGrouping: false } as const;
        const text = numberFormat(locale, options).format(times * 10 ** power);
        const digits = /\d+/.exec(text)?.[0] ?? '';
        const word = withoutDirections(text)
          .replaceAll(/[\d\s.,]/g, '')
          .toLowerCase();
        if (word !== '') found.set(word, (found.get(word) ?? new Set()).add(power - digits.length + 1));
      }
  return Object.fromEntries(
    [...found].flatMap(([word, [power, ...others]]) =>
      power === undefined || others.length > 0 ? [] : [[word, power]],
    ),
  );
}
