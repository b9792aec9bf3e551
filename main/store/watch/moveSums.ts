import { dayMs, dayText } from '../../../preload/contract/days.ts';
import { netOf, Sum } from '../../../preload/contract/sum.ts';
import type { DayFlow, Position } from '../../../preload/contract/wallets.ts';

/** Which way a movement goes, as its subject sees it; both for one to itself. */
export interface Way {
  readonly isIn: boolean;
  readonly isOut: boolean;
}

/** What went in and out, with the number of movements each way. */
export class Sides {
  readonly in = new Sum();
  readonly out = new Sum();
  ins = 0;
  outs = 0;

  add(amount: number, { isIn, isOut }: Way): void {
    if (isIn) this.in.add(amount);
    if (isOut) this.out.add(amount);
    this.ins += Number(isIn);
    this.outs += Number(isOut);
  }
}

/** What was received and sent of one token, with its value in US dollars. */
export class PositionSums {
  readonly #amounts = new Sides();
  readonly #dollars = new Sides();
  #transactions = 0;

  add(amount: number, dollars: number, way: Way): void {
    this.#amounts.add(amount, way);
    this.#dollars.add(dollars, way);
    this.#transactions += 1;
  }

  get value(): Position {
    const [received, sent] = [this.#amounts.in.value, this.#amounts.out.value];
    return {
      received,
      sent,
      net: netOf(received, sent),
      netDollars: netOf(this.#dollars.in.value, this.#dollars.out.value),
      transactions: this.#transactions,
    };
  }
}

/** Sums up movements by day, in US dollars. */
export class DaySums {
  readonly #days = new Map<number, { sides: Sides; dollars: Sum }>();

  /** Adds a movement at `at`, in milliseconds since 1970 UTC; one without a time belongs to no day. */
  add(at: number | null, dollars: number, way: Way): void {
    if (at === null) return;
    const number = Math.floor(at / dayMs);
    const day = this.#days.get(number) ?? { sides: new Sides(), dollars: new Sum() };
    this.#days.set(number, day);
    day.sides.add(dollars, way);
    day.dollars.add(dollars);
  }

  get value(): DayFlow[] {
    return [...this.#days]
      .sort(([a], [b]) => a - b)
      .map(([day, { sides, dollars }]) => ({
        day: dayText(day),
        dollars: dollars.value,
        in: sides.in.value,
        out: sides.out.value,
      }));
  }
}
