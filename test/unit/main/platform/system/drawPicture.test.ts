import { describe, expect, it } from 'vitest';
import { drawPicture } from '../../../../../main/platform/system/drawPicture.ts';

/** The pixel at a place, as blue, green, red and opacity. */
function pixel(picture: Buffer, size: number, x: number, y: number): number[] {
  return [...picture.subarray((y * size + x) * 4, (y * size + x) * 4 + 4)];
}

describe('the picture in the tray', () => {
  it.each([16, 32])('has four bytes for each pixel, %d of them wide and high', (size) => {
    expect(drawPicture(size, 'quiet', false)).toHaveLength(size * size * 4);
  });

  it('is clear beside the bars, and has a dot where there is news', () => {
    expect(pixel(drawPicture(16, 'quiet', false), 16, 0, 0)[3]).toBe(0);
    expect(pixel(drawPicture(16, 'quiet', false), 16, 7, 10)[3]).toBe(255);
    expect(pixel(drawPicture(16, 'quiet', false), 16, 13, 3)[3]).toBe(0);
    expect(pixel(drawPicture(16, 'news', false), 16, 13, 3)[3]).toBe(255);
  });

  it('is grey while watching is paused, and black where the system colors it', () => {
    const [blue, green, red] = pixel(drawPicture(16, 'paused', false), 16, 7, 10);
    expect(
      Math.max(blue ?? 0, green ?? 0, red ?? 0) - Math.min(blue ?? 0, green ?? 0, red ?? 0),
    ).toBeLessThan(20);
    expect(pixel(drawPicture(16, 'news', true), 16, 13, 3)).toEqual([0, 0, 0, 255]);
  });
});
