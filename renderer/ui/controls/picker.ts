/** Something that can be picked. */
export interface PickItem {
  readonly key: string;
  readonly label: string;
  /** One or two sentences, shown for the item that is marked. */
  readonly detail?: string | undefined;
  /** A word at the right: a type, a count. */
  readonly hint?: string | undefined;
  /** Further words by which it is found. */
  readonly words?: string | undefined;
  /** The heading it stands under; items of one heading follow one another. */
  readonly group?: string | undefined;
}

/** The items whose label, hint, key or further words hold each of the words, in any order. */
export function itemsWith<Item extends PickItem>(items: readonly Item[], words: string): readonly Item[] {
  const parts = words.toLowerCase().split(/\s+/);
  return items.filter(({ label, hint = '', key, words: more = '' }) => {
    const full = `${label} ${hint} ${key} ${more}`.toLowerCase();
    return parts.every((part) => full.includes(part));
  });
}
