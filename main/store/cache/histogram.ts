import type { Bin } from '../../../preload/contract/columnSummary.ts';
import { dayMs, hourMs } from '../../../preload/contract/days.ts';

/** Bins of a histogram at most. */
const maxBins = 40;

/** Returns bins of one width with round edges for numbers in rising order. */
export function linearBins(sorted: Float64Array): Bin[] {
  const [smallest, largest] = ends(sorted);
  const least = largest / (maxBins - 2) - smallest / (maxBins - 2);
  const power = 10 ** Math.floor(Math.log10(least));
  const step = [1, 2, 2.5, 5, 10].map((times) => times * power).find((width) => width >= least);
  // Numbers too close to each other, or too small, have no round edges between them.
  if (step === undefined || !(step > 0) || Math.abs(largest) / step > 2 ** 50) return binsBetween(sorted, []);
  const first = Math.floor(smallest / step);
  // A quotient of whole numbers has fewer digits than a product with a fraction.
  const parts = step < 1 ? Math.round(1 / step) : Infinity;
  const edge = (place: number): number =>
    Number.isFinite(parts) ? (first + place) / parts : (first + place) * step;
  return binsBetween(sorted, edgesFrom(edge, largest));
}

/** Returns bins whose edges grow by factors; what is not above zero is one of them. Null where nothing is above zero. */
export function logarithmicBins(sorted: Float64Array): Bin[] | null {
  const [, largest] = ends(sorted);
  const smallest = sorted.find((value) => value > 0);
  if (smallest === undefined) return null;
  const first = Math.floor(Math.log10(smallest));
  const decades = Math.floor(Math.log10(largest)) - first + 1;
  const marks = decades * 3 < maxBins - 1 ? [1, 2, 5] : [1];
  const skip = Math.ceil((decades * marks.length) / (maxBins - 3));
  const edges = edgesFrom((place) => {
    const at = place * (marks.length === 1 ? skip : 1);
    return Number(
      `${(marks[at % marks.length] ?? 1).toString()}e${(first + Math.floor(at / marks.length)).toString()}`,
    );
  }, largest);
  return binsBetween(sorted, edges);
}

/** Returns bins of whole days, weeks, months, quarters or years for moments in rising order, of hours where these are `timed`. */
export function calendarBins(sorted: Float64Array, timed: boolean): Bin[] {
  const [smallest, largest] = ends(sorted);
  const days = (largest - smallest) / dayMs;
  const from = new Date(smallest);
  const year = from.getUTCFullYear();
  const inMonths = (months: number) => (place: number) =>
    startOfMonth(year, Math.floor(from.getUTCMonth() / months) * months + place * months);
  const inSteps = (ms: number, start: number) => (place: number) => start + place * ms;
  const today = Math.floor(smallest / dayMs);
  const hour = Math.floor(smallest / hourMs) * hourMs;
  const most = maxBins - 2;
  const years = Math.max(1, Math.ceil(days / 365 / most));
  const edge =
    timed && days * 24 <= most
      ? inSteps(hourMs, hour)
      : days <= most
        ? inSteps(dayMs, today * dayMs)
        : days <= most * 7
          ? // Weeks begin on Monday; 1 January 1970 was a Thursday.
            inSteps(7 * dayMs, (today - ((((today + 3) % 7) + 7) % 7)) * dayMs)
          : days <= most * 30
            ? inMonths(1)
            : days <= most * 91
              ? inMonths(3)
              : (place: number) => startOfMonth(Math.floor(year / years) * years + place * years, 0);
  return binsBetween(sorted, edgesFrom(edge, largest));
}

/** In milliseconds since 1970 UTC. `Date.UTC` takes the years 0 to 99 for those since 1900. */
function startOfMonth(year: number, month: number): number {
  return new Date(0).setUTCFullYear(year, month, 1);
}

/** The edges up to the first above `largest`. */
function edgesFrom(edge: (place: number) => number, largest: number): number[] {
  const edges = [edge(0)];
  while ((edges.at(-1) ?? Infinity) <= largest && edges.length <= maxBins) edges.push(edge(edges.length));
  return edges;
}

/** Counts numbers between edges; those below the first and from the last on are bins of their own. Empty bins at the ends are left out. */
function binsBetween(sorted: Float64Array, edges: readonly number[]): Bin[] {
  const finite = edges.filter((edge) => Number.isFinite(edge));
  const places = [0, ...finite.map((edge) => placeOf(sorted, edge)), sorted.length];
  const bins = [null, ...finite].map((from, place) => ({
    from,
    to: finite[place] ?? null,
    count: (places[place + 1] ?? 0) - (places[place] ?? 0),
  }));
  const first = bins.findIndex(({ count }) => count > 0);
  return bins.slice(first, bins.findLastIndex(({ count }) => count > 0) + 1);
}

/** How many numbers are below an edge. */
function placeOf(sorted: Float64Array, edge: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] ?? 0) < edge) low = middle + 1;
    else high = middle;
  }
  return low;
}

function ends(sorted: Float64Array): [number, number] {
  return [sorted[0] ?? 0, sorted[sorted.length - 1] ?? 0];
}
