import { burn, mint, nobody, transfer, type Activity } from './activity.ts';
import { startOfPeriod } from '../../../preload/contract/periods.ts';
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
  /** Over the day: transactions of any kind, and transfers. */
  readonly transactions: Steps;
  readonly transfer_counts: Steps;
  /** Holders that took part in a transaction. */
  readonly active: Steps;
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
    transactions: sumsOfDays(activity.day, () => 1),
    transfer_counts: sumsOfDays(activity.day, (index) => (activity.kind[index] === transfer ? 1 : null)),
    active: activeHolders(activity, ends, (day) => day),
  };
}

/** Holders that took part in a transaction of the month so far: what a month is depends on the newest day, so it is not stored. */
export function monthActive(activity: Activity): Steps {
  return activeHolders(activity, lastOfEachDay(activity.day), (day) => startOfPeriod('month', day));
}

/** How many holders were active from the beginning of the period to the end of each of these days. */
function activeHolders(activity: Activity, ends: readonly number[], begin: (day: number) => number): Steps {
  const days = Int32Array.from(ends, (index) => activity.day[index] ?? 0);
  const seenIn = new Int32Array(activity.holders).fill(-1);
  let period = -1;
  let active = 0;
  let next = 0;
  const see = (holder: number): void => {
    if (holder === nobody || seenIn[holder] === period) return;
    seenIn[holder] = period;
    active += 1;
  };
  const values = Float64Array.from(ends, (end, index) => {
    const current = begin(days[index] ?? 0);
    if (current !== period) active = 0;
    period = current;
    for (; next <= end; next += 1) {
      see(activity.from[next] ?? nobody);
      see(activity.to[next] ?? nobody);
    }
    return active;
  });
  return { days, values };
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

/**
 * The bytes of steps, none where there is no step: the values, in four bytes each where all are counts, else in eight; the days, counted
 * from the first; the first day; the bytes of a value.
 */
export function stepsToBytes({ days, values }: Steps): Buffer {
  const [firstDay] = days;
  if (firstDay === undefined) return Buffer.alloc(0);
  const areCounts = values.every((value) => value >>> 0 === value);
  const tail = Buffer.alloc(5);
  tail.writeInt32LE(firstDay);
  tail.writeUInt8(areCounts ? 4 : 8, 4);
  return Buffer.concat([
    bytesOf(areCounts ? Uint32Array.from(values) : values),
    bytesOf(Uint16Array.from(days, (day) => day - firstDay)),
    tail,
  ]);
}

/** Reads what `stepsToBytes` has written, so many days later. */
export function stepsFromBytes(bytes: Uint8Array, shift = 0): Steps {
  if (bytes.byteLength === 0) return { days: new Int32Array(), values: new Float64Array() };
  const own = aligned(bytes);
  const end = bytes.byteLength - 5;
  const tail = new DataView(own, end);
  const size = tail.getUint8(4);
  const count = end / (size + Uint16Array.BYTES_PER_ELEMENT);
  const offsets = new Uint16Array(own, count * size, count);
  const firstDay = tail.getInt32(0, true) + shift;
  return {
    values: size === 4 ? Float64Array.from(new Uint32Array(own, 0, count)) : new Float64Array(own, 0, count),
    days: Int32Array.from(offsets, (offset) => firstDay + offset),
  };
}

/** The bytes of a value a day. */
export function bytesOf(values: Float64Array | Uint32Array | Uint16Array): Buffer {
  return Buffer.from(values.buffer, values.byteOffset, values.byteLength);
}

/** Reads doubles that `bytesOf` has written. */
export function valuesFromBytes(bytes: Uint8Array): Float64Array {
  return new Float64Array(aligned(bytes));
}

/** Numbers of eight bytes can be read only where eight divides the address. */
function aligned(bytes: Uint8Array): ArrayBuffer {
  const own = new ArrayBuffer(bytes.byteLength);
  new Uint8Array(own).set(bytes);
  return own;
}
