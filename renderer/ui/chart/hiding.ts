export function toggled(hidden: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(hidden);
  if (!next.delete(id)) next.add(id);
  return next;
}

/** Hides all others; shows all if the series is already alone. */
export function isolated(
  ids: readonly string[],
  hidden: ReadonlySet<string>,
  id: string,
): ReadonlySet<string> {
  const isAlone = !hidden.has(id) && ids.every((other) => other === id || hidden.has(other));
  return isAlone ? new Set() : new Set(ids.filter((other) => other !== id));
}
