import { dayText } from '../../preload/contract/days.ts';
import { lostBy, netOf, rounded, scaleOf, Sum, sumOf } from '../../preload/contract/sum.ts';
import type { TransactionKind } from '../../preload/contract/transactionKinds.ts';
import type { Position, TokenFlow } from '../../preload/contract/wallets.ts';
import type { Flow, WatchlistFigures } from '../../preload/contract/watchlists.ts';

interface Movement {
  /** Days since 1970-01-01 UTC; null if the transaction has no time. */
  readonly day: number | null;
  readonly kind: TransactionKind;
  /** Numbers from 1; null for a mint's sender and a burn's recipient. Rule: `movementOf`. */
  readonly sender: number | null;
  readonly recipient: number | null;
  /** In token units and US dollars; null if unknown. */
  readonly amount: number | null;
  readonly dollars: number | null;
}

/** The direction of a movement from the own parties' view; both for one to itself. */
interface Direction {
  readonly isIn: boolean;
  readonly isOut: boolean;
}

const inward: Direction = { isIn: true, isOut: false };
const outward: Direction = { isIn: false, isOut: true };
const bothWays: Direction = { isIn: true, isOut: true };

export const nobody = 0;

/** Counts and sums by number, in arrays: 28 bytes per number, and no objects. */
class NumberedSums {
  #counts = new Uint32Array(1024);
  #sums = new Float64Array(1024);
  #errors = new Float64Array(1024);
  /** 0 stands for 1. */
  #scales = new Float64Array(1024);

  /** Adds like `Sum`. */
  add(number: number, value: number): void {
    if (number >= this.#counts.length) this.#grow(number);
    const sum = this.#sums[number] ?? 0;
    const next = sum + value;
    this.#sums[number] = next;
    this.#errors[number] = (this.#errors[number] ?? 0) + lostBy(sum, value, next);
    this.#counts[number] = (this.#counts[number] ?? 0) + 1;
    this.#scales[number] = scaleOf(value, this.#scales[number] || 1);
  }

  countOf(number: number): number {
    return this.#counts[number] ?? 0;
  }

  of(number: number): number {
    const sum = (this.#sums[number] ?? 0) + (this.#errors[number] ?? 0);
    return rounded(sum, this.#scales[number] || 1);
  }

  /** One above the largest number used. */
  get end(): number {
    return this.#counts.length;
  }

  #grow(number: number): void {
    const length = Math.max(number + 1, this.#counts.length * 2);
    const grown = (array: Float64Array<ArrayBuffer>): Float64Array<ArrayBuffer> => {
      const longer = new Float64Array(length);
      longer.set(array);
      return longer;
    };
    const counts = new Uint32Array(length);
    counts.set(this.#counts);
    this.#counts = counts;
    this.#sums = grown(this.#sums);
    this.#errors = grown(this.#errors);
    this.#scales = grown(this.#scales);
  }
}

/** One direction, by number. Amounts sum the known ones. */
class OneWay {
  readonly #dollars = new NumberedSums();
  #amounts: NumberedSums | undefined;

  add(number: number, amount: number | null, dollars: number | null): void {
    this.#dollars.add(number, dollars ?? 0);
    if (amount !== null) (this.#amounts ??= new NumberedSums()).add(number, amount);
  }

  of(number: number): TokenFlow {
    const [count, dollars] = [this.#dollars.countOf(number), this.#dollars.of(number)];
    return { count, amount: this.#amounts?.of(number) ?? 0, dollars };
  }

  countOf(number: number): number {
    return this.#dollars.countOf(number);
  }

  get end(): number {
    return this.#dollars.end;
  }
}

/** Amounts received and sent by parties, or of tokens, by number. */
export class Positions {
  readonly #in = new OneWay();
  readonly #out = new OneWay();
  readonly #transactions = new Map<number, number>();

  add(number: number, { isIn, isOut }: Direction, { amount, dollars }: Movement): void {
    if (isIn) this.#in.add(number, amount, dollars);
    if (isOut) this.#out.add(number, amount, dollars);
    // For all others, the count is in plus out.
    if (isIn === isOut)
      this.#transactions.set(number, (this.#transactions.get(number) ?? 0) + (isIn ? -1 : 1));
  }

  received(number: number): TokenFlow {
    return this.#in.of(number);
  }

  sent(number: number): TokenFlow {
    return this.#out.of(number);
  }

  of(number: number): Position {
    const [received, sent] = [this.#in.of(number), this.#out.of(number)];
    return {
      received: received.amount,
      sent: sent.amount,
      net: netOf(received.amount, sent.amount),
      netDollars: netOf(received.dollars, sent.dollars),
      transactions: received.count + sent.count + (this.#transactions.get(number) ?? 0),
    };
  }

  /** Returns the numbers of parties with a movement, except `nobody`. */
  numbers(): number[] {
    const numbers: number[] = [];
    const end = Math.max(this.#in.end, this.#out.end);
    for (let number = nobody + 1; number < end; number += 1)
      if (this.#in.countOf(number) + this.#out.countOf(number) > 0) numbers.push(number);
    return numbers;
  }
}

class FlowSum {
  count = 0;
  unpriced = 0;
  readonly #amount = new Sum();
  readonly #dollars = new Sum();

  add({ amount, dollars }: Movement): void {
    this.count += 1;
    if (dollars === null) this.unpriced += 1;
    else this.#dollars.add(dollars);
    if (amount !== null) this.#amount.add(amount);
  }

  get value(): TokenFlow {
    return { count: this.count, amount: this.#amount.value, dollars: this.#dollars.value };
  }
}

interface DaySums {
  count: number;
  readonly dollars: Sum;
  readonly minted: Sum;
  readonly burned: Sum;
  readonly in: Sum;
  readonly out: Sum;
}

/** Another party, with what it sent and received. */
interface Counterparty {
  readonly number: number;
  readonly from: Flow;
  readonly to: Flow;
  readonly dollars: number;
}

/**
 * Sums movements in one pass, from the view of the `own` parties: by day, kind and party. Parties are the own
 * ones and those that moved something from or to them; all if there are no own ones. This is the only place
 * that sums movements: wallets, flows, tokens and watchlists show these sums. Sums are compensated, so a
 * million amounts are right to the last digit of a double.
 */
export class MovementSums {
  readonly #own: ReadonlySet<number> | null;
  readonly #kinds = { mint: new FlowSum(), burn: new FlowSum(), other: new FlowSum() };
  readonly #days = new Map<number, DaySums>();
  readonly parties = new Positions();
  /** Movements from or to own parties; all without own parties. `toItself`: sent to own parties. */
  readonly involved = { count: 0, unpriced: 0, withoutAmount: 0, toItself: 0 };

  constructor(own: ReadonlySet<number> | null) {
    this.#own = own;
  }

  add(movement: Movement): Direction {
    const { day, kind, sender, recipient, amount, dollars } = movement;
    const way = {
      isIn: recipient !== null && this.#own?.has(recipient) === true,
      isOut: sender !== null && this.#own?.has(sender) === true,
    };
    this.#kinds[kind].add(movement);
    if (day !== null) this.#addDay(this.#dayOf(day), kind, dollars ?? 0, way);
    if (this.#own !== null && !way.isIn && !way.isOut) return way;
    this.involved.count += 1;
    if (dollars === null) this.involved.unpriced += 1;
    if (amount === null) this.involved.withoutAmount += 1;
    if (way.isIn && way.isOut) this.involved.toItself += 1;
    const from = sender ?? nobody;
    const to = recipient ?? nobody;
    this.parties.add(from, from === to ? bothWays : outward, movement);
    if (from !== to) this.parties.add(to, inward, movement);
    return way;
  }

  /** Sums of mints, burns and others. */
  get flows(): Readonly<Record<TransactionKind, TokenFlow>> {
    const { mint, burn, other } = this.#kinds;
    return { mint: mint.value, burn: burn.value, other: other.value };
  }

  get all(): Flow & { readonly unpriced: number } {
    const kinds = Object.values(this.#kinds);
    return {
      count: kinds.reduce((sum, { count }) => sum + count, 0),
      unpriced: kinds.reduce((sum, { unpriced }) => sum + unpriced, 0),
      dollars: sumOf(kinds.map(({ value }) => value.dollars)),
    };
  }

  get days(): WatchlistFigures['days'] {
    return [...this.#days]
      .sort(([a], [b]) => a - b)
      .map(([day, sums]) => ({
        day: dayText(day),
        count: sums.count,
        dollars: sums.dollars.value,
        minted: sums.minted.value,
        burned: sums.burned.value,
        in: sums.in.value,
        out: sums.out.value,
      }));
  }

  get others(): number[] {
    return this.parties.numbers().filter((number) => this.#own?.has(number) !== true);
  }

  /** Returns the largest parties, largest first, with ties of the last one. */
  largest(count: number): Counterparty[] {
    const { others, parties } = this;
    const dollarsOf = (number: number): number =>
      sumOf([parties.sent(number).dollars, parties.received(number).dollars]);
    const least = Float64Array.from(others, dollarsOf).sort().at(-count) ?? -Infinity;
    const flowOf = ({ count: transactions, dollars }: TokenFlow): Flow => ({ count: transactions, dollars });
    return others
      .filter((number) => dollarsOf(number) >= least)
      .map((number) => ({
        number,
        from: flowOf(parties.sent(number)),
        to: flowOf(parties.received(number)),
        dollars: dollarsOf(number),
      }))
      .sort((a, b) => b.dollars - a.dollars);
  }

  #addDay(sums: DaySums, kind: TransactionKind, dollars: number, { isIn, isOut }: Direction): void {
    sums.count += 1;
    sums.dollars.add(dollars);
    if (kind === 'mint') sums.minted.add(dollars);
    if (kind === 'burn') sums.burned.add(dollars);
    if (isIn) sums.in.add(dollars);
    if (isOut) sums.out.add(dollars);
  }

  #dayOf(day: number): DaySums {
    const known = this.#days.get(day);
    if (known !== undefined) return known;
    const [dollars, minted, burned] = [new Sum(), new Sum(), new Sum()];
    const sums = { count: 0, dollars, minted, burned, in: new Sum(), out: new Sum() };
    this.#days.set(day, sums);
    return sums;
  }
}
