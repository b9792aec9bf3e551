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

/** Import it dynamically: the first chart loads it. */

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

export function drawOn(canvas: HTMLCanvasElement, configuration: ChartConfiguration): Drawn {
  takeFont(configuration);
  return new Chart(canvas, configuration);
}

/** Axes use the default font, whatever the chart's. */
function takeFont({ options }: ChartConfiguration): void {
  Object.assign(Chart.defaults.font, options?.font);
}

/** Draws once with any context, for pictures. Sizes are in its units, from its current origin. */
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
      // chart.js clears and scales what it takes for its own canvas.
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
