import type { Palette } from './color.ts';

/**
 * Colors of entities: a network, a class, an issuer or a token has one place in the palette, whatever chart it is in and
 * whatever the theme is.
 */

/** What a color stands for. `kind` is the service's word for the group: `network`, `asset_class`, `protocol`, … */
export interface Entity {
  readonly kind: string;
  readonly id: string | number;
}

/** Places in the palette. The first eight are the easiest to tell apart. */
export const paletteSize = 16;

/** Entities that most charts show, in the order of their places. Rule: service notes, "Records". */
const known: Readonly<Record<string, readonly number[]>> = {
  network: [1, 2, 10, 4, 9, 11, 3, 46, 8, 38, 5, 33, 48, 7, 76],
  asset_class: [28, 27, 51, 43, 34, 56],
};

const given = new Map<string, Map<string, number>>();

/**
 * The place of an entity in the palette, from 0. Others than the known ones have the place that follows from their id, or the next
 * one that no other of their kind has; where all are in use two entities share one.
 */
export function placeOf({ kind, id }: Entity): number {
  const ofKind = given.get(kind) ?? new Map((known[kind] ?? []).map((one, place) => [String(one), place]));
  given.set(kind, ofKind);
  const key = String(id);
  let place = ofKind.get(key);
  if (place === undefined) {
    const inUse = new Set(ofKind.values());
    const first = hashOf(key) % paletteSize;
    place = first;
    while (inUse.size < paletteSize && inUse.has(place)) place = (place + 1) % paletteSize;
    ofKind.set(key, place);
  }
  return place;
}

/** The color of an entity on a canvas. */
export function colorOf(entity: Entity, { series, other }: Palette): string {
  return series[placeOf(entity)] ?? other;
}

/** The color of an entity in the document. */
export function cssColorOf(entity: Entity): string {
  return `var(--chart-${(placeOf(entity) + 1).toString()})`;
}

/**
 * A color for each part of a chart, in order. A color means one entity: a later one that shares its place takes the next color that no
 * part has, and so do parts that stand for no entity, such as a total. Grey is left where there are more parts than colors.
 */
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
