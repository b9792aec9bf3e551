import type { Palette } from './color.ts';

/** `kind` is the service's group type: `network`, `asset_class`, `protocol`, … */
export interface Entity {
  readonly kind: string;
  readonly id: string | number;
}

/** The first eight are the most distinct. */
export const paletteSize = 16;

/** The most frequent entities in palette order. Source: service notes, "Records". */
const known: Readonly<Record<string, readonly number[]>> = {
  network: [1, 2, 10, 4, 9, 11, 3, 46, 8, 38, 5, 33, 48, 7, 76],
  asset_class: [28, 27, 51, 43, 34, 56],
};

const given = new Map<string, Map<string, number>>();

/** Returns a palette index by a hash of the id, else the next free one. If all are used, it shares one. */
function placeOf({ kind, id }: Entity): number {
  const ofKind = given.get(kind) ?? new Map((known[kind] ?? []).map((one, index) => [String(one), index]));
  given.set(kind, ofKind);
  const key = String(id);
  let index = ofKind.get(key);
  if (index === undefined) {
    const inUse = new Set(ofKind.values());
    const first = hashOf(key) % paletteSize;
    index = first;
    while (inUse.size < paletteSize && inUse.has(index)) index = (index + 1) % paletteSize;
    ofKind.set(key, index);
  }
  return index;
}

export function colorOf(entity: Entity, { series, other }: Palette): string {
  return series[placeOf(entity)] ?? other;
}

export function cssColorOf(entity: Entity): string {
  return `var(--chart-${(placeOf(entity) + 1).toString()})`;
}

/** Gives each part a color: its own, else a free one, grey beyond the palette. */
export function colorsOf(entities: readonly (Entity | null)[], palette: Palette): string[] {
  const used = new Set<string>();
  const own = entities.map((entity) => {
    const color = entity === null ? null : colorOf(entity, palette);
    if (color === null || used.has(color)) return null;
    used.add(color);
    return color;
  });
  const free = palette.series.filter((color) => !used.has(color));
  return own.map((color) => color ?? free.shift() ?? palette.other);
}

/** FNV-1a, 32 bits. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
