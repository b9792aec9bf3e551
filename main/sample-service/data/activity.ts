import { makeRandom, powerOfTen, type Random } from './random.ts';
import type { SampleAsset, SampleToken } from './world.ts';

/** Kinds of transactions, by the assumed ids of their types. */
export const mint = 1;
export const burn = 2;
export const transfer = 3;

/** The sender of a mint and the recipient of a burn. */
export const nobody = -1;

/** Doubles hold integers exactly up to nine times as many. */
const maxGrains = 1e15;

/**
 * The transactions of a token in order of time. Amounts are integers of grains (`grainsPerToken` to a token),
 * so sums are exact. Holder 0 is the issuer.
 */
export type Activity = ReturnType<typeof simulate>;

/**
 * Makes the transactions of a token, beginning with a mint on its first day. Nobody sends more than they
 * have.
 *
 * @param price approximate dollars of a token today
 */
export function simulate(
  seed: number,
  asset: SampleAsset,
  token: SampleToken,
  count: number,
  price: number,
  today: number,
) {
  const random = makeRandom(seed, 501, token.id);
  const supply = Math.min((asset.size * token.part) / price, 1e14);
  const places = grainPlaces(token.decimals, supply);
  const grainsPerToken = powerOfTen(places);
  const wanted = Math.max(1, Math.round(supply * grainsPerToken));
  const activity = {
    count,
    grainsPerToken,
    day: new Int32Array(count),
    second: new Int32Array(count),
    kind: new Uint8Array(count),
    grains: new Float64Array(count),
    from: new Int32Array(count),
    to: new Int32Array(count),
    holders: 1,
  };
  setTimes(activity, token.inceptionDay, today, random);
  const holdings = new Float64Array(count + 2);
  for (let index = 0; index < count; index += 1) {
    const [kind, from, to, grains] =
      index === 0
        ? [mint, nobody, 0, Math.max(1, Math.round(wanted * random.between(0.4, 1)))]
        : nextMove(holdings, activity.holders, wanted, random);
    activity.kind[index] = kind;
    activity.from[index] = from;
    activity.to[index] = to;
    activity.grains[index] = grains;
    moveGrains(holdings, from, to, grains);
    activity.holders = Math.max(activity.holders, to + 1);
  }
  return activity;
}

type Holdings = Float64Array | number[];

export function moveGrains(holdings: Holdings, from: number, to: number, grains: number): void {
  if (from !== nobody) holdings[from] = (holdings[from] ?? 0) - grains;
  if (to !== nobody) holdings[to] = (holdings[to] ?? 0) + grains;
}

type Move = readonly [kind: number, from: number, to: number, grains: number];

/** `wanted`: the approximate supply in grains. */
function nextMove(holdings: Holdings, holders: number, wanted: number, random: Random): Move {
  const roll = random.next();
  const sender = random.integer(0, holders - 1);
  const balance = holdings[sender] ?? 0;
  const recipient = random.chance(0.4) ? holders : random.heavyIndex(holders);
  if (roll < 0.14 || balance < 1) {
    return [
      mint,
      nobody,
      recipient,
      Math.max(1, Math.round((wanted / 40) * random.next() * random.heavy(10))),
    ];
  }
  const all = random.chance(0.08);
  const even = random.next();
  const grains = all ? balance : Math.max(1, Math.floor(balance * even * even * 0.6));
  if (roll < 0.22) return [burn, sender, nobody, grains];
  return [transfer, sender, recipient === sender ? holders : recipient, grains];
}

/** Sets times in ascending order, more on later days. Equal ones are of one transaction. */
function setTimes(
  { count, day, second }: { count: number; day: Int32Array; second: Int32Array },
  firstDay: number,
  today: number,
  random: Random,
): void {
  const seconds = (today - firstDay + 1) * 86_400;
  for (let index = 0; index < count; index += 1) {
    if (index > 1 && random.chance(0.03)) {
      day[index] = day[index - 1] ?? firstDay;
      second[index] = second[index - 1] ?? 0;
      continue;
    }
    const fraction = index === 0 ? 0 : (index + random.next()) / count;
    const time = Math.min(seconds - 1, Math.floor(seconds * Math.sqrt(fraction)));
    day[index] = firstDay + Math.floor(time / 86_400);
    second[index] = time % 86_400;
  }
  // The first mint is on the first day, not after the second transaction.
  const latest = day[1] === firstDay ? (second[1] ?? 0) : 86_399;
  if (count > 0) second[0] = random.integer(0, latest);
}

function grainPlaces(decimals: number, supply: number): number {
  let places = Math.min(decimals, 12);
  while (places > 0 && supply * powerOfTen(places) * 20 > maxGrains) places -= 1;
  return places;
}

/** Percent of the supply that the 1, 5 and 10 largest holders have. */
type Concentration = readonly [first: number, five: number, ten: number];

/**
 * Returns the state of a token after each transaction, and concentrations at the end of `snapshots` (day
 * numbers, latest first). `withReserve`: the issuer's holdings do not circulate.
 */
export function makeLedger(activity: Activity, snapshots: readonly number[], withReserve = true) {
  const { count, grains, from, to, day } = activity;
  const ledger = {
    supply: new Float64Array(count),
    circulating: new Float64Array(count),
    holders: new Int32Array(count),
    concentrations: snapshots.map((): Concentration | null => null),
    balances: new Float64Array(activity.holders),
  };
  const { balances } = ledger;
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
  const largest = balances.toSorted().subarray(-10).reverse();
  const part = (count: number): number =>
    (largest.subarray(0, count).reduce((sum, balance) => sum + balance, 0) / supply) * 100;
  return [part(1), part(5), part(10)];
}

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
