/** What the app knows of a unit: a unit that lacks one of these does not compile. */
interface UnitTerms {
  /** What a figure is counted in, to stand after `in`. */
  readonly label: string;
  /** How Intl writes a figure. */
  readonly format: Intl.NumberFormatOptions;
  /** True where a whole figure has no decimals. */
  readonly whole: boolean;
  /** False where figures never add up: shares, rates and lengths of time. */
  readonly summed: boolean;
  /** What follows a figure where Intl has no such unit. */
  readonly suffix: string;
  /** The same beside an axis, where a figure is short: a unit only if it is one sign. */
  readonly axisFormat: Intl.NumberFormatOptions;
  readonly axisSuffix: string;
  /** The number format of its cells in a workbook; null where they have that of plain numbers. */
  readonly workbookFormat: string | null;
}

const dollars: Intl.NumberFormatOptions = {
  style: 'currency',
  currency: 'USD',
  currencyDisplay: 'narrowSymbol',
};

export const units = {
  dollar: {
    label: 'US dollars',
    format: dollars,
    whole: false,
    summed: true,
    suffix: '',
    axisFormat: dollars,
    axisSuffix: '',
    workbookFormat: '"$"#,##0.00',
  },
  percent: {
    label: 'percent',
    format: { style: 'unit', unit: 'percent' },
    whole: false,
    summed: false,
    suffix: '',
    axisFormat: {},
    axisSuffix: '%',
    workbookFormat: '0.00"%"',
  },
  count: {
    label: 'whole numbers',
    format: {},
    whole: true,
    summed: true,
    suffix: '',
    axisFormat: {},
    axisSuffix: '',
    workbookFormat: '#,##0',
  },
  token: {
    label: 'units of the token',
    format: {},
    whole: false,
    summed: true,
    suffix: '',
    axisFormat: {},
    axisSuffix: '',
    workbookFormat: '#,##0.00####',
  },
  bps: {
    label: 'basis points, hundredths of a percent',
    format: {},
    whole: true,
    summed: false,
    suffix: ' bps',
    axisFormat: {},
    axisSuffix: '',
    workbookFormat: null,
  },
  years: {
    label: 'years',
    format: { style: 'unit', unit: 'year', unitDisplay: 'short' },
    whole: true,
    summed: false,
    suffix: '',
    axisFormat: {},
    axisSuffix: '',
    workbookFormat: null,
  },
  months: {
    label: 'months',
    format: { style: 'unit', unit: 'month', unitDisplay: 'short' },
    whole: true,
    summed: false,
    suffix: '',
    axisFormat: {},
    axisSuffix: '',
    workbookFormat: null,
  },
  ratio: {
    label: 'a plain ratio',
    format: {},
    whole: false,
    summed: false,
    suffix: '',
    axisFormat: {},
    axisSuffix: '',
    workbookFormat: null,
  },
} as const satisfies Readonly<Record<string, UnitTerms>>;

/** What a number counts. */
export type Unit = keyof typeof units;

export function isUnit(text: string | undefined): text is Unit {
  return text !== undefined && Object.hasOwn(units, text);
}

const withoutUnit = {
  format: {},
  whole: true,
  summed: true,
  suffix: '',
  axisFormat: {},
  axisSuffix: '',
  workbookFormat: null,
} as const satisfies Omit<UnitTerms, 'label'>;

/** Returns the terms of a unit; those of a plain number without one. */
export function unitTerms(unit: Unit | undefined): Omit<UnitTerms, 'label'> {
  return unit === undefined ? withoutUnit : units[unit];
}
