/** Something that can be picked. */
export interface PickItem {
  readonly key: string;
  readonly label: string;
  /** One or two sentences, shown for the item that is marked. */
  readonly detail?: string | undefined;
  /** A word at the right: a type, a count. */
  readonly hint?: string | undefined;
  /** The heading it stands under; items of one heading follow one another. */
  readonly group?: string | undefined;
}

/** The items whose label, hint or key holds each of the words, in any order. */
export function itemsWith<Item extends PickItem>(items: readonly Item[], words: string): readonly Item[] {
  const parts = words.toLowerCase().split(/\s+/);
  return items.filter(({ label, hint = '', key }) => {
    const full = `${label} ${hint} ${key}`.toLowerCase();
    return parts.every((part) => full.includes(part));
  });
}
