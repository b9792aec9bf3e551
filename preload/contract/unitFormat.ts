import type { Unit } from './resources/types.ts';

/** Returns how Intl writes a figure of a unit, and what follows it where Intl has no such unit. Dollars are US dollars. */
export function unitFormat(unit: Unit | undefined): { options: Intl.NumberFormatOptions; suffix: string } {
  switch (unit) {
    case 'dollar':
      return {
        options: { style: 'currency', currency: 'USD', currencyDisplay: 'narrowSymbol' },
        suffix: '',
      };
    case 'percent':
      return { options: { style: 'unit', unit: 'percent' }, suffix: '' };
    case 'years':
      return { options: { style: 'unit', unit: 'year', unitDisplay: 'short' }, suffix: '' };
    case 'months':
      return { options: { style: 'unit', unit: 'month', unitDisplay: 'short' }, suffix: '' };
    case 'bps':
      return { options: {}, suffix: ' bps' };
    case 'count':
    case 'token':
    case 'ratio':
    case undefined:
      return { options: {}, suffix: '' };
  }
}
