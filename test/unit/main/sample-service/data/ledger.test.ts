import { describe, expect, it } from 'vitest';
import {
  burn,
  mint,
  nobody,
  transfer,
  makeLedger,
  type Activity,
} from '../../../../../main/sample-service/data/activity.ts';

/** Day, kind, sender, recipient, grains. */
type Move = readonly [day: number, kind: number, from: number, to: number, grains: number];

function activityOf(moves: readonly Move[]): Activity {
  return {
    count: moves.length,
    grainsPerToken: 1,
    day: Int32Array.from(moves, ([day]) => day),
    second: new Int32Array(moves.length),
    kind: Uint8Array.from(moves, ([, kind]) => kind),
    from: Int32Array.from(moves, ([, , from]) => from),
    to: Int32Array.from(moves, ([, , , to]) => to),
    grains: Float64Array.from(moves, ([, , , , grains]) => grains),
    holders: Math.max(...moves.map(([, , from, to]) => Math.max(from, to))) + 1,
  };
}

const moves: readonly Move[] = [
  [10, mint, nobody, 0, 100],
  [10, transfer, 0, 1, 40],
  [12, transfer, 1, 2, 40],
  [15, burn, 2, nobody, 15],
  [15, mint, nobody, 3, 75],
];

describe('the ledger of a token', () => {
  it('follows supply, what is outside the issuer’s wallet, and holders', () => {
    const { supply, circulating, holders } = makeLedger(activityOf(moves), []);
    expect([...supply]).toEqual([100, 100, 100, 85, 160]);
    expect([...circulating]).toEqual([0, 40, 40, 25, 100]);
    expect([...holders]).toEqual([1, 2, 2, 2, 3]);
  });

  it('knows how concentrated balances were on the requested days, latest first', () => {
    const { concentrations } = makeLedger(activityOf(moves), [20, 14, 10, 9]);
    expect(concentrations).toEqual([[(75 / 160) * 100, 100, 100], [60, 100, 100], [60, 100, 100], null]);
  });

  it('keeps the five and ten largest of many holders', () => {
    const many = Array.from({ length: 20 }, (_, holder): Move => [1, mint, nobody, holder, holder + 1]);
    const [concentration] = makeLedger(activityOf(many), [1]).concentrations;
    const part = (grains: number): number => (grains / 210) * 100;
    expect(concentration).toEqual([part(20), part(20 + 19 + 18 + 17 + 16), part(155)]);
  });
});
