import { untrack } from 'svelte';
import type { ChartConfiguration } from 'chart.js';
import type * as Engine from './engine.ts';
import type { Drawn } from './engine.ts';
import { onThemeChange, readTheme, type ChartTheme } from './theme.ts';

interface ChartCanvasOptions {
  /** What is drawn. Read again when the state that it reads changes. `size` in CSS pixels. */
  readonly configure: (theme: ChartTheme, size: { width: number; height: number }) => ChartConfiguration;
  /** Called when the chart has been drawn, with how long that took, in milliseconds. */
  readonly onDrawn: (theme: ChartTheme, ms: number) => void;
}

/** In CSS pixels: nothing is drawn below. */
const smallest = 20;

/** A chart on a canvas that fills its frame: drawn again with its data, its size and the theme. Make it in a component. */
export class ChartCanvas {
  readonly #options: ChartCanvasOptions;
  #engine = $state.raw<typeof Engine | null>(null);
  theme = $state.raw<ChartTheme | null>(null);
  /** The size of the frame, to be bound to it. */
  width = $state(0);
  height = $state(0);
  /** The chart that is on the canvas; null where none is. */
  drawn = $state.raw<Drawn | null>(null);

  constructor(options: ChartCanvasOptions) {
    this.#options = options;
  }

  get isLoading(): boolean {
    return this.#engine === null;
  }

  /** To be attached to the frame, whose theme the chart has. */
  readonly frame = (element: HTMLElement): (() => void) => {
    this.theme = readTheme(element);
    void import('./engine.ts').then((loaded) => {
      this.#engine = loaded;
    });
    return onThemeChange(() => {
      this.theme = readTheme(element);
    });
  };

  /** To be attached to the canvas. */
  readonly canvas = (canvas: HTMLCanvasElement): (() => void) | undefined => {
    const { theme, width, height } = this;
    if (this.#engine === null || theme === null || width < smallest || height < smallest) return undefined;
    const begun = performance.now();
    canvas.style.width = `${width.toString()}px`;
    canvas.style.height = `${height.toString()}px`;
    canvas.width = width;
    canvas.height = height;
    const chart = this.#engine.drawOn(canvas, this.#options.configure(theme, { width, height }));
    this.drawn = chart;
    this.#options.onDrawn(theme, performance.now() - begun);
    return () => {
      untrack(() => {
        if (this.drawn === chart) this.drawn = null;
      });
      chart.destroy();
    };
  };
}
