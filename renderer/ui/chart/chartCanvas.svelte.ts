import { untrack } from 'svelte';
import type { ChartConfiguration } from 'chart.js';
import type * as Engine from './engine.ts';
import type { Drawn } from './engine.ts';
import { onThemeChange, readTheme, type ChartTheme } from './theme.ts';

interface ChartCanvasOptions {
  /** Reactive. `size` in CSS pixels. */
  readonly configure: (theme: ChartTheme, size: { width: number; height: number }) => ChartConfiguration;
  readonly onDrawn: (theme: ChartTheme, ms: number) => void;
}

/** In CSS pixels: smaller charts are not drawn. */
const smallest = 20;

/** Redraws on changes of data, size and theme. Create it in a component. */
export class ChartCanvas {
  readonly #options: ChartCanvasOptions;
  #engine = $state.raw<typeof Engine | null>(null);
  theme = $state.raw<ChartTheme | null>(null);
  /** Bind them to the frame. */
  width = $state(0);
  height = $state(0);
  drawn = $state.raw<Drawn | null>(null);

  constructor(options: ChartCanvasOptions) {
    this.#options = options;
  }

  get isLoading(): boolean {
    return this.#engine === null;
  }

  readonly frame = (element: HTMLElement): (() => void) => {
    this.theme = readTheme(element);
    void import('./engine.ts').then((loaded) => {
      this.#engine = loaded;
    });
    return onThemeChange(() => {
      this.theme = readTheme(element);
    });
  };

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
