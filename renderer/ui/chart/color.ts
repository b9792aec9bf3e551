/** Linear sRGB, 0 to 1. */
type Light = readonly [red: number, green: number, blue: number];

/** `#rrggbb`. */
export interface Palette {
  readonly surface: string;
  readonly series: readonly string[];
  /** For parts without a color of their own. */
  readonly other: string;
}

/** 1 to 21. Source: WCAG 2.2, "contrast ratio". */
export function contrast(a: string, b: string): number {
  const [darker = 0, lighter = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (lighter + 0.05) / (darker + 0.05);
}

/** Returns the more readable text color. */
export function textOn(color: string): '#000000' | '#ffffff' {
  return contrast(color, '#ffffff') >= contrast(color, '#000000') ? '#ffffff' : '#000000';
}

export function withAlpha(color: string, alpha: number): string {
  return `${color}${Math.round(alpha * 255)
    .toString(16)
    .padStart(2, '0')}`;
}

/** Perceived difference, 0 to about 100. Source: OKLab, Björn Ottosson 2020. */
export function distance(a: string, b: string): number {
  const [l1, a1, b1] = okLab(light(a));
  const [l2, a2, b2] = okLab(light(b));
  return 100 * Math.hypot(l1 - l2, a1 - a2, b1 - b2);
}

function luminance(color: string): number {
  const [red, green, blue] = light(color);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Parses `#rrggbb`. */
export function light(color: string): Light {
  const part = (at: number): number => {
    const value = parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [part(1), part(3), part(5)];
}

/** Returns lightness, green–red, blue–yellow. Source: https://bottosson.github.io/posts/oklab/. */
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
