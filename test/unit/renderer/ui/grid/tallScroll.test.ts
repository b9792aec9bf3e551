import { describe, expect, it } from 'vitest';
import {
  atTop,
  bodyHeight,
  contentTop,
  followScroll,
  rest,
  scrolledTo,
  type TallSize,
} from '../../../../../renderer/ui/grid/tallScroll.ts';

const rowHeight = 28;
/** Five million rows: more than four times what the browser lays out. */
const tall: TallSize = {
  content: 5_000_000 * rowHeight,
  body: bodyHeight(5_000_000 * rowHeight, 1),
  view: 700,
};
const short: TallSize = { content: 28_000, body: 28_000, view: 700 };

describe('a list that the browser can lay out', () => {
  it('is scrolled as it is', () => {
    expect(followScroll(atTop, 1234, short)).toEqual({ native: 1234, shift: 0 });
    expect(scrolledTo(5000, short)).toEqual({ native: 5000, shift: 0 });
  });

  it('is smaller where a CSS pixel is two of the device', () => {
    expect(bodyHeight(28_000_000, 1)).toBe(28_000_000);
    expect(bodyHeight(28_000_000, 2)).toBeLessThan(28_000_000);
  });
});

describe('a list taller than that', () => {
  it('moves pixel by pixel under the wheel', () => {
    let at = scrolledTo(70_000_000, tall);
    const before = contentTop(at);
    for (let turn = 0; turn < 50; turn += 1) at = followScroll(at, at.native + 120, tall);
    expect(contentTop(at)).toBe(before + 50 * 120);
  });

  it('reaches both ends by the thumb', () => {
    const end = followScroll(atTop, tall.body - tall.view, tall);
    expect(contentTop(end)).toBe(tall.content - tall.view);
    expect(contentTop(followScroll(end, 0, tall))).toBe(0);
  });

  it('goes on under the wheel where the body ends before the list', () => {
    let at = { native: 500, shift: 100_000 };
    at = followScroll(at, 0, tall);
    expect(contentTop(at)).toBe(100_000);
    expect(at.native).toBeGreaterThan(0);
  });

  it('shows the same rows when the shift is removed', () => {
    let at = scrolledTo(70_000_000, tall);
    for (let turn = 0; turn < 200; turn += 1) at = followScroll(at, at.native + 100, tall);
    const rested = rest(at, tall);
    expect(contentTop(rested)).toBeCloseTo(contentTop(at), 6);
    expect(contentTop(followScroll(rested, rested.native, tall))).toBe(contentTop(rested));
  });

  it('brings any row into sight exactly', () => {
    for (const row of [0, 1, 1_234_567, 4_999_000]) {
      expect(contentTop(scrolledTo(row * rowHeight, tall))).toBe(row * rowHeight);
    }
  });
});
