import {
  ArcElement,
  BarController,
  BarElement,
  BasicPlatform,
  CategoryScale,
  Chart,
  DoughnutController,
  Filler,
  LinearScale,
  LineController,
  LineElement,
  LogarithmicScale,
  PointElement,
  type ChartConfiguration,
} from 'chart.js';
import { TreemapController, TreemapElement } from 'chartjs-chart-treemap';

/** chart.js with what the app draws. Loaded when the first chart is shown: import it dynamically. */

Chart.register(
  ArcElement,
  BarController,
  BarElement,
  CategoryScale,
  DoughnutController,
  Filler,
  LinearScale,
  LineController,
  LineElement,
  LogarithmicScale,
  PointElement,
  TreemapController,
  TreemapElement,
);

export type Drawn = Chart;

/** Draws on a canvas of the page, at the resolution of the screen. */
export function drawOn(canvas: HTMLCanvasElement, configuration: ChartConfiguration): Drawn {
  takeFont(configuration);
  return new Chart(canvas, configuration);
}

/** Axes have the font of the defaults, whatever that of the chart is. */
function takeFont({ options }: ChartConfiguration): void {
  Object.assign(Chart.defaults.font, options?.font);
}

/**
 * Draws once with a context that need not belong to a canvas, for pictures. `width` and `height` in its own units; the origin
 * is wherever the context has moved it.
 */
export function drawWith(
  context: CanvasRenderingContext2D,
  { width, height }: { width: number; height: number },
  configuration: ChartConfiguration,
): void {
  takeFont(configuration);
  const canvas = { width, height, style: {}, getContext: (): CanvasRenderingContext2D => shared };
  const shared: CanvasRenderingContext2D = new Proxy(context, {
    get: (target, name) => {
      if (name === 'canvas') return canvas;
      // chart.js clears and scales the canvas that it takes for its own; the picture was begun before.
      if (name === 'clearRect' || name === 'setTransform' || name === 'resetTransform')
        return () => undefined;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function'
        ? (...args: unknown[]): unknown => Reflect.apply(value, target, args)
        : value;
    },
    set: (target, name, value) => Reflect.set(target, name, value),
  });
  const chart = new Chart(shared, {
    ...configuration,
    options: { ...configuration.options, devicePixelRatio: 1 },
    platform: BasicPlatform,
  });
  chart.destroy();
}
