import { describe, expect, it } from 'vitest';
import { flowLayout } from '../../../../../renderer/features/wallets/flowLayout.ts';
import { flowRows } from '../../../../../renderer/features/wallets/flowRows.ts';

const parts = (...figures: number[]) => figures.map((figure) => ({ name: figure.toString(), figure }));

describe('a flow diagram', () => {
  it('has bands as high as their figures, on both sides, within its height', () => {
    const { left, right, subject } = flowLayout(parts(60, 30, 10), parts(50), 300);
    const [first, second, third] = left.map(({ height }) => height);
    expect(first).toBeCloseTo((second ?? 0) * 2);
    expect(second).toBeCloseTo((third ?? 0) * 3);
    expect(right[0]?.height).toBeCloseTo((subject.height * 50) / 100);
    expect(subject.height).toBeCloseTo(left.reduce((sum, { height }) => sum + height, 0));
    const last = left.at(-1);
    expect((last?.top ?? 0) + (last?.height ?? 0)).toBeLessThanOrEqual(300);
    // One band begins at the subject where the one before ends.
    expect(left[1]?.topAtSubject).toBeCloseTo((left[0]?.topAtSubject ?? 0) + (first ?? 0));
  });

  it('keeps names apart if figures are zero, and works without any', () => {
    const { left } = flowLayout(parts(1000, 0, 0, 0), [], 200);
    const middles = left.map(({ middle }) => middle);
    for (const [index, middle] of middles.slice(1).entries())
      expect(middle - (middles[index] ?? 0)).toBeGreaterThanOrEqual(14.9);
    const nothing = flowLayout(parts(0, 0), parts(0), 100);
    for (const { top, height } of [...nothing.left, ...nothing.right])
      expect([Number.isFinite(top), height]).toEqual([true, 0]);
    expect(flowLayout([], [], 100).subject.height).toBe(0);
  });
});

it('the rows of a wallet’s movements count combined addresses, and have no address for mints', () => {
  const side = (addresses: number, minted: number) => ({
    parties: [{ address: '0xa', figure: 5, transactions: 2 }],
    others: { addresses, figure: 3, transactions: 4 },
    nobody: { figure: 1, transactions: minted },
  });
  const rows = flowRows({ senders: side(1200, 1), recipients: side(0, 0) }, (address) => `The ${address}`);
  expect(rows.map(({ name, address, side: way }) => [way, name, address])).toEqual([
    ['left', 'The 0xa', '0xa'],
    ['left', 'Other (1,200)', null],
    ['left', 'Minted', null],
    ['right', 'The 0xa', '0xa'],
  ]);
});
