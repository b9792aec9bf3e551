import type { Unit } from '../../../preload/contract/resources/types.ts';
import { numberFormat } from '../../format/intl.ts';

/** What stands behind a figure of the unit, where it is one sign. */
const signs: Readonly<Record<Unit, string>> = {
  dollar: '',
  percent: '%',
  count: '',
  token: '',
  bps: '',
  years: '',
  months: '',
  ratio: '',
};

/**
 * A figure beside an axis: short, with its unit where that is one sign. On a logarithmic axis only 1, 2 and 5 of each decade
 * are named; the others are empty. `locale` is a BCP 47 tag.
 */
export function axisFigure(
  value: number,
  unit: Unit | undefined,
  logarithmic = false,
  locale?: string,
): string {
  if (logarithmic && value > 0) {
    const lead = value / 10 ** Math.floor(Math.log10(value) + 1e-9);
    if (![1, 2, 5].some((named) => Math.abs(lead - named) < 1e-6)) return '';
  }
  const size = Math.abs(value);
  const short: Intl.NumberFormatOptions =
    size > 0 && size < 0.01
      ? { maximumSignificantDigits: 2 }
      : { notation: size >= 1000 ? 'compact' : 'standard', maximumFractionDigits: 2 };
  if (unit === 'dollar') {
    return numberFormat(locale, {
      ...short,
      style: 'currency',
      currency: 'USD',
      currencyDisplay: 'narrowSymbol',
      minimumFractionDigits: 0,
    }).format(value);
  }
  const text = numberFormat(locale, short).format(value);
  return unit === undefined ? text : text + signs[unit];
}
