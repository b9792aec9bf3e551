import type { CellFormat, CellRule, FormatEnds } from '../../preload/contract/cellFormats.ts';
import {
  cellSigns,
  formattedAs,
  levelOf,
  scaleLevels,
  shareBetween,
  type CellTone,
} from '../../preload/contract/cellMarks.ts';
import { isInstant } from '../../preload/contract/days.ts';
import type { Json } from '../../preload/contract/json.ts';
import { exactMember, isExactText } from '../../preload/contract/metric.ts';
import { day, dayAndTime, parseInstant } from '../format/dates.ts';
import { compactFigure, fullFigure } from '../format/numbers.ts';
import type { CellLook } from './cell.ts';
import type { ShownField } from './infer.ts';
import { present } from './present.ts';

/** What a format adds to a cell. Nothing is told by colour alone: a scale has a level, a threshold a sign, a bar its length. */
export interface CellMark {
  /** The background, as CSS. */
  readonly image: string;
  /** Before the text: a sign, or for `level` the height of a column, from 0 to 1. `name` is for screen readers. */
  readonly sign:
    | { readonly kind: 'sign'; readonly mark: string; readonly tone: CellTone; readonly name: string }
    | { readonly kind: 'level'; readonly share: number; readonly name: string }
    | null;
}

/** The format of a column, prepared so that a cell costs the same however many rows there are. */
export interface ColumnFormat {
  /** Says what the format shows, and between which ends. */
  readonly note: string;
  /** Null for a cell that the format leaves as it is. */
  readonly markOf: (value: Json | undefined, look: CellLook) => CellMark | null;
}

/** @param found the smallest and the largest value of the list; null where there are none, or they are not known yet */
export function prepareFormat(field: ShownField, format: CellFormat, found: FormatEnds | null): ColumnFormat {
  if (format.kind === 'rules') return prepareRules(field, format.rules);
  const ends = format.ends ?? found;
  const name = format.kind === 'bar' ? 'Data bar' : 'Colour scale';
  if (ends === null) return { note: `${name}: no smallest and largest value is known.`, markOf: () => null };
  const origin = format.ends === null ? 'the smallest and the largest of the cached records' : 'as you set';
  const note = `${name} from ${valueText(field, ends.from)} to ${valueText(field, ends.to)}, ${origin}.`;
  const draw = stepped(format.kind === 'bar' ? barOf(ends) : scaleOf(ends, format.middle));
  return {
    note,
    markOf(value) {
      const number = numberOf(field, value);
      return number === null ? null : draw(shareBetween(number, ends));
    },
  };
}

/** Returns a number of a column as a reader knows it. */
export function valueText({ type, unit }: Pick<ShownField, 'type' | 'unit'>, value: number): string {
  // A file may hold bounds that no calendar has.
  if ((type === 'date' || type === 'datetime') && !isInstant(value)) return value.toString();
  if (type === 'date') return day(value);
  if (type === 'datetime') return dayAndTime(value);
  // Two decimals of a percentage this small would be those of another.
  const isTinyPercent = unit === 'percent' && Math.abs(value) < 0.01;
  return (isTinyPercent && value !== 0 ? fullFigure : compactFigure)(value, { unit });
}

/** Returns a value as a number, a day or time in milliseconds since 1970 UTC; null where it is none. */
export function numberOf({ type }: Pick<ShownField, 'type'>, value: Json | undefined): number | null {
  const single = type === 'metric' && typeof value === 'object' ? exactMember(value, 'val') : value;
  if (type === 'date' || type === 'datetime') return typeof single === 'string' ? parseInstant(single) : null;
  const number = isExactText(single) ? Number(single) : single;
  return typeof number === 'number' && !Number.isNaN(number) ? number : null;
}

const percent = (share: number): string => `${(100 * share).toFixed(2)}%`;

/** A share is drawn to half a percent: a mark is made once, and rows that scroll by often have the one they had. */
const steps = 200;

function stepped(draw: (share: number) => CellMark): (share: number) => CellMark {
  const drawn: CellMark[] = [];
  return (share) => {
    const step = Math.round(share * steps);
    return (drawn[step] ??= draw(step / steps));
  };
}

/** Positive values grow to the right from the beginning, or from zero where the ends lie on both sides of it. */
function barOf(ends: FormatEnds): (share: number) => CellMark {
  const zero = ends.from < 0 && ends.to > 0 ? shareBetween(0, ends) : 0;
  return (share) => {
    const [left, right] = share < zero ? [share, zero] : [zero, share];
    const color = share < zero ? 'var(--format-bar-below)' : 'var(--format-bar)';
    const start = percent(left);
    // The smallest value has a bar too.
    const end = `max(${percent(right)}, ${start} + 2px)`;
    return {
      image: `linear-gradient(90deg, transparent ${start}, ${color} ${start} ${end}, transparent ${end})`,
      sign: null,
    };
  };
}

function scaleOf(
  ends: FormatEnds,
  middle: Extract<CellFormat, { kind: 'scale' }>['middle'],
): (share: number) => CellMark {
  const half =
    middle === null || middle === 'halfway' ? 0.5 : Math.min(1, Math.max(0, shareBetween(middle, ends)));
  const colorOf = (share: number): string => {
    if (middle === null) return mix('--format-scale-none', '--format-scale-high', share);
    return share < half
      ? mix('--format-scale-low', '--format-scale-none', share / half)
      : mix('--format-scale-none', '--format-scale-high', half === 1 ? 1 : (share - half) / (1 - half));
  };
  return (share) => {
    const name = `Level ${levelOf(share).toString()} of ${scaleLevels.toString()}`;
    return { image: fill(colorOf(share)), sign: { kind: 'level', share, name } };
  };
}

function mix(from: string, to: string, share: number): string {
  return `color-mix(in oklab, var(${to}) ${percent(share)}, var(${from}))`;
}

function fill(color: string): string {
  return `linear-gradient(${color} 0 0)`;
}

function prepareRules(field: ShownField, rules: readonly CellRule[]): ColumnFormat {
  const prepared = rules.map((rule) => {
    const sign = { kind: 'sign', mark: cellSigns[rule.sign].mark, tone: rule.tone } as const;
    const name = ruleText(field, rule);
    const mark = { image: fill(`var(--format-${rule.tone})`), sign: { ...sign, name } } satisfies CellMark;
    return { meets: testOf(field, rule), mark };
  });
  return {
    note: `Thresholds: ${prepared.map(({ mark }) => `${mark.sign.mark} ${mark.sign.name}`).join('; ')}.`,
    markOf(value, look) {
      if (look.kind === 'empty') return null;
      return prepared.find(({ meets }) => meets(value, look))?.mark ?? null;
    },
  };
}

/** Returns what a threshold says: `Above $5.00M`. */
function ruleText(field: ShownField, rule: CellRule): string {
  switch (rule.test) {
    case 'above':
    case 'below': {
      const words = formattedAs(field.type) === 'date' ? { above: 'After', below: 'Before' } : null;
      return `${words?.[rule.test] ?? (rule.test === 'above' ? 'Above' : 'Below')} ${valueText(field, rule.value)}`;
    }
    case 'between':
      return `Between ${valueText(field, rule.from)} and ${valueText(field, rule.to)}`;
    case 'equals':
      if (typeof rule.value === 'boolean') return rule.value ? 'Yes' : 'No';
      return `Equals ${typeof rule.value === 'string' ? rule.value : valueText(field, rule.value)}`;
    case 'contains':
      return `Contains ${rule.value}`;
  }
}

function testOf(field: ShownField, rule: CellRule): (value: Json | undefined, look: CellLook) => boolean {
  const ofNumber =
    (meets: (number: number) => boolean) =>
    (value: Json | undefined): boolean => {
      const number = numberOf(field, value);
      return number !== null && meets(number);
    };
  switch (rule.test) {
    case 'above':
      return ofNumber((number) => number > rule.value);
    case 'below':
      return ofNumber((number) => number < rule.value);
    case 'between':
      return ofNumber((number) => number >= rule.from && number <= rule.to);
    case 'equals': {
      const { value: wanted } = rule;
      if (typeof wanted === 'boolean') return (value) => value === wanted;
      if (typeof wanted === 'number') return ofNumber((number) => number === wanted);
      const folded = wanted.toLowerCase();
      return (value, look) => textsOf(field, value, look).includes(folded);
    }
    case 'contains': {
      const folded = rule.value.toLowerCase();
      return (value, look) => textsOf(field, value, look).some((text) => text.includes(folded));
    }
  }
}

/** The value as it came and as its cell shows it: what somebody reads and types may be either. */
function textsOf(field: ShownField, value: Json | undefined, look: CellLook): string[] {
  const full = present(field, value)?.full;
  const shown = 'text' in look ? look.text : look.kind === 'networks' ? look.names.join(', ') : undefined;
  return [full, shown].flatMap((text) => (text === undefined ? [] : [text.toLowerCase()]));
}
