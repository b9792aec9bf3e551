import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { contrast, light, type Palette } from '../../../../../renderer/ui/chart/color.ts';
import { colorOf, colorsOf, cssColorOf, paletteSize } from '../../../../../renderer/ui/chart/entityColors.ts';
import { seriesColors, type ChartSeries } from '../../../../../renderer/ui/chart/timeModel.ts';

/** Color vision deficiencies at full strength, over linear light. Rule: Machado, Oliveira, Fernandes 2009. */
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

/** Two colors nearer than this, of 100, look the same. Rule: CSS Color 4, "deltaEOK": a just noticeable difference is 0.02. */
const justNoticeable = 2;

/** Returns lightness, green–red, blue–yellow. Source: https://bottosson.github.io/posts/oklab/. */
function okLab([red, green, blue]: ReturnType<typeof light>): readonly [number, number, number] {
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

const tokens = readFileSync(new URL('../../../../../renderer/styles/tokens.css', import.meta.url), 'utf8');

function token(name: string, theme: 'light' | 'dark'): string {
  const [, lightColor = '', darkColor = ''] =
    new RegExp(`${name}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\)`).exec(tokens) ?? [];
  return theme === 'light' ? lightColor : darkColor;
}

const palette = (theme: 'light' | 'dark'): Palette => ({
  surface: token('--surface', theme),
  series: Array.from({ length: paletteSize }, (_, place) =>
    token(`--chart-${(place + 1).toString()}`, theme),
  ),
  other: token('--chart-other', theme),
});

describe.each(['light', 'dark'] as const)('the palette of charts, %s', (theme) => {
  const { surface, series, other } = palette(theme);

  it('stands out from the surface', () => {
    for (const color of [...series, other]) expect(contrast(color, surface)).toBeGreaterThanOrEqual(3);
  });

  it('begins with the accent', () => {
    expect(series[0]).toBe(token('--accent', theme));
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
    const nearest = (colors: typeof seen): number =>
      Math.min(
        ...colors.flatMap((one, index) =>
          colors
            .slice(index + 1)
            .map((two) => 100 * Math.hypot(...one.map((part, at) => part - (two[at] ?? 0)))),
        ),
      );
    expect(nearest(seen.slice(0, 8))).toBeGreaterThan(6 * justNoticeable);
    expect(nearest(seen)).toBeGreaterThan(2.5 * justNoticeable);
  });
});

it('a color of the palette has one hue in both themes', () => {
  const [one, two] = (['light', 'dark'] as const).map((theme) =>
    palette(theme).series.map((color) => {
      const [, a, b] = okLab(light(color));
      return (180 / Math.PI) * Math.atan2(b, a);
    }),
  );
  one?.forEach((hue, place) => {
    const apart = Math.abs(hue - (two?.[place] ?? NaN)) % 360;
    expect(Math.min(apart, 360 - apart)).toBeLessThan(25);
  });
});

describe('the color of an entity', () => {
  const network = (id: number | string) => ({ kind: 'network', id });
  const light = palette('light');

  it('is the same whatever it stands beside, and whether its id is a number or digits', () => {
    const solana = colorOf(network(2), light);
    expect(colorsOf([network(1), network(2)], light)[1]).toBe(solana);
    expect(colorsOf([network('2'), network(40), network(9)], light)[0]).toBe(solana);
    expect(solana).toBe(token(`--chart-${/\d+/.exec(cssColorOf(network(2)))?.[0] ?? ''}`, 'light'));
  });

  it('differs from that of every other of its kind as long as the palette has places', () => {
    const issuers = Array.from({ length: paletteSize }, (_, id) => ({ kind: 'issuer', id: id * 17 }));
    expect(new Set(issuers.map((issuer) => colorOf(issuer, light))).size).toBe(paletteSize);
  });

  it('is the next free one of the chart where another part has it', () => {
    const tokens = Array.from({ length: 40 }, (_, id) => ({ kind: 'token', id }));
    const first = tokens[0] ?? { kind: 'token', id: 0 };
    const twin = tokens.slice(1).find((one) => colorOf(one, light) === colorOf(first, light));
    const [own, next] = colorsOf([first, twin ?? null], light);
    expect(twin).toBeDefined();
    expect(own).toBe(colorOf(first, light));
    expect(light.series).toContain(next);
    expect(next).not.toBe(own);
  });

  it('means one entity in a chart: what is beyond the palette is grey', () => {
    const tokens = Array.from({ length: 40 }, (_, id) => ({ kind: 'token', id }));
    const colors = colorsOf(tokens, light).filter((color) => color !== light.other);
    expect(new Set(colors).size).toBe(colors.length);
    expect(colors.length).toBe(paletteSize);
  });

  it('is the accent for a total', () => {
    expect(colorsOf([null, null], light)).toEqual(light.series.slice(0, 2));
  });

  it('stays while other series are hidden, where it is a substitute too', () => {
    const totals = ['a', 'b', 'c', 'd'].map((id): ChartSeries => ({
      id,
      name: id,
      entity: null,
      values: new Float64Array(),
    }));
    for (const kind of ['line', 'stacked'] as const) {
      const all = seriesColors(totals, totals, { kind, top: 8 }, light);
      const left = seriesColors(totals, totals.slice(1), { kind, top: 8 }, light);
      expect([...left]).toEqual([...all].slice(1));
    }
  });

  it('is grey for what is drawn as one, and its own for a series behind many that are hidden', () => {
    const tokens = Array.from({ length: 40 }, (_, id): ChartSeries => ({
      id: id.toString(),
      name: '',
      entity: { kind: 'token', id },
      values: new Float64Array(),
    }));
    const stack = [...seriesColors(tokens, tokens, { kind: 'stacked', top: 8 }, light).values()];
    expect(new Set(stack.slice(0, 8)).size).toBe(8);
    expect(stack.slice(0, 8)).not.toContain(light.other);
    expect(new Set(stack.slice(8))).toEqual(new Set([light.other]));
    const last = seriesColors(tokens, tokens.slice(30), { kind: 'line', top: 8 }, light);
    expect([...last.values()]).not.toContain(light.other);
  });

  it('goes to the first of more lines than there are colors, a second measure among them', () => {
    const lines = Array.from({ length: 41 }, (_, place): ChartSeries => ({
      id: place.toString(),
      name: '',
      entity: place === 0 ? null : { kind: 'line', id: place },
      values: new Float64Array(),
    }));
    const colors = [...seriesColors(lines, lines, { kind: 'line', top: 8 }, light).values()];
    expect(colors.slice(0, paletteSize)).not.toContain(light.other);
    expect(new Set(colors.slice(paletteSize))).toEqual(new Set([light.other]));
  });
});
