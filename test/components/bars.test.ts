import { expect, it } from 'vitest';
import { drawWith } from '../../renderer/ui/chart/engine.ts';
import type { ChartTheme } from '../../renderer/ui/chart/theme.ts';
import { timeConfiguration } from '../../renderer/ui/chart/timeDrawing.ts';

const black = '#000000';
const inks = { text: black, muted: black, faint: black, line: black, lineStrong: black, accent: black };
const theme: ChartTheme = { ...inks, surface: '#ffffff', series: [], other: black, font: 'sans-serif' };
const color = '#123456';

/** The sides of the bars that chart.js draws of so many days, from the left. */
function barsOf(count: number, size: { width: number; height: number }): { left: number; right: number }[] {
  const bars: { left: number; right: number }[] = [];
  let last = { left: 0, right: 0 };
  const known: Record<string, unknown> = {
    length: 0,
    measureText: (text: string) => ({ width: 7 * text.length }),
    rect: (left: number, _top: number, width: number) => {
      last = { left, right: left + width };
    },
    fill: () => {
      if (known['fillStyle'] === color) bars.push(last);
    },
  };
  // What is drawn is of no interest, only where the bars stand.
  const context = new Proxy(known, {
    get: (target, name): unknown => Reflect.get(target, name) ?? (() => undefined),
    set: (target, name, value) => Reflect.set(target, name, value),
  });
  const days = Int32Array.from({ length: count }, (_, index) => 20_000 + index);
  const model = {
    days,
    series: [
      {
        id: 'in',
        name: 'In',
        entity: null,
        unit: 'dollar' as const,
        values: new Float64Array(count).fill(9),
      },
    ],
    colors: [color],
    kind: 'bar' as const,
    top: 8,
    logarithmic: false,
    interval: 'day',
    annotations: [],
    range: { first: 20_000, last: 20_000 + count - 1 },
  };
  const configuration = timeConfiguration(model, theme, size);
  drawWith(context as unknown as CanvasRenderingContext2D, size, configuration);
  return bars;
}

it.each([
  [7, 570],
  [28, 570],
  [90, 400],
  [28, 240],
])('bars of %i days in a chart %i wide stand beside one another', (count, width) => {
  const bars = barsOf(count, { width, height: 240 });
  expect(bars).toHaveLength(count);
  for (const [index, { left }] of bars.entries())
    expect(left).toBeGreaterThanOrEqual((bars[index - 1]?.right ?? left) - 0.01);
});
