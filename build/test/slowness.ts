import { performance } from 'node:perf_hooks';

const text = JSON.stringify(
  Array.from({ length: 4000 }, (_, index) => ({ index, name: `record ${String(index)}` })),
);

/** What reading the text takes on the computer that budgets are stated for, in ms. */
const usualMs = 1;

/** More was not seen of a whole run beside other work: what goes beyond is a few long pauses. */
const most = 2.5;

/**
 * Watches how slow this computer is: programs that share its processors and caches slow each other down, which shows in the processor time of each.
 * @returns a function that ends this, and returns how many times longer the same took on average than it usually does, 2.5 at most
 */
export function watchSlowness(interval = 1000): () => number {
  const taken: number[] = [];
  const sample = (): void => {
    const begun = performance.now();
    JSON.parse(text);
    taken.push(performance.now() - begun);
  };
  sample();
  const timer = setInterval(sample, interval);
  return () => {
    clearInterval(timer);
    return Math.min(most, taken.reduce((sum, ms) => sum + ms, 0) / taken.length / usualMs);
  };
}
