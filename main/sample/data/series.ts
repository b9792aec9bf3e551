import { burn, mint, transfer } from './activity.ts';
import type { TokenHistory } from './tokenFigures.ts';

/**
 * The past of tokens and assets as the database keeps it. Most tokens move on few days, so a series of a token holds the days
 * on which something changed and nothing between; a series of an asset holds every day.
 */

/** The days on which a series has a value, rising, and the values. */
export interface Steps {
  readonly days: Int32Array;
  readonly values: Float64Array;
}

/** The series of a token from which all its measures follow. */
export interface TokenSteps {
  /** At the end of the day, in tokens. */
  readonly supply: Steps;
  readonly circulating: Steps;
  readonly holders: Steps;
  /** Over the day, in dollars. */
  readonly transfers: Steps;
  readonly mints: Steps;
  readonly burns: Steps;
}

export function tokenSteps({ activity, ledger, dollars }: TokenHistory): TokenSteps {
  const ends = lastOfEachDay(activity.day);
  const days = Int32Array.from(ends, (index) => activity.day[index] ?? 0);
  const atEnds = (values: Readonly<Record<number, number>>, unit: number): Steps => ({
    days,
    values: Float64Array.from(ends, (index) => (values[index] ?? 0) / unit),
  });
  const sums = (kind: number): Steps =>
    sumsOfDays(activity.day, (index) => (activity.kind[index] === kind ? (dollars[index] ?? NaN) : null));
  return {
    supply: atEnds(ledger.supply, activity.grainsPerToken),
    circulating: atEnds(ledger.circulating, activity.grainsPerToken),
    holders: atEnds(ledger.holders, 1),
    transfers: sums(transfer),
    mints: sums(mint),
    burns: sums(burn),
  };
}

function lastOfEachDay(days: Int32Array): number[] {
  const ends: number[] = [];
  for (let index = 0; index < days.length; index += 1) if (days[index] !== days[index + 1]) ends.push(index);
  return ends;
}

function sumsOfDays(days: Int32Array, valueOf: (index: number) => number | null): Steps {
  const sumDays: number[] = [];
  const sums: number[] = [];
  for (let index = 0; index < days.length; index += 1) {
    const value = valueOf(index);
    if (value === null) continue;
    const day = days[index] ?? 0;
    if (sumDays.at(-1) !== day) {
      sumDays.push(day);
      sums.push(0);
    }
    sums[sums.length - 1] = (sums.at(-1) ?? 0) + value;
  }
  return { days: Int32Array.from(sumDays), values: Float64Array.from(sums) };
}

/** The bytes of steps: first the values, then the days. */
export function stepsToBytes({ days, values }: Steps): Buffer {
  return Buffer.concat([bytesOf(values), bytesOf(days)]);
}

export function stepsFromBytes(bytes: Uint8Array): Steps {
  const count = bytes.byteLength / (Float64Array.BYTES_PER_ELEMENT + Int32Array.BYTES_PER_ELEMENT);
  const own = aligned(bytes);
  return {
    values: new Float64Array(own, 0, count),
    days: new Int32Array(own, count * Float64Array.BYTES_PER_ELEMENT, count),
  };
}

/** The bytes of a value a day. */
export function bytesOf(values: Float64Array | Int32Array): Buffer {
  return Buffer.from(values.buffer, values.byteOffset, values.byteLength);
}

export function valuesFromBytes(bytes: Uint8Array): Float64Array {
  return new Float64Array(aligned(bytes));
}

/** Numbers of eight bytes can be read only where eight divides the address. */
function aligned(bytes: Uint8Array): ArrayBuffer {
  const own = new ArrayBuffer(bytes.byteLength);
  new Uint8Array(own).set(bytes);
  return own;
}
