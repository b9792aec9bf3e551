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
  /** Parts of it that can be picked in its place: each is found by words that it holds and the item does not. */
  readonly parts?: readonly Pick<PickItem, 'key' | 'label'>[] | undefined;
}

/** The labels of what identifies a record to the service, beside its name. */
const technical = / (?:id|slug)$/;

/**
 * The items that hold each of the words, in any order: first the one whose label they are, then those that hold them in label, hint or
 * key, names before ids, then those found by their further words, and last the parts of the others.
 */
export function itemsWith<Item extends PickItem>(items: readonly Item[], words: string): readonly Item[] {
  const sought = words.trim().toLowerCase();
  if (sought === '') return items;
  const parts = sought.split(/\s+/);
  const holds = (text: string): boolean => parts.every((part) => text.includes(part));
  const rank = ({ label, hint = '', key, words: more = '' }: Item): number => {
    const name = label.toLowerCase();
    if (name === sought) return 0;
    const own = `${name} ${hint} ${key}`.toLowerCase();
    if (holds(own)) return technical.test(name) ? 2 : 1;
    return holds(`${own} ${more.toLowerCase()}`) ? 3 : 4;
  };
  const partsOf = (item: Item): Item[] =>
    item.parts?.map((part) => ({ ...item, ...part, words: undefined, parts: undefined })) ?? [];
  return items
    .flatMap((item) =>
      rank(item) < 4
        ? [{ item, rank: rank(item) }]
        : partsOf(item).flatMap((part) => (rank(part) < 4 ? [{ item: part, rank: 4 }] : [])),
    )
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}
