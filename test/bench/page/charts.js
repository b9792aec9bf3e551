import { flushSync, mount, unmount } from 'svelte';
import TimeChart from '../../../renderer/ui/chart/TimeChart.svelte';

/** The page of the bench of charts: draws the component that the app shows, and moves a pointer over it. */

const target = document.querySelector('#chart');
const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
let shown;

/** Series that wander, with a gap here and there. */
function makeSeries(seriesCount, dayCount) {
  let seed = 1;
  const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
  return Array.from({ length: seriesCount }, (_, index) => {
    const values = new Float64Array(dayCount);
    let level = 1000 * (seriesCount - index);
    for (let day = 0; day < dayCount; day += 1) {
      level = Math.max(1, level * (1 + (random() - 0.49) / 20));
      values[day] = random() < 0.001 ? NaN : level;
    }
    return { id: String(index), name: `Series ${String(index)}`, entity: null, values, unit: 'dollar' };
  });
}

globalThis.chartBench = {
  /** Milliseconds from handing the series to the component until they are painted. */
  async draw(kind, seriesCount, dayCount) {
    if (shown !== undefined) await unmount(shown);
    const days = Int32Array.from({ length: dayCount }, (_, day) => 18_500 + day);
    const series = makeSeries(seriesCount, dayCount);
    // The first draw loads chart.js, which later ones share.
    await import('../../../renderer/ui/chart/engine.ts');
    const begun = performance.now();
    await new Promise((resolve) => {
      shown = mount(TimeChart, {
        target,
        props: { label: 'Bench', days, series, kind, onview: () => undefined, ondrawn: resolve },
      });
      flushSync();
    });
    await nextFrame();
    await nextFrame();
    return performance.now() - begun;
  },
  /** Milliseconds between frames, and of script in each, while a pointer crosses the chart. */
  async hover(count) {
    const frame = document.querySelector('[role="slider"]');
    const frames = [];
    const work = [];
    let last = await nextFrame();
    for (let step = 0; step < count; step += 1) {
      const begun = performance.now();
      const event = new PointerEvent('pointermove', {
        bubbles: true,
        clientX: 90 + step * 4,
        clientY: 100 + step,
      });
      frame.dispatchEvent(event);
      const now = await nextFrame();
      flushSync();
      // What was asked for in the frame has run with it; reading the layout makes the rest of it due now.
      frame.getBoundingClientRect();
      work.push(performance.now() - Math.max(begun, now));
      frames.push(now - last);
      last = now;
    }
    return { frames: frames.slice(5), work: work.slice(5) };
  },
};
