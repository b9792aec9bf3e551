/** Orders of ids that a service may keep: numbers, texts by code units, or the rules of a language. */

const inLanguage = new Intl.Collator('en');
const withoutMarks = new Intl.Collator('en', { ignorePunctuation: true });

const comparisons: Readonly<Record<string, (a: string, b: string) => number>> = {
  number: (a, b) => Number(a) - Number(b),
  text: (a, b) => (a < b ? -1 : Number(a > b)),
  language: (a, b) => inLanguage.compare(a, b),
  letters: (a, b) => withoutMarks.compare(a, b),
};

const signs = { '+': 1, '-': -1 } as const;

/** All orders, ascending (`+number`) and descending. */
export const allOrders: readonly string[] = Object.keys(signs).flatMap((sign) =>
  Object.keys(comparisons).map((name) => sign + name),
);

/** The orders that the ids are in. */
export function ordersOf(ids: readonly string[], orders: readonly string[] = allOrders): string[] {
  return orders.filter((order) => {
    const compare = comparisons[order.slice(1)];
    const sign = order.startsWith('-') ? signs['-'] : signs['+'];
    // A text that is no number compares with nothing.
    return (
      compare !== undefined && ids.every((id, at) => at === 0 || sign * compare(ids[at - 1] ?? '', id) <= 0)
    );
  });
}
