export type TrayStatus = 'quiet' | 'news' | 'paused';

type Color = readonly [red: number, green: number, blue: number];

const bars = [
  [2, 8, 5, 14],
  [6.5, 5, 9.5, 14],
  [11, 7, 14, 14],
] as const;
const dot = { x: 12.5, y: 3.5, radius: 3 } as const;

const blue: Color = [0x3e, 0x63, 0xd6];
const grey: Color = [0x8a, 0x90, 0x97];
const red: Color = [0xd8, 0x3a, 0x2e];
const black: Color = [0, 0, 0];

/** Returns the icon's bytes: blue, green, red and opacity of `size` × `size` pixels, row by row. */
export function drawPicture(size: number, status: TrayStatus, template: boolean): Buffer {
  const pixels = Buffer.alloc(size * size * 4);
  const scale = size / 16;
  const barColor = template ? black : status === 'paused' ? grey : blue;
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      const [left, top] = [(x + 0.5) / scale, (y + 0.5) / scale];
      const inBar = bars.some(([x1, y1, x2, y2]) => left > x1 && left < x2 && top > y1 && top < y2);
      const inDot = status === 'news' && Math.hypot(left - dot.x, top - dot.y) < dot.radius;
      if (!inBar && !inDot) continue;
      const [r, g, b] = inDot && !template ? red : barColor;
      pixels.set([b, g, r, status === 'paused' && template ? 110 : 255], (y * size + x) * 4);
    }
  }
  return pixels;
}
