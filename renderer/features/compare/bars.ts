/** Bars of a row. Its scale includes zero, so lengths are comparable. */
interface Bars {
  /** From 0 (left) to 1 (right). */
  readonly zero: number;
  readonly bars: readonly (Bar | null)[];
}

export interface Bar {
  /** From 0 to 1, like `length`. */
  readonly start: number;
  readonly length: number;
  readonly negative: boolean;
}

/** Null if no figure is known, or all are zero. */
export function barsOf(figures: readonly (number | null)[]): Bars | null {
  const known = figures.filter((figure): figure is number => Number.isFinite(figure));
  // Divided first, since the difference of figures near the limits of doubles would be infinite.
  const largest = Math.max(0, ...known.map((figure) => Math.abs(figure)));
  if (largest === 0) return null;
  const low = Math.min(0, ...known) / largest;
  const high = Math.max(0, ...known) / largest;
  const span = high - low;
  const zero = (0 - low) / span;
  return {
    zero,
    bars: figures.map((figure) => {
      if (figure === null || !Number.isFinite(figure)) return null;
      const length = Math.abs(figure / largest) / span;
      return { start: figure < 0 ? zero - length : zero, length, negative: figure < 0 };
    }),
  };
}
