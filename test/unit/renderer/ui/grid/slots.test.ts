import { describe, expect, it } from 'vitest';
import { slotOf, slotsFor, type Slots } from '../../../../../renderer/ui/grid/slots.ts';

const rowsFrom = (start: number, count = 40): { start: number; end: number } => ({
  start,
  end: start + count,
});
const inOrder = (slots: Slots): number[] =>
  Array.from({ length: slots.rows.end - slots.rows.start }, (_, index) =>
    slotOf(slots, slots.rows.start + index),
  );

describe('slots', () => {
  it('are one for each row', () => {
    for (const start of [0, 3, 7, 29, 41, 999_960]) {
      const slots = slotsFor(rowsFrom(start), slotsFor(rowsFrom(5)));
      expect(new Set(inOrder(slots)).size).toBe(40);
    }
  });

  it('are kept by the rows that stay through a short scroll', () => {
    const before = slotsFor(rowsFrom(100));
    const after = slotsFor(rowsFrom(104), before);
    const kept = Array.from({ length: 36 }, (_, index) => 104 + index);
    expect(kept.map((row) => slotOf(after, row))).toEqual(kept.map((row) => slotOf(before, row)));
  });

  it('stay in their order after a long scroll, up and down', () => {
    const before = slotsFor(rowsFrom(107), slotsFor(rowsFrom(100)));
    const below = slotsFor(rowsFrom(500_003), before);
    expect(inOrder(below)).toEqual(inOrder(before));
    expect(inOrder(slotsFor(rowsFrom(12), below))).toEqual(inOrder(before));
  });

  it('are kept where rows are added at the edges', () => {
    const before = slotsFor(rowsFrom(100, 20));
    const after = slotsFor(rowsFrom(94, 32), before);
    expect(new Set(inOrder(after)).size).toBe(32);
    const kept = Array.from({ length: 20 }, (_, index) => 100 + index);
    expect(kept.map((row) => slotOf(after, row))).toEqual(kept.map((row) => slotOf(before, row)));
  });

  it('are made anew for another number of rows', () => {
    expect(inOrder(slotsFor(rowsFrom(8, 3), slotsFor(rowsFrom(20))))).toEqual([0, 1, 2]);
    expect(inOrder(slotsFor(rowsFrom(0, 0), slotsFor(rowsFrom(20))))).toEqual([]);
  });
});
