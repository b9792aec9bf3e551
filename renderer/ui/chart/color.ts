/** Linear sRGB, 0 to 1. */
type Light = readonly [red: number, green: number, blue: number];

/** `#rrggbb`. */
export interface Palette {
  readonly surface: string;
  readonly series: readonly string[];
  readonly other: string;
}

/** 1 to 21. Source: WCAG 2.2, "contrast ratio". */
export function contrast(a: string, b: string): number {
  const [darker = 0, lighter = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (lighter + 0.05) / (darker + 0.05);
}

export function textOn(color: string): '#000000' | '#ffffff' {
  return contrast(color, '#ffffff') >= contrast(color, '#000000') ? '#ffffff' : '#000000';
}

export function withAlpha(color: string, alpha: number): string {
  return `${color}${Math.round(alpha * 255)
    .toString(16)
    .padStart(2, '0')}`;
}

function luminance(color: string): number {
  const [red, green, blue] = light(color);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

export function light(color: string): Light {
  const part = (at: number): number => {
    const value = parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [part(1), part(3), part(5)];
}
