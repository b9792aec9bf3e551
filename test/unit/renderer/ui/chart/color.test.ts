import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  chooseColors,
  contrast,
  light,
  okLab,
  type Palette,
} from '../../../../../renderer/ui/chart/color.ts';

/** Colour vision deficiencies at full strength, over linear light. Rule: Machado, Oliveira, Fernandes 2009. */
const visions: Readonly<Record<string, readonly (readonly number[])[]>> = {
  full: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

const tokens = readFileSync(new URL('../../../../../renderer/styles/tokens.css', import.meta.url), 'utf8');

function token(name: string, theme: 'light' | 'dark'): string {
  const [, lightColor = '', darkColor = ''] =
    new RegExp(`${name}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\)`).exec(tokens) ?? [];
  return theme === 'light' ? lightColor : darkColor;
}

const palette = (theme: 'light' | 'dark'): Palette => ({
  surface: token('--surface', theme),
  series: [1, 2, 3, 4, 5, 6, 7, 8].map((number) => token(`--chart-${number.toString()}`, theme)),
  other: token('--chart-other', theme),
});

describe.each(['light', 'dark'] as const)('the palette of charts, %s', (theme) => {
  const { surface, series, other } = palette(theme);

  it('stands out from the surface', () => {
    for (const color of [...series, other]) expect(contrast(color, surface)).toBeGreaterThanOrEqual(3);
  });

  it.each(Object.keys(visions))('can be told apart with %s', (vision) => {
    const seen = series.map((color) => {
      const primaries = light(color);
      const [red = 0, green = 0, blue = 0] = (visions[vision] ?? []).map((row) =>
        Math.max(
          0,
          row.reduce((sum, part, index) => sum + part * (primaries[index] ?? 0), 0),
        ),
      );
      return okLab([red, green, blue]);
    });
    seen.forEach((one, index) => {
      for (const other of seen.slice(index + 1)) {
        const apart = 100 * Math.hypot(...one.map((part, at) => part - (other[at] ?? 0)));
        expect(apart).toBeGreaterThan(8);
      }
    });
  });
});

describe('chooseColors', () => {
  const light = palette('light');

  it('takes the colour of the data where it can be seen and told apart', () => {
    expect(chooseColors(['#05417a', null], light)[0]).toBe('#05417a');
  });

  it('takes one of the palette for a colour too pale or too near another', () => {
    const [pale, first, twin] = chooseColors(['#fff3c0', '#05417a', '#06427b'], light);
    expect(light.series).toContain(pale);
    expect(first).toBe('#05417a');
    expect(light.series).toContain(twin);
  });

  it('gives no colour twice, and grey to what is left over', () => {
    const colors = chooseColors(
      Array.from({ length: 20 }, () => null),
      light,
    );
    expect(new Set(colors.slice(0, 8)).size).toBe(8);
    expect(colors.slice(8).every((color) => color === light.other)).toBe(true);
  });
});
