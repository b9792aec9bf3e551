import { nobody, type Activity } from './activity.ts';

/** The state of a token after each of its transactions. */
export interface Ledger {
  /** Grains that exist. */
  readonly supply: Float64Array;
  /** Grains outside the issuer's own wallet; of odd data alone the issuer holds some back. */
  readonly circulating: Float64Array;
  /** Holders with a balance above zero. */
  readonly holders: Int32Array;
  /** For each snapshot, the part of the supply at the 1, 5 and 10 largest holders, in percent; null before the first day. */
  readonly concentrations: readonly (Concentration | null)[];
}

export type Concentration = readonly [first: number, five: number, ten: number];

/**
 * Replays all transactions. `snapshots` are day numbers, latest first; balances are taken at the end of the day. `heldBack`: what is in
 * the issuer's own wallet does not circulate.
 */
export function makeLedger(activity: Activity, snapshots: readonly number[], withReserve = true): Ledger {
  const { count, grains, from, to, day } = activity;
  const ledger = {
    supply: new Float64Array(count),
    circulating: new Float64Array(count),
    holders: new Int32Array(count),
    concentrations: snapshots.map((): Concentration | null => null),
  };
  const balances = new Float64Array(activity.holders);
  let supply = 0;
  let holders = 0;
  let next = snapshots.length - 1;
  for (let index = 0; index < count; index += 1) {
    for (; next >= 0 && (day[index] ?? 0) > (snapshots[next] ?? 0); next -= 1) {
      ledger.concentrations[next] = concentrationOf(balances, supply);
    }
    const moved = grains[index] ?? 0;
    const sender = from[index] ?? nobody;
    const recipient = to[index] ?? nobody;
    if (sender === nobody) supply += moved;
    else {
      const left = (balances[sender] ?? 0) - moved;
      balances[sender] = left;
      if (left === 0) holders -= 1;
    }
    if (recipient === nobody) supply -= moved;
    else {
      const before = balances[recipient] ?? 0;
      balances[recipient] = before + moved;
      if (before === 0) holders += 1;
    }
    ledger.supply[index] = supply;
    ledger.circulating[index] = supply - (withReserve ? (balances[0] ?? 0) : 0);
    ledger.holders[index] = holders;
  }
  for (; next >= 0; next -= 1) ledger.concentrations[next] = concentrationOf(balances, supply);
  return ledger;
}

function concentrationOf(balances: Float64Array, supply: number): Concentration | null {
  if (supply <= 0) return null;
  const largest = new Float64Array(10);
  for (const balance of balances) {
    if (balance <= (largest[9] ?? 0)) continue;
    let index = 9;
    for (; index > 0 && balance > (largest[index - 1] ?? 0); index -= 1)
      largest[index] = largest[index - 1] ?? 0;
    largest[index] = balance;
  }
  const part = (count: number): number => {
    let sum = 0;
    for (let index = 0; index < count; index += 1) sum += largest[index] ?? 0;
    return (sum / supply) * 100;
  };
  return [part(1), part(5), part(10)];
}

/** The number of transactions up to and including a day. The days rise. */
export function countUntil(days: Int32Array, day: number): number {
  let low = 0;
  let high = days.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((days[middle] ?? 0) <= day) low = middle + 1;
    else high = middle;
  }
  return low;
}
