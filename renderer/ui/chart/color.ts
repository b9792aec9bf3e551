/**
 * Colours of series. A series keeps the colour that the service gives its group where that can be seen on the surface and
 * told from those before it; else it takes the next of the palette. What is left over is grey.
 */

/** Light of the sRGB primaries, 0 to 1. */
type Light = readonly [red: number, green: number, blue: number];

/** Rule: WCAG 2.2, 1.4.11: graphical objects need 3:1 against what is next to them. */
const leastContrast = 3;

/** Closer than this in OKLab, of 100, two lines cannot be told apart side by side. */
const leastDistance = 8;

export interface Palette {
  /** All as `#rrggbb`. */
  readonly surface: string;
  readonly series: readonly string[];
  readonly other: string;
}

/**
 * A colour for each of `wanted`, in order; null asks for one of the palette. Only as many as the palette has get a colour
 * of their own.
 */
export function chooseColors(wanted: readonly (string | null)[], palette: Palette): string[] {
  const taken: string[] = [];
  return wanted.map((own) => {
    if (taken.length >= palette.series.length) return palette.other;
    const color =
      own !== null && isUsable(own, palette, taken)
        ? own
        : palette.series.find((candidate) =>
            taken.every((other) => distance(candidate, other) >= leastDistance),
          );
    const chosen = color ?? palette.series.find((candidate) => !taken.includes(candidate)) ?? palette.other;
    taken.push(chosen);
    return chosen;
  });
}

/**
 * A colour for each series that is drawn, by id. A series keeps its colour while others are hidden; where the palette has
 * colours to spare, those that were grey take them.
 */
export function colorsOf(
  all: readonly { id: string; color: string | null }[],
  hidden: ReadonlySet<string>,
  palette: Palette,
): Map<string, string> {
  const own = chooseColors(
    all.map(({ color }) => color),
    palette,
  );
  const colors = new Map<string, string>();
  all.forEach(({ id }, index) => {
    if (!hidden.has(id)) colors.set(id, own[index] ?? palette.other);
  });
  const spare = palette.series.filter((color) => ![...colors.values()].includes(color));
  for (const [id, color] of colors) {
    if (color === palette.other && hidden.size > 0) colors.set(id, spare.shift() ?? palette.other);
  }
  return colors;
}

function isUsable(color: string, { surface }: Palette, taken: readonly string[]): boolean {
  return (
    contrast(color, surface) >= leastContrast &&
    taken.every((other) => distance(color, other) >= leastDistance)
  );
}

/** Contrast of two colours, 1 to 21. Rule: WCAG 2.2, "contrast ratio". */
export function contrast(a: string, b: string): number {
  const [darker = 0, lighter = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Black or white, whichever reads better on the colour. */
export function textOn(color: string): '#000000' | '#ffffff' {
  return contrast(color, '#ffffff') >= contrast(color, '#000000') ? '#ffffff' : '#000000';
}

/** The colour halfway between two. */
export function mixed(one: string, other: string): string {
  const part = (at: number): string => {
    const sum = parseInt(one.slice(at, at + 2), 16) + parseInt(other.slice(at, at + 2), 16);
    return Math.round(sum / 2)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${part(1)}${part(3)}${part(5)}`;
}

/** A colour with an opacity, for canvas. */
export function withAlpha(color: string, alpha: number): string {
  return `${color}${Math.round(alpha * 255)
    .toString(16)
    .padStart(2, '0')}`;
}

/** Difference of two colours as seen, 0 to about 100. Rule: OKLab, Björn Ottosson 2020. */
export function distance(a: string, b: string): number {
  const [l1, a1, b1] = okLab(light(a));
  const [l2, a2, b2] = okLab(light(b));
  return 100 * Math.hypot(l1 - l2, a1 - a2, b1 - b2);
}

function luminance(color: string): number {
  const [red, green, blue] = light(color);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Reads `#rrggbb`. */
export function light(color: string): Light {
  const part = (at: number): number => {
    const value = parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [part(1), part(3), part(5)];
}

export function okLab([red, green, blue]: Light): readonly [number, number, number] {
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}
