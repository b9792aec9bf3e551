import type { FigureType } from '../../../preload/contract/resources/figureTypes.ts';
import type { CellFormat, CellRule, CellTest, FormatEnds } from '../../../preload/contract/cellFormats.ts';
import {
  cellSignNames,
  cellSigns,
  formattedAs,
  type CellSign,
  type CellTone,
} from '../../../preload/contract/cellMarks.ts';
import { dayOf, isInstant } from '../../../preload/contract/days.ts';
import type { ShownField } from '../../fields/infer.ts';
import { parseNumberEntry, writeNumberEntry } from '../queryBuilder/query/numberEntry.ts';

/** A format as it is typed in its dialog: every value is a text. */
export interface FormatDraft {
  readonly kind: CellFormat['kind'] | 'none';
  readonly ends: 'list' | 'fixed';
  readonly from: string;
  readonly to: string;
  readonly middle: string;
  readonly colours: 'two' | 'three';
  readonly rules: readonly RuleDraft[];
}

export interface RuleDraft {
  readonly test: CellTest;
  /** The lower bound of `between`. */
  readonly value: string;
  readonly to: string;
  readonly tone: CellTone;
  readonly sign: CellSign;
}

/** The tests that the values of a column can meet. A moment is never met to the millisecond. */
export function testsOf(field: Pick<ShownField, 'type'>): { value: CellTest; label: string }[] {
  switch (formattedAs(field.type)) {
    case 'number':
      return [
        { value: 'above', label: 'is above' },
        { value: 'below', label: 'is below' },
        { value: 'between', label: 'is between' },
        { value: 'equals', label: 'equals' },
      ];
    case 'date':
      return [
        { value: 'above', label: 'is after' },
        { value: 'below', label: 'is before' },
        { value: 'between', label: 'is between' },
        ...(field.type === 'date' ? [{ value: 'equals' as const, label: 'is' }] : []),
      ];
    case 'boolean':
      return [{ value: 'equals', label: 'is' }];
    case 'text':
    case null:
      return [
        { value: 'equals', label: 'equals' },
        { value: 'contains', label: 'contains' },
      ];
  }
}

/** A further threshold, with a sign that no other one has yet. */
export function nextRule(field: Pick<ShownField, 'type'>, rules: readonly RuleDraft[]): RuleDraft {
  const looks: readonly Pick<RuleDraft, 'tone' | 'sign'>[] = [
    { tone: 'good', sign: 'up' },
    { tone: 'bad', sign: 'down' },
    { tone: 'warning', sign: 'alert' },
    { tone: 'info', sign: 'dot' },
    { tone: 'neutral', sign: 'check' },
  ];
  const look = looks.find(({ sign }) => rules.every((rule) => rule.sign !== sign)) ?? looks[0];
  const kind = formattedAs(field.type);
  const tests = testsOf(field);
  const test = (tests[rules.length] ?? tests[0])?.value ?? 'equals';
  return {
    test: kind === 'text' || kind === 'boolean' ? 'equals' : test === 'equals' ? 'above' : test,
    value: kind === 'boolean' ? (rules.length % 2 === 0 ? 'yes' : 'no') : '',
    to: '',
    tone: look?.tone ?? 'neutral',
    sign: look?.sign ?? 'dot',
  };
}

/** Returns a format as its dialog begins with it. */
export function draftOf(field: Pick<ShownField, 'type'>, format: CellFormat | undefined): FormatDraft {
  const kind = formattedAs(field.type) ?? 'text';
  const empty: FormatDraft = {
    kind: 'none',
    ends: 'list',
    from: '',
    to: '',
    middle: '',
    colours: 'two',
    rules: [nextRule(field, [])],
  };
  if (format === undefined) return empty;
  const write = (value: number): string => writeBound(kind, value);
  if (format.kind === 'rules') {
    return { ...empty, kind: 'rules', rules: format.rules.map((rule) => ruleDraft(kind, rule)) };
  }
  const { ends } = format;
  const withEnds: FormatDraft = {
    ...empty,
    kind: format.kind,
    ...(ends === null ? {} : { ends: 'fixed', from: write(ends.from), to: write(ends.to) }),
  };
  if (format.kind === 'bar' || format.middle === null) return withEnds;
  const middle = format.middle === 'halfway' ? '' : write(format.middle);
  return { ...withEnds, colours: 'three', middle };
}

function ruleDraft(kind: FigureType, rule: CellRule): RuleDraft {
  const { test, tone, sign } = rule;
  if (rule.test === 'between')
    return { test, tone, sign, value: writeBound(kind, rule.from), to: writeBound(kind, rule.to) };
  const { value } = rule;
  const text =
    typeof value === 'number'
      ? writeBound(kind, value)
      : typeof value === 'boolean'
        ? value
          ? 'yes'
          : 'no'
        : value;
  return { test, tone, sign, value: text, to: '' };
}

function writeBound(kind: FigureType, value: number): string {
  if (kind !== 'date') return writeNumberEntry(value);
  // A file may hold bounds that no calendar has.
  return isInstant(value) ? dayOf(value) : '';
}

/** Returns the format that a draft means, null for none; or what is wrong with it, as a sentence. */
export function readDraft(
  field: Pick<ShownField, 'type'>,
  draft: FormatDraft,
): { format: CellFormat | null } | { problem: string } {
  const kind = formattedAs(field.type) ?? 'text';
  if (draft.kind === 'none') return { format: null };
  try {
    if (draft.kind === 'rules') return { format: { kind: 'rules', rules: readRules(kind, draft.rules) } };
    const ends = draft.ends === 'list' ? null : readEnds(kind, draft);
    if (draft.kind === 'bar') return { format: { kind: 'bar', ends } };
    const middle =
      draft.colours === 'two'
        ? null
        : draft.middle.trim() === ''
          ? ('halfway' as const)
          : readBound(kind, draft.middle, 'The middle');
    if (ends !== null && typeof middle === 'number' && (middle <= ends.from || middle >= ends.to))
      throw new Problem('The middle must be between the ends.');
    return { format: { kind: 'scale', ends, middle } };
  } catch (error) {
    if (error instanceof Problem) return { problem: error.message };
    throw error;
  }
}

/** What is wrong with a draft, as a sentence. */
class Problem extends Error {}

function readEnds(kind: FigureType, { from, to }: Pick<FormatDraft, 'from' | 'to'>): FormatEnds {
  const ends = { from: readBound(kind, from, 'The beginning'), to: readBound(kind, to, 'The end') };
  if (ends.from >= ends.to) throw new Problem('The end must be above the beginning.');
  return ends;
}

function readBound(kind: FigureType, text: string, what: string): number {
  const value = kind === 'date' ? Date.parse(text) : parseNumberEntry(text);
  if (value !== null && !Number.isNaN(value)) return value;
  const isNeeded = kind === 'date' ? 'a date' : 'a number, such as 1.5m';
  throw new Problem(`${what} must be ${isNeeded}.`);
}

function readRules(kind: FigureType, drafts: readonly RuleDraft[]): CellRule[] {
  if (drafts.length === 0) throw new Problem('Add a threshold, or choose no format.');
  return drafts.map(({ test, value, to, tone, sign }, index) => {
    const what = `Threshold ${(index + 1).toString()}`;
    const look = { tone, sign };
    if (kind === 'boolean') return { test: 'equals', value: value === 'yes', ...look };
    if (kind === 'text') {
      const wanted = value.trim();
      if (wanted === '') throw new Problem(`${what} must be a text.`);
      return { test: test === 'contains' ? 'contains' : 'equals', value: wanted, ...look };
    }
    const bound = readBound(kind, value, what);
    if (test === 'between') {
      const end = readBound(kind, to, `The upper bound of ${what.toLowerCase()}`);
      if (end < bound) throw new Problem(`${what}: the upper bound must not be below the lower one.`);
      return { test, from: bound, to: end, ...look };
    }
    return { test: test === 'contains' ? 'equals' : test, value: bound, ...look };
  });
}

/** The signs to choose from, each with its mark. */
export const signOptions = cellSignNames.map((sign) => {
  const { mark, label } = cellSigns[sign];
  return { value: sign, label: `${mark} ${label}` };
});
