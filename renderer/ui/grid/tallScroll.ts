import { clamp } from './geometry.ts';

/**
 * Scrolls beyond Chromium's longest layout, 2^25 device pixels or 1.2 million rows of 28 px. The body has at
 * most that height. Short scrolls move by pixels, long ones in proportion; `shift` is the difference, removed
 * when the scroll rests. In CSS pixels: `content` counts from the list's top, `native` is the element's
 * scroll position.
 */
export interface TallScroll {
  readonly native: number;
  /** Content minus native. */
  readonly shift: number;
}

export interface TallSize {
  readonly content: number;
  readonly body: number;
  readonly view: number;
}

export const atTop: TallScroll = { native: 0, shift: 0 };

/** Less than 2^25, which includes the header. */
const tallestDevicePx = 32_000_000;

/** Scrolls by fewer views come from wheel or keys. */
const shortScrollViews = 3;

/** In CSS pixels. */
export function bodyHeight(content: number, devicePixelRatio: number): number {
  return Math.min(content, Math.floor(tallestDevicePx / Math.max(1, devicePixelRatio)));
}

export function contentTop({ native, shift }: TallScroll): number {
  return native + shift;
}

/** Set the element to `native` of the result. */
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
  // The body's end is not the list's end.
  return isAtEnd ? inProportion(top, size) : { native, shift: top - native };
}

export function rest(at: TallScroll, size: TallSize): TallScroll {
  return size.body >= size.content ? at : inProportion(contentTop(at), size);
}

export function scrolledTo(top: number, size: TallSize): TallScroll {
  const content = clamp(top, 0, Math.max(0, size.content - size.view));
  return size.body >= size.content ? { native: content, shift: 0 } : inProportion(content, size);
}

function inProportion(top: number, size: TallSize): TallScroll {
  const most = Math.max(1, size.content - size.view);
  const native = Math.round((top / most) * (size.body - size.view));
  return { native, shift: top - native };
}
