/** Sums without artifacts of binary fractions: a sum has no more decimals than its parts. */

/** The largest power of ten that is exact in a double. */
const largestScale = 1e22;

/** Returns the power of ten, at least `scale`, that makes the value whole; Infinity if none does. */
export function scaleOf(value: number, scale: number): number {
  let found = scale;
  while (Number.isFinite(found) && Math.round(value * found) / found !== value)
    found = found < largestScale ? found * 10 : Infinity;
  return found;
}

/** Products below it round to the intended whole number. */
const mostWhole = 2 ** 50;

/** Rounds to the decimals of the parts; never −0. */
export function rounded(sum: number, scale: number): number {
  const whole = sum * scale;
  if (Math.abs(whole) < mostWhole) return Math.round(whole) / scale + 0;
  return (scale === Infinity ? sum : Number(sum.toFixed(Math.round(Math.log10(scale))))) + 0;
}

/** Returns what the sum `next` of two numbers lacks by rounding. Source: Neumaier's compensated sum. */
export function lostBy(sum: number, value: number, next: number): number {
  return Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum;
}

/** Neumaier's compensated sum. */
export class Sum {
  #sum = 0;
  #error = 0;
  #scale = 1;

  add(value: number): void {
    const next = this.#sum + value;
    this.#error += lostBy(this.#sum, value, next);
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

/** Differences below the rounding error of the parts are 0. */
export function netOf(received: number, sent: number): number {
  const net = sumOf([received, -sent]);
  return Math.abs(net) <= Number.EPSILON * (received + sent) ? 0 : net;
}
