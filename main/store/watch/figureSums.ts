import type { Flow } from '../../../preload/contract/watchlists.ts';
import { rounded, scaleOf, Sum } from '../../../preload/contract/sum.ts';
import { transferKinds } from './memberFacts.ts';

/** What moved on one day by transactions of one kind, in US dollars. */
export interface DayFigures {
  /** Counted from 1970-01-01 UTC. */
  readonly day: number;
  /** One of `transferKinds`. */
  readonly kind: number;
  readonly count: number;
  readonly unpriced: number;
  readonly dollars: number;
  /** Of those to a wallet of the list, and of those from one. */
  readonly inward: number;
  readonly outward: number;
}

export interface AddressFigures {
  readonly from: Flow;
  readonly to: Flow;
}

class DaySums {
  readonly day: number;
  readonly kind: number;
  count = 0;
  unpriced = 0;
  readonly dollars = new Sum();
  readonly inward = new Sum();
  readonly outward = new Sum();

  constructor(day: number, kind: number) {
    this.day = day;
    this.kind = kind;
  }

  get value(): DayFigures {
    const { day, kind, count, unpriced, dollars, inward, outward } = this;
    return {
      day,
      kind,
      count,
      unpriced,
      dollars: dollars.value,
      inward: inward.value,
      outward: outward.value,
    };
  }
}

/** Counts and sums by the number of an address, in arrays: an address costs 28 bytes, and no object. */
class AddressSums {
  #counts = new Uint32Array(1024);
  #dollars = new Float64Array(1024);
  #errors = new Float64Array(1024);
  /** 0 for 1. */
  #scales = new Float64Array(1024);

  /** Adds as `Sum` does. */
  add(number: number, dollars: number): void {
    if (number >= this.#counts.length) this.#grow(number);
    const sum = this.#dollars[number] ?? 0;
    const next = sum + dollars;
    const error = Math.abs(sum) >= Math.abs(dollars) ? sum - next + dollars : dollars - next + sum;
    this.#dollars[number] = next;
    this.#errors[number] = (this.#errors[number] ?? 0) + error;
    this.#counts[number] = (this.#counts[number] ?? 0) + 1;
    this.#scales[number] = scaleOf(dollars, this.#scales[number] || 1);
  }

  countOf(number: number): number {
    return this.#counts[number] ?? 0;
  }

  dollarsOf(number: number): number {
    const sum = (this.#dollars[number] ?? 0) + (this.#errors[number] ?? 0);
    return rounded(sum, this.#scales[number] || 1);
  }

  /** Above all numbers that something was added to. */
  get end(): number {
    return this.#counts.length;
  }

  #grow(number: number): void {
    const length = Math.max(number + 1, this.#counts.length * 2);
    const [counts, dollars, errors, scales] = [this.#counts, this.#dollars, this.#errors, this.#scales];
    this.#counts = new Uint32Array(length);
    this.#dollars = new Float64Array(length);
    this.#errors = new Float64Array(length);
    this.#scales = new Float64Array(length);
    this.#counts.set(counts);
    this.#dollars.set(dollars);
    this.#errors.set(errors);
    this.#scales.set(scales);
  }
}

/**
 * Sums up the members of a list in one pass, by day and kind and by address. Of a list with wallets the addresses are the wallets and
 * who moved something from or to one; of another all. Dollars are added as doubles with the error of each addition carried along, so
 * that the sum of a million amounts is right to the last cent that a double can show.
 *
 * Nobody sends a mint and nobody receives a burn, whatever address stands there: see `transactionKinds.ts`.
 */
export class FigureSums {
  readonly #wallets: ReadonlyMap<number, unknown> | null;
  readonly #days = new Map<number, DaySums[]>();
  #last: DaySums | undefined;
  readonly #from = new AddressSums();
  readonly #to = new AddressSums();

  /** `wallets` by the numbers of their addresses; null for a list without any. */
  constructor(wallets: ReadonlyMap<number, unknown> | null) {
    this.#wallets = wallets;
  }

  /** Adds a member by the numbers of its addresses, null where none stands. */
  add(day: number, kind: number, dollars: number | null, from: number | null, to: number | null): void {
    const sender = kind === transferKinds.mint ? null : from;
    const recipient = kind === transferKinds.burn ? null : to;
    const isOut = sender !== null && this.#wallets?.has(sender) === true;
    const isIn = recipient !== null && this.#wallets?.has(recipient) === true;
    const sums = this.#sumsOf(day, kind);
    sums.count += 1;
    if (dollars === null) sums.unpriced += 1;
    else {
      sums.dollars.add(dollars);
      if (isIn) sums.inward.add(dollars);
      if (isOut) sums.outward.add(dollars);
    }
    if (this.#wallets !== null && !isIn && !isOut) return;
    if (sender !== null) this.#from.add(sender, dollars ?? 0);
    if (recipient !== null) this.#to.add(recipient, dollars ?? 0);
  }

  /** In the order of their days. */
  get days(): DayFigures[] {
    return [...this.#days].sort(([a], [b]) => a - b).flatMap(([, kinds]) => kinds.map(({ value }) => value));
  }

  /** What an address sent and received. */
  of(number: number): AddressFigures {
    const sideOf = (sums: AddressSums): Flow => ({
      count: sums.countOf(number),
      dollars: sums.dollarsOf(number),
    });
    return { from: sideOf(this.#from), to: sideOf(this.#to) };
  }

  /** The numbers of the addresses that moved most, and of those that moved as much as the last of them; none of a wallet. */
  largest(count: number): number[] {
    const end = Math.max(this.#from.end, this.#to.end);
    const parties: number[] = [];
    for (let number = 0; number < end; number += 1)
      if (this.#from.countOf(number) + this.#to.countOf(number) > 0 && this.#wallets?.has(number) !== true)
        parties.push(number);
    const dollarsOf = (number: number): number => this.#from.dollarsOf(number) + this.#to.dollarsOf(number);
    const least = Float64Array.from(parties, dollarsOf).sort().at(-count) ?? -Infinity;
    return parties.filter((number) => dollarsOf(number) >= least);
  }

  /** Members come in the order of their days, nearly always. */
  #sumsOf(day: number, kind: number): DaySums {
    if (this.#last?.day === day && this.#last.kind === kind) return this.#last;
    const kinds = this.#days.get(day) ?? [];
    if (kinds.length === 0) this.#days.set(day, kinds);
    const known = kinds.find((one) => one.kind === kind);
    const sums = known ?? new DaySums(day, kind);
    if (known === undefined) kinds.push(sums);
    this.#last = sums;
    return sums;
  }
}
