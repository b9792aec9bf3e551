import { clamp } from './geometry.ts';

/**
 * Scrolling through more rows than the browser can lay out. Chromium's lengths end at 2^25 device pixels: some 1.2 million rows
 * of 28 px, half as many on a screen of two device pixels for a CSS pixel. A taller list is laid out in a body of the greatest
 * height. Short scrolls move it pixel by pixel, long ones (a drag of the thumb) in proportion; the difference between the
 * two is stored as a shift and removed when the scrolling rests.
 *
 * All lengths are CSS pixels. `content` counts from the top of the whole list, `native` is the scroll position of the element.
 */
export interface TallScroll {
  readonly native: number;
  /** Content less native. */
  readonly shift: number;
}

export interface TallSize {
  /** Height of the whole list. */
  readonly content: number;
  /** Height of the body that is laid out. */
  readonly body: number;
  /** Height of the part in sight. */
  readonly view: number;
}

export const atTop: TallScroll = { native: 0, shift: 0 };

/** Somewhat less than 2^25, which the body shares with the header. */
const tallestDevicePx = 32_000_000;

/** A scroll by less than so many views is one by wheel or keys. */
const shortScrollViews = 3;

/** Returns the height to lay out, in CSS pixels, for content of a height on a screen. */
export function bodyHeight(content: number, devicePixelRatio: number): number {
  return Math.min(content, Math.floor(tallestDevicePx / Math.max(1, devicePixelRatio)));
}

export function contentTop({ native, shift }: TallScroll): number {
  return native + shift;
}

/** What is in sight after the element was scrolled to `native`. The element is to be put where the result says. */
export function followScroll(before: TallScroll, native: number, size: TallSize): TallScroll {
  if (size.body >= size.content) return { native, shift: 0 };
  const most = Math.max(0, size.content - size.view);
  const moved = native - before.native;
  const isShort = Math.abs(moved) < size.view * shortScrollViews;
  const top = clamp(
    isShort ? contentTop(before) + moved : (native / Math.max(1, size.body - size.view)) * most,
    0,
    most,
  );
  const isAtEnd = native <= 0 || native >= size.body - size.view;
  // The end of the body is not the end of the list: there the shift is removed at once.
  return isAtEnd ? inProportion(top, size) : { native, shift: top - native };
}

/** Returns the same position without the shift; to be called when the scrolling rests. */
export function rest(at: TallScroll, size: TallSize): TallScroll {
  return size.body >= size.content ? at : inProportion(contentTop(at), size);
}

/** The place where the content from `top` on is in sight. */
export function scrolledTo(top: number, size: TallSize): TallScroll {
  const content = clamp(top, 0, Math.max(0, size.content - size.view));
  return size.body >= size.content ? { native: content, shift: 0 } : inProportion(content, size);
}

function inProportion(top: number, size: TallSize): TallScroll {
  const most = Math.max(1, size.content - size.view);
  const native = Math.round((top / most) * (size.body - size.view));
  return { native, shift: top - native };
}
