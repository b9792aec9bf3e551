/** Ids in the order of their columns. A number equals its text. */
export type ComparedIds = readonly (string | number)[];

/** Compares ids as text: ids of links are text, ids of records may be numbers. */
export function holdsId(ids: ComparedIds, id: string | number): boolean {
  return ids.some((other) => String(other) === String(id));
}

/** Appends an id unless it is present or there are `most`. */
export function withId(ids: ComparedIds, id: string | number, most: number): ComparedIds {
  return holdsId(ids, id) || ids.length >= most ? ids : [...ids, id];
}

export function withoutId(ids: ComparedIds, id: string | number): ComparedIds {
  return ids.filter((other) => String(other) !== String(id));
}

/** Moves an id by some columns, at most to the end. */
export function movedId(ids: ComparedIds, id: string | number, by: number): ComparedIds {
  const from = ids.findIndex((other) => String(other) === String(id));
  const to = Math.min(Math.max(from + by, 0), ids.length - 1);
  const rest = withoutId(ids, id);
  return from === -1 || to === from ? ids : [...rest.slice(0, to), id, ...rest.slice(to)];
}

export function distinctIds(ids: ComparedIds, most: number): ComparedIds {
  return ids
    .filter((id, index) => ids.findIndex((other) => String(other) === String(id)) === index)
    .slice(0, most);
}
