import { expect, it } from 'vitest';
import { figureOfGroups } from '../../../../main/store/cache/reading/groupFigures.ts';
import { cacheTable } from '../../../../main/store/records/resourceTables.ts';
import { changeOf } from '../../../../main/store/history/historyValues.ts';
import { MovementSums } from '../../../../main/movements/sums.ts';
import { makeRandom } from '../../../../main/sample-service/data/random.ts';
import { figuresOf } from '../../../../preload/contract/numberFigures.ts';
import { resources } from '../../../../preload/contract/resources.ts';
import { netOf, sumOf } from '../../../../preload/contract/sum.ts';
import { partsOf } from '../../../../renderer/ui/chart/timeModel.ts';

it.each<[number[], number]>([
  [[0.1, 0.2], 0.3],
  [[0.1, 0.2, -0.3], 0],
  [[-0.1, -0.2, 0.3], 0],
  [[1.005, 2.01], 3.015],
  [[9030.370000001, 0.2], 9030.570000001],
  [[1e15, 0.25], 1e15 + 0.25],
  [[1e16, 1, -1e16], 1],
  [[0.1, 0.2, 1.2345678901234567, -1.2345678901234567], 0.3],
  [[5e-324, 5e-324], 1e-323],
  [[1e-18, 2e-18, -3e-18], 0],
  [[1e21, 1e21], 2e21],
  [[], 0],
  [[-0, -0], 0],
])('adds %j to %d', (values, sum) => {
  expect(sumOf(values)).toBe(sum);
});

it('leaves nothing of what came and went', () => {
  // As many digits as doubles have: prices times amounts.
  const parts = [0.1, 0.2, 0.3].map((amount) => amount * 1.0003);
  expect(netOf(sumOf(parts.slice(0, 2)), sumOf(parts.slice(2)))).toBe(0);
  expect(netOf(0, 0)).toBe(0);
  expect(netOf(0.3, 0.1)).toBe(0.2);
});

it('adds decimals as their digits say, in any order', () => {
  const random = makeRandom(1, 44);
  for (let round = 0; round < 500; round += 1) {
    const places = random.integer(0, 8);
    const digits = Array.from({ length: 40 }, () => random.integer(-1_000_000, 1_000_000));
    const exact = digits.reduce((sum, one) => sum + one, 0);
    const parts = digits.map((one) => Number(`${one.toString()}e-${places.toString()}`));
    expect(sumOf(parts)).toBe(Number(`${exact.toString()}e-${places.toString()}`) + 0);
  }
});

const moved = { day: 1, kind: 'other', recipient: 1, amount: null } as const;

it('is how totals, summaries and figures of lists add', () => {
  const values = Float64Array.of(0.1, 0.2, 0.1, 0.2, -0.3);
  const groups = { groupOf: Int32Array.of(0, 0, 1, 1, 1), groupCount: 2, values };
  expect([...figureOfGroups('sum', groups)]).toEqual([0.3, 0]);
  expect(figuresOf(Float64Array.of(0.1, 0.2))?.sum).toBe(0.3);
  const sums = new MovementSums(new Set([1]));
  for (const dollars of [0.1, 0.2]) sums.add({ ...moved, dollars, sender: 2 });
  expect(sums.days).toMatchObject([{ dollars: 0.3, in: 0.3, out: 0 }]);
  expect(sums.parties.sent(2).dollars).toBe(0.3);
});

it('gives each group the digits of its own parts', () => {
  const withDigits = Float64Array.of(0.1, 0.2, 1.2345678901234567);
  const groups = { groupOf: Int32Array.of(0, 0, 1), groupCount: 2, values: withDigits };
  expect([...figureOfGroups('sum', groups)]).toEqual([0.3, 1.2345678901234567]);
  const sums = new MovementSums(new Set([1]));
  for (const [sender, dollars] of [
    [2, 0.1],
    [2, 0.2],
    [3, 1.2345678901234567],
  ] as const)
    sums.add({ ...moved, dollars, sender });
  expect([2, 3].map((sender) => sums.parties.sent(sender).dollars)).toEqual([0.3, 1.2345678901234567]);
});

it('is how a change is told from what was before', () => {
  const assets = cacheTable(resources.assets);
  const gone = { value: 0.1, until: 1, on: 2 };
  expect(changeOf(assets, 'total_asset_value_dollar', gone, 0.3)?.difference).toBe(0.2);
});

it('is how a chart puts the smaller parts together', () => {
  const series = [[1], [0.1], [0.2]].map((values, at) => ({
    id: at.toString(),
    name: at.toString(),
    entity: null,
    values: Float64Array.from(values),
  }));
  expect(partsOf(series, [], '#888888', 1).map((part) => [...part.series.values])).toEqual([[1], [0.3]]);
});
