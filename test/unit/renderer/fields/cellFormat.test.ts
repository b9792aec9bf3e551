import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { workbookColors } from '../../../../main/features/exports/formats/xlsxFormats.ts';
import type { CellFormat, CellRule } from '../../../../preload/contract/cellFormats.ts';
import { levelOf, shareBetween } from '../../../../preload/contract/cellMarks.ts';
import type { Json } from '../../../../preload/contract/json.ts';
import { prepareFormat } from '../../../../renderer/fields/cellFormat.ts';
import type { CellLook } from '../../../../renderer/fields/cell.ts';
import { inferField, type ShownField } from '../../../../renderer/fields/infer.ts';
import { contrast, light, okLab } from '../../../../renderer/ui/chart/color.ts';

const number: ShownField = { ...inferField('figure', 1.5), type: 'number' };
const metric: ShownField = { ...number, type: 'metric', unit: 'dollar' };
const day: ShownField = { ...number, type: 'date' };
const text: ShownField = { ...number, type: 'text' };
const look = (shown: string): CellLook => ({ kind: 'text', text: shown });

function imageOf(format: CellFormat, field: ShownField, value: Json | undefined): string | undefined {
  return prepareFormat(field, format, null).markOf(value, look('x'))?.image;
}

function nameOf(rules: CellRule[], field: ShownField, value: Json | undefined, shown = 'x') {
  return prepareFormat(field, { kind: 'rules', rules }, null).markOf(value, look(shown))?.sign?.name;
}

const good = { tone: 'good', sign: 'up' } as const;
const bad = { tone: 'bad', sign: 'down' } as const;

describe('where a value stands between two ends', () => {
  it.each([
    [5, 0, 10, 0.5],
    [0, 0, 10, 0],
    [10, 0, 10, 1],
    [-1, 0, 10, 0],
    [11, 0, 10, 1],
    [-0, 0, 10, 0],
    [0, -0, 0, 0.5],
    [7, 7, 7, 0.5],
    [6, 7, 7, 0],
    [8, 7, 7, 1],
    [0, -1e308, 1e308, 0.5],
    [1.7e308, -1.7e308, 1.7e308, 1],
    [5e-324, 0, 5e-324, 1],
    [Infinity, 0, 1, 1],
  ])('%d between %d and %d is %d', (value, from, to, share) => {
    expect(shareBetween(value, { from, to })).toBe(share);
  });

  it('is one of five levels', () => {
    expect([0, 0.19, 0.2, 0.5, 0.99, 1].map(levelOf)).toEqual([1, 1, 2, 3, 5, 5]);
  });
});

describe('a scale', () => {
  const scale: CellFormat = { kind: 'scale', ends: { from: 0, to: 100 }, middle: null };

  it('has a level beside its colour, which screen readers are told', () => {
    const mark = prepareFormat(metric, scale, null).markOf({ val: 62 }, look('$62'));
    expect(mark).toMatchObject({ sign: { kind: 'level', share: 0.62, name: 'Level 4 of 5' } });
    expect(mark?.image).toContain('var(--format-scale-high) 62.00%');
  });

  it.each([null, undefined, '', 'text', [], { val: null }, { val: 'text' }, Number.NaN])(
    'leaves %j as it is',
    (value) => {
      expect(imageOf(scale, metric, value)).toBeUndefined();
    },
  );

  it('reads a number that a double does not hold, and a day', () => {
    const wide: CellFormat = { ...scale, ends: { from: 0, to: 1e30 } };
    expect(imageOf(wide, number, '500000000000000000000000000001')).toContain('50.00%');
    const days: CellFormat = { ...scale, ends: { from: Date.UTC(2026, 0, 1), to: Date.UTC(2026, 0, 3) } };
    expect(imageOf(days, day, '2026-01-02')).toContain('50.00%');
    expect(imageOf(days, day, 'soon')).toBeUndefined();
  });

  it.each([
    ['halfway', 50, '--format-scale-none) 100.00%|--format-scale-high) 0.00%'],
    ['halfway', 25, '--format-scale-none) 50.00%'],
    [20, 60, '--format-scale-high) 50.00%'],
    [0, 0, '--format-scale-high) 0.00%'],
    [100, 100, '--format-scale-high) 100.00%'],
    [-5, 50, '--format-scale-high) 50.00%'],
  ] as const)('with its middle at %s puts %d where it belongs', (middle, value, image) => {
    const found = imageOf({ ...scale, middle }, number, value) ?? '';
    expect(image.split('|').some((one) => found.includes(one))).toBe(true);
    expect(found).not.toContain('NaN');
  });
});

describe('a bar', () => {
  it('is as long as its value is far, and begins at zero where the ends lie on both sides of it', () => {
    const plain: CellFormat = { kind: 'bar', ends: { from: 0, to: 8 } };
    expect(imageOf(plain, number, 2)).toContain('var(--format-bar) 0.00% max(25.00%, 0.00% + 2px)');
    const both: CellFormat = { kind: 'bar', ends: { from: -2, to: 6 } };
    expect(imageOf(both, number, -1)).toContain('var(--format-bar-below) 12.50% max(25.00%, 12.50% + 2px)');
    expect(imageOf(both, number, 2)).toContain('var(--format-bar) 25.00% max(50.00%, 25.00% + 2px)');
  });

  it('says between which ends, whose they are, and that there are none', () => {
    const list: CellFormat = { kind: 'bar', ends: null };
    expect(prepareFormat(metric, list, { from: 1, to: 5e6 }).note).toBe(
      'Data bar from $1.00 to $5.00M, the smallest and the largest of the cached records.',
    );
    expect(prepareFormat(metric, { ...list, ends: { from: 0, to: 10 } }, null).note).toBe(
      'Data bar from $0.00 to $10.00, as you set.',
    );
    const unknown = prepareFormat(metric, list, null);
    expect(unknown.note).toBe('Data bar: no smallest and largest value is known.');
    expect(unknown.markOf({ val: 1 }, look('$1'))).toBeNull();
  });

  it('of a day beyond every calendar is drawn all the same', () => {
    const format: CellFormat = { kind: 'bar', ends: { from: -1e308, to: 1e308 } };
    expect(prepareFormat(day, format, null).note).toContain('1e+308');
  });
});

describe('thresholds', () => {
  it('count in their order, without their own bounds but those of a range', () => {
    const rules: CellRule[] = [
      { test: 'above', value: 10, ...good },
      { test: 'below', value: 0, ...bad },
      { test: 'above', value: 15, ...bad },
      { test: 'between', from: 3, to: 5, tone: 'info', sign: 'dot' },
      { test: 'equals', value: 0, tone: 'neutral', sign: 'check' },
    ];
    const names = [20, 10, -1, -0, 3, 5, 5.1, null].map((value) => nameOf(rules, number, value));
    expect(names).toEqual([
      'Above 10',
      undefined,
      'Below 0',
      'Equals 0',
      'Between 3 and 5',
      'Between 3 and 5',
      undefined,
      undefined,
    ]);
  });

  it('compare texts in any case with what came and with what is shown', () => {
    const rules: CellRule[] = [
      { test: 'equals', value: 'BOND', ...good },
      { test: 'contains', value: 'CRED', ...bad },
    ];
    expect(nameOf(rules, text, 'Bond')).toBe('Equals BOND');
    expect(nameOf(rules, text, '17', 'Private credit')).toBe('Contains CRED');
    expect(nameOf(rules, text, 'bonds')).toBeUndefined();
  });

  it('tell yes from no and from nothing', () => {
    const rules: CellRule[] = [{ test: 'equals', value: false, ...bad }];
    const field: ShownField = { ...text, type: 'boolean' };
    expect([true, false, null, 'false'].map((value) => nameOf(rules, field, value))).toEqual([
      undefined,
      'No',
      undefined,
      undefined,
    ]);
  });

  it('that belong to another kind of values are never met', () => {
    expect(nameOf([{ test: 'above', value: 1, ...good }], text, 'Bond')).toBeUndefined();
    expect(nameOf([{ test: 'equals', value: 'x', ...good }], number, 5, '5')).toBeUndefined();
  });
});

const tokens = readFileSync(new URL('../../../../renderer/styles/tokens.css', import.meta.url), 'utf8');
const [usual = '', high = ''] = tokens.split(":root[data-contrast='high']");

function token(name: string, theme: 'light' | 'dark', styles = usual): string {
  const found = new RegExp(`--${name}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\)`).exec(styles);
  if (found === null && styles !== usual) return token(name, theme);
  return found?.[theme === 'light' ? 1 : 2] ?? '';
}

describe.each(['light', 'dark'] as const)('the colours of formats, %s', (theme) => {
  const tones = { good: 'up', bad: 'down', warning: 'warning', info: 'accent', neutral: 'text-muted' };
  const fills = ['scale-low', 'scale-none', 'scale-high', 'bar', 'bar-below', ...Object.keys(tones)];

  it.each([
    ['usual', usual],
    ['high', high],
  ])('carry text, links and signs, contrast %s', (_name, styles) => {
    for (const fill of fills) {
      const ground = token(`format-${fill}`, theme, styles);
      expect(contrast(token('text', theme, styles), ground), fill).toBeGreaterThanOrEqual(4.5);
    }
    for (const [tone, name] of Object.entries(tones)) {
      const ground = token(`format-${tone}`, theme, styles);
      for (const over of [name, 'text-muted', 'accent'])
        expect(contrast(token(over, theme, styles), ground), `${over} on ${tone}`).toBeGreaterThanOrEqual(
          4.5,
        );
    }
  });

  it('of a scale differ from one another', () => {
    const [low, none, far] = ['low', 'none', 'high'].map((name) =>
      okLab(light(token(`format-scale-${name}`, theme))),
    );
    const difference = (a = low, b = none): number =>
      Math.hypot(...(a ?? []).map((value, index) => value - (b?.[index] ?? 0)));
    expect(Math.min(difference(low, none), difference(none, far), difference(low, far))).toBeGreaterThan(
      0.05,
    );
  });
});

it('a workbook has the colours of the light theme', () => {
  const { scaleLow, scaleNone, scaleHigh, bar, barBelow } = workbookColors;
  const ofLight = (name: string): string => token(name, 'light').slice(1);
  expect([scaleLow, scaleNone, scaleHigh, bar, barBelow]).toEqual(
    ['scale-low', 'scale-none', 'scale-high', 'bar', 'bar-below'].map((name) => ofLight(`format-${name}`)),
  );
  expect(workbookColors.good).toEqual({ text: ofLight('up'), fill: ofLight('format-good') });
  expect(workbookColors.warning).toEqual({ text: ofLight('warning'), fill: ofLight('format-warning') });
  expect(workbookColors.neutral).toEqual({ text: ofLight('text-muted'), fill: ofLight('format-neutral') });
});
