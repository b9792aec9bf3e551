import type { Unit } from '../../preload/contract/resources/types.ts';

/** What a figure is counted in, to stand after `in`. */
export const unitLabels: Readonly<Record<Unit, string>> = {
  dollar: 'US dollars',
  percent: 'percent',
  count: 'whole numbers',
  token: 'units of the token',
  bps: 'basis points, hundredths of a percent',
  years: 'years',
  months: 'months',
  ratio: 'a plain ratio',
};

export function isUnit(text: string | undefined): text is Unit {
  return text !== undefined && Object.hasOwn(unitLabels, text);
}
