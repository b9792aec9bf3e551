/**
 * Sums of amounts. A double holds few decimals exactly: 0.1 and 0.2 less 0.3 is 2.8e-17 in doubles, and no service has said that. So a sum has no
 * more decimals than its parts.
 */

/** Of larger powers of ten a double holds none exactly. */
const largestScale = 1e22;

/** Returns the power of ten that makes whole numbers of a part and of those before it, from `scale` on; infinite where none does. */
export function scaleOf(value: number, scale: number): number {
  let found = scale;
  while (Number.isFinite(found) && Math.round(value * found) / found !== value)
    found = found < largestScale ? found * 10 : Infinity;
  return found;
}

/** Below this a product lies near the whole number that it is meant to be. */
const mostWhole = 2 ** 50;

/** Returns a sum with the decimals of its parts; 0 for −0. */
export function rounded(sum: number, scale: number): number {
  const whole = sum * scale;
  if (Math.abs(whole) < mostWhole) return Math.round(whole) / scale + 0;
  return (scale === Infinity ? sum : Number(sum.toFixed(Math.round(Math.log10(scale))))) + 0;
}

/** Adds numbers and carries the error of each addition along. Rule: Neumaier, a compensated sum. */
export class Sum {
  #sum = 0;
  #error = 0;
  #scale = 1;

  add(value: number): void {
    const next = this.#sum + value;
    this.#error +=
      Math.abs(this.#sum) >= Math.abs(value) ? this.#sum - next + value : value - next + this.#sum;
    this.#sum = next;
    this.#scale = scaleOf(value, this.#scale);
  }

  get value(): number {
    return rounded(this.#sum + this.#error, this.#scale);
  }
}

export function sumOf(values: Iterable<number>): number {
  const sum = new Sum();
  for (const value of values) sum.add(value);
  return sum.value;
}

/** What came less what went. Each part is rounded to a double: what is left below that error is not known to be there. */
export function netOf(received: number, sent: number): number {
  const net = sumOf([received, -sent]);
  return Math.abs(net) <= Number.EPSILON * (received + sent) ? 0 : net;
}
