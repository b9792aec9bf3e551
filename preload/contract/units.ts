interface UnitTerms {
  /** Completes “in …”. */
  readonly label: string;
  readonly format: Intl.NumberFormatOptions;
  /** True if whole figures show no decimals: 24 mths. */
  readonly whole: boolean;
  /** False for shares, rates and durations. */
  readonly summed: boolean;
  readonly suffix: string;
  /** For axes: only units of one character. */
  readonly axisFormat: Intl.NumberFormatOptions;
  readonly axisSuffix: string;
  /** Number format in workbooks; null for plain numbers. */
  readonly workbookFormat: string | null;
}

const plain = {
  format: {},
  whole: false,
  summed: false,
  suffix: '',
  axisFormat: {},
  axisSuffix: '',
  workbookFormat: null,
} as const;

const dollars: Intl.NumberFormatOptions = {
  style: 'currency',
  currency: 'USD',
  currencyDisplay: 'narrowSymbol',
};

function lengthOf(unit: 'year' | 'month') {
  // In some languages the short `m` of months is that of millions.
  return { ...plain, format: { style: 'unit', unit, unitDisplay: 'long' }, whole: true } as const;
}

export const units = {
  dollar: {
    ...plain,
    label: 'US dollars',
    format: dollars,
    summed: true,
    axisFormat: dollars,
    workbookFormat: '"$"#,##0.00',
  },
  percent: {
    ...plain,
    label: 'percent',
    format: { style: 'unit', unit: 'percent' },
    axisSuffix: '%',
    workbookFormat: '0.00"%"',
  },
  count: { ...plain, label: 'whole numbers', whole: true, summed: true, workbookFormat: '#,##0' },
  token: { ...plain, label: 'units of the token', summed: true, workbookFormat: '#,##0.00####' },
  points: { ...plain, label: 'percentage points', suffix: ' pp', workbookFormat: '0.00##" pp"' },
  bps: { ...plain, label: 'basis points, hundredths of a percent', whole: true, suffix: ' bps' },
  years: { ...lengthOf('year'), label: 'years' },
  months: { ...lengthOf('month'), label: 'months' },
  ratio: { ...plain, label: 'a plain ratio' },
} as const satisfies Readonly<Record<string, UnitTerms>>;

export type Unit = keyof typeof units;

export function isUnit(text: string | undefined): text is Unit {
  return text !== undefined && Object.hasOwn(units, text);
}

/** A difference of percentages is in points. */
export function unitOfChange(unit: Unit | undefined): Unit | undefined {
  return unit === 'percent' ? 'points' : unit;
}

/** Returns points for percentages, else percent; NaN unless `before` is positive. */
export function changeFrom(before: number, after: number, unit: Unit | undefined): number {
  if (unitOfChange(unit) === 'points') return after - before;
  return before > 0 ? 100 * (after / before - 1) : NaN;
}

export function unitTerms(unit: Unit | undefined): Omit<UnitTerms, 'label'> {
  return unit === undefined ? { ...plain, whole: true, summed: true } : units[unit];
}
