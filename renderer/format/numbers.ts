import { unitTerms, type Unit } from '../../preload/contract/units.ts';
import { numberFormat } from './intl.ts';

/** `locale`: BCP 47; undefined for the user's. Dollars are US dollars; percentages are not fractions. */
export interface FigureOptions {
  readonly unit?: Unit | undefined;
  readonly locale?: string | undefined;
  readonly signed?: boolean | undefined;
}

/** Smaller counts fit a column with every digit. */
const compactCountFrom = 1_000_000;
/** Larger percentages are compact. Their base is near zero. */
const compactPercentFrom = 10_000;

/** Returns two decimals, or three digits for tiny figures. */
function compactDigits(value: number, unit: Unit | undefined): Intl.NumberFormatOptions {
  const size = Math.abs(value);
  // Changes below 0.1 points need hundredths of a basis point.
  if (unit === 'points' && size < 0.1) return { minimumFractionDigits: 2, maximumFractionDigits: 3 };
  if (unit === 'percent' && size < 0.01)
    return { minimumFractionDigits: 2, maximumFractionDigits: 2, signDisplay: 'negative' };
  if (size !== 0 && size < 0.01) return { maximumSignificantDigits: 3 };
  // Basis points are usually whole. Sent decimals are shown, and none is added.
  if (unitTerms(unit).whole && (Number.isInteger(value) || unit === 'bps') && size < compactCountFrom)
    return { maximumFractionDigits: 2 };
  if (unit === 'percent' && size < compactPercentFrom) {
    return { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  }
  const two = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  return size < 1000 ? two : { notation: 'compact', ...two };
}

/** For columns: `$1.23B`, `3,512`, `4.87%`. */
export function compactFigure(value: number, options: FigureOptions = {}): string {
  return figure(value, compactDigits(value, options.unit), options);
}

/** For lists: `$1,234,567,890.12`, `4.50%`; small figures keep six significant digits. */
export function readableFigure(value: number, options: FigureOptions = {}): string {
  const size = Math.abs(value);
  const hasDecimals = options.unit === 'dollar' || options.unit === 'percent' || options.unit === 'points';
  const maximumFractionDigits = size > 0 && size < 1 ? Math.min(100, 5 - Math.floor(Math.log10(size))) : 2;
  return figure(value, { minimumFractionDigits: hasDecimals ? 2 : 0, maximumFractionDigits }, options);
}

/** With every digit of the service: `$1,234,567,890.123`. */
export function fullFigure(value: number | `${number}`, options: FigureOptions = {}): string {
  // Intl formats text with as many digits as the options allow.
  const maximumFractionDigits = typeof value === 'string' ? 100 : 20;
  return figure(value, { minimumFractionDigits: 0, maximumFractionDigits }, options);
}

function figure(
  value: number | `${number}`,
  digits: Intl.NumberFormatOptions,
  { unit, locale, signed }: FigureOptions,
): string {
  const sign: Intl.NumberFormatOptions = signed === true ? { signDisplay: 'exceptZero' } : {};
  const { format, suffix } = unitTerms(unit);
  return numberFormat(locale, { ...format, ...digits, ...sign }).format(value) + suffix;
}

/** `3,512`. */
export function count(value: number, locale?: string): string {
  return numberFormat(locale, { maximumFractionDigits: 0 }).format(value);
}

export function plural(value: number, one: string, many: string, locale?: string): string {
  return `${count(value, locale)} ${value === 1 ? one : many}`;
}

/** Returns `1 service provider`, `3,500 cached assets`. */
export function countedRecords(
  value: number,
  { singular, label }: { singular: string; label: string },
  word?: string,
): string {
  const [one, many] = [singular, label].map((noun) => [word, noun.toLowerCase()].filter(Boolean).join(' '));
  return plural(value, one ?? '', many ?? '');
}

/** Percent. Smaller changes are shown as 0.00 % without a direction. */
const shownAsZeroPercent = 0.005;

export interface Change {
  /** Signed: `+1.24%`. */
  readonly text: string;
  readonly direction: 'up' | 'down' | 'none';
}

/** Returns a signed percentage; huge ones, from a base near zero, as a multiple: `×263,000`. */
export function changePercent(value: number, locale?: string): Change {
  const size = Math.abs(value);
  if (value >= compactPercentFrom) {
    const times = { maximumSignificantDigits: 3 } as const;
    return { text: `×${numberFormat(locale, times).format(1 + value / 100)}`, direction: 'up' };
  }
  const decimals = size < 100 ? 2 : size < 1000 ? 1 : 0;
  const digits: Intl.NumberFormatOptions =
    size < compactPercentFrom
      ? { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
      : { notation: 'compact', maximumFractionDigits: 1 };
  const text = numberFormat(locale, {
    style: 'unit',
    unit: 'percent',
    signDisplay: 'exceptZero',
    ...digits,
  }).format(value);
  return { text, direction: Math.abs(value) < shownAsZeroPercent ? 'none' : value > 0 ? 'up' : 'down' };
}

/** Returns `+0.024 pp`: a yield of 4.54 % that rose by 0.53 % of itself rose by 0.024 points. */
export function changePoints(points: number, locale?: string): Change {
  const text = compactFigure(points, { unit: 'points', signed: true, locale });
  return { text, direction: Math.abs(points) < 0.0005 ? 'none' : points > 0 ? 'up' : 'down' };
}

const fileSizeUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

/** Units are powers of 1,000: `4.2 MB`. */
export function fileSize(bytes: number, locale?: string): string {
  const step = bytes < 1000 ? 0 : Math.min(fileSizeUnits.length - 1, Math.floor(Math.log10(bytes) / 3));
  return numberFormat(locale, {
    style: 'unit',
    unit: fileSizeUnits[step],
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: step === 0 ? 0 : 1,
  }).format(bytes / 1000 ** step);
}

export function badge(news: number): string {
  return news > 999 ? '999+' : news.toString();
}
