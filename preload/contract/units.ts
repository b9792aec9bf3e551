/** What the app knows of a unit. */
interface UnitTerms {
  /** What a figure is counted in, to stand after `in`. */
  readonly label: string;
  /** How Intl writes a figure. */
  readonly format: Intl.NumberFormatOptions;
  /** True where a figure without a fraction is written without decimals: 24 mths, not 24.00. */
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

/** What most units have: a unit states where it differs. */
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
  return { ...plain, format: { style: 'unit', unit, unitDisplay: 'short' }, whole: true } as const;
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

/** What a number counts. */
export type Unit = keyof typeof units;

export function isUnit(text: string | undefined): text is Unit {
  return text !== undefined && Object.hasOwn(units, text);
}

/** What a difference of two figures is counted in: of percentages it is points. */
export function unitOfChange(unit: Unit | undefined): Unit | undefined {
  return unit === 'percent' ? 'points' : unit;
}

/** From one figure to another: points of percentages, else percent. NaN where the first is not above zero: no ratio to it says anything. */
export function changeFrom(before: number, after: number, unit: Unit | undefined): number {
  if (unitOfChange(unit) === 'points') return after - before;
  return before > 0 ? 100 * (after / before - 1) : NaN;
}

/** Returns the terms of a unit; those of a plain number without one. */
export function unitTerms(unit: Unit | undefined): Omit<UnitTerms, 'label'> {
  return unit === undefined ? { ...plain, whole: true, summed: true } : units[unit];
}
