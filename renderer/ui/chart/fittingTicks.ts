/** Halves the ticks until they fit, keeping zero. */
export function fittingTicks<T extends { readonly value: number }>(ticks: readonly T[], most: number): T[] {
  const [first, second] = ticks;
  if (ticks.length <= most || first === undefined || second === undefined) return [...ticks];
  const step = second.value - first.value;
  const even = ticks.filter(({ value }) => Math.round(value / step) % 2 === 0);
  return even.length < 2 ? [...ticks] : fittingTicks(even, most);
}
