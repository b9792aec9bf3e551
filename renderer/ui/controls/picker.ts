export interface PickItem {
  readonly key: string;
  readonly label: string;
  /** One or two sentences about the marked item. */
  readonly detail?: string | undefined;
  /** At the right, such as a type or a count. */
  readonly hint?: string | undefined;
  readonly words?: string | undefined;
  /** Items of a group are adjacent. */
  readonly group?: string | undefined;
  /** Alternatives, found by words that the item lacks. */
  readonly parts?: readonly Pick<PickItem, 'key' | 'label'>[] | undefined;
}

/** Labels of ids. */
const technical = / (?:id|slug)$/;

/**
 * Returns items with all words in any order. Ranks exact labels first, then matches in the label (names
 * before ids), hint or key, `words`, and parts.
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
