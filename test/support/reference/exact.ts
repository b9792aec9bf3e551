/** `units` / 10^`scale`, with any number of digits; `scale` ≥ 0. Imports nothing of the product. */
export interface Exact {
  readonly units: bigint;
  readonly scale: number;
}

export const zero: Exact = { units: 0n, scale: 0 };

/** Parses a JSON number; null for other text. Rule: RFC 8259, 6. */
export function readExact(text: string): Exact | null {
  const [, sign = '', whole, fraction = '', exponent = '0'] =
    /^(-?)(0|[1-9]\d*)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  if (whole === undefined) return null;
  const units = BigInt(sign + whole + fraction);
  const scale = fraction.length - Number(exponent);
  return scale < 0 ? { units: units * 10n ** BigInt(-scale), scale: 0 } : { units, scale };
}

function unitsAt({ units, scale }: Exact, wanted: number): bigint {
  return units * 10n ** BigInt(wanted - scale);
}

export function plus(a: Exact, b: Exact): Exact {
  const scale = Math.max(a.scale, b.scale);
  return { units: unitsAt(a, scale) + unitsAt(b, scale), scale };
}

export function negative({ units, scale }: Exact): Exact {
  return { units: -units, scale };
}

export function times(a: Exact, b: Exact): Exact {
  return { units: a.units * b.units, scale: a.scale + b.scale };
}

export function compareExact(a: Exact, b: Exact): number {
  const scale = Math.max(a.scale, b.scale);
  const [first, second] = [unitsAt(a, scale), unitsAt(b, scale)];
  return first < second ? -1 : Number(first > second);
}

export function sumOf(parts: readonly Exact[]): Exact {
  return parts.reduce(plus, zero);
}

/** Returns the nearest double, 0 for −0. */
export function toDouble({ units, scale }: Exact): number {
  return Number(`${units.toString()}e-${scale.toString()}`) + 0;
}

/** Returns the nearest double; null if `b` is 0. */
export function quotient(a: Exact, b: Exact): number | null {
  if (b.units === 0n) return null;
  return toDouble({ units: (a.units * 10n ** BigInt(60 + b.scale)) / b.units, scale: 60 + a.scale });
}

/** Returns the shortest plain digits, equal for equal numbers. */
export function plainDigits({ units, scale }: Exact): string {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  const fraction = digits.slice(digits.length - scale).replace(/0+$/, '');
  return `${units < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}
