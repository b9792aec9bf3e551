import { unitTerms, type Unit } from '../../../preload/contract/units.ts';
import { numberFormat } from '../../format/intl.ts';

/** Returns a short figure. A logarithmic axis labels 1, 2 and 5 of each decade. `locale`: BCP 47. */
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
  const { axisFormat, axisSuffix } = unitTerms(unit);
  const format = { ...short, ...axisFormat, minimumFractionDigits: 0 };
  return numberFormat(locale, format).format(value) + axisSuffix;
}
