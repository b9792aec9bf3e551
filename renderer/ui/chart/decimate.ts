/** chart.js's unparsed format. `x` is days since 1970 UTC; a NaN `y` breaks the line. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * Picks about `limit` points by largest triangle three buckets, within each stretch without a gap: chart.js's
 * own decimation draws over gaps. Source: Steinarsson, "Downsampling Time Series for Visual Representation",
 * 2013, 4.2.
 */
export function decimate(
  days: Int32Array,
  values: Float64Array,
  { from, to, limit }: { from: number; to: number; limit: number },
): Point[] {
  const points: Point[] = [];
  const count = to - from + 1;
  let start = from;
  while (start <= to) {
    if (Number.isNaN(values[start])) {
      start += 1;
      continue;
    }
    let end = start;
    while (end < to && !Number.isNaN(values[end + 1])) end += 1;
    if (points.length > 0) points.push({ x: days[start - 1] ?? 0, y: NaN });
    const share = Math.max(2, Math.round((limit * (end - start + 1)) / count));
    addStretch(points, days, values, start, end, share);
    start = end + 1;
  }
  return points;
}

/** Indexes for several series that share them, as in a stack: every nth and the last. */
export function sharedIndexes(from: number, to: number, limit: number): number[] {
  const step = Math.max(1, Math.ceil((to - from + 1) / limit));
  const indexes: number[] = [];
  for (let index = from; index < to; index += step) indexes.push(index);
  indexes.push(to);
  return indexes;
}

/** Indexes within a range, plus one at each side so that lines leave the picture. */
export function indexesWithin(days: Int32Array, first: number, last: number): { from: number; to: number } {
  const from = Math.max(0, lowerBound(days, first) - 1);
  const to = Math.min(days.length - 1, lowerBound(days, last + 1));
  return { from, to: Math.max(from, to) };
}

/** Returns -1 for none. */
export function nearestIndex(days: Int32Array, day: number): number {
  const after = lowerBound(days, day);
  if (after === 0) return days.length === 0 ? -1 : 0;
  if (after === days.length) return days.length - 1;
  return (days[after] ?? 0) - day < day - (days[after - 1] ?? 0) ? after : after - 1;
}

function lowerBound(days: Int32Array, day: number): number {
  let low = 0;
  let high = days.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((days[middle] ?? 0) < day) low = middle + 1;
    else high = middle;
  }
  return low;
}

function addStretch(
  points: Point[],
  days: Int32Array,
  values: Float64Array,
  start: number,
  end: number,
  limit: number,
): void {
  const add = (index: number): void => {
    points.push({ x: days[index] ?? 0, y: values[index] ?? NaN });
  };
  const count = end - start + 1;
  if (count <= limit || limit < 3) {
    if (count <= limit) for (let index = start; index <= end; index += 1) add(index);
    else {
      add(start);
      add(end);
    }
    return;
  }
  const width = (count - 2) / (limit - 2);
  let chosen = start;
  add(start);
  for (let bucket = 0; bucket < limit - 2; bucket += 1) {
    const first = start + 1 + Math.floor(bucket * width);
    const next = start + 1 + Math.floor((bucket + 1) * width);
    const nextEnd = Math.min(end, start + Math.floor((bucket + 2) * width)) + 1;
    let x = 0;
    let y = 0;
    for (let index = next; index < nextEnd; index += 1) {
      x += days[index] ?? 0;
      y += values[index] ?? 0;
    }
    x /= nextEnd - next;
    y /= nextEnd - next;
    const chosenX = days[chosen] ?? 0;
    const chosenY = values[chosen] ?? 0;
    let largest = -1;
    let best = first;
    for (let index = first; index < next; index += 1) {
      const area = Math.abs(
        (chosenX - x) * ((values[index] ?? 0) - chosenY) - (chosenX - (days[index] ?? 0)) * (y - chosenY),
      );
      if (area > largest) {
        largest = area;
        best = index;
      }
    }
    chosen = best;
    add(chosen);
  }
  add(end);
}
