import { resources } from '../../../preload/contract/resources.ts';
import type { WatchlistContent } from '../../../preload/contract/watchlists.ts';
import type { BuilderField } from '../../query/fields.ts';
import { describeQuery, type NameOf } from '../../query/describeQuery.ts';
import { plural } from '../../format/numbers.ts';

/** Returns `Transactions over $1m of 3 wallets`. `labelOf`: an address's label. */
export function rulesText(
  { query, wallets }: Pick<WatchlistContent, 'query' | 'wallets'>,
  fields: readonly BuilderField[],
  { nameOf, labelOf }: { nameOf?: NameOf; labelOf?: (address: string) => string | undefined } = {},
): string {
  const { filter } = query;
  const all =
    filter === undefined
      ? 'All transactions'
      : describeQuery({ filter }, resources.transactions, fields, nameOf);
  if (wallets.length === 0) return all;
  const [only] = wallets;
  const label = only !== undefined && wallets.length === 1 ? labelOf?.(only.address) : undefined;
  return `${all} of ${label ?? plural(wallets.length, 'wallet', 'wallets')}`;
}
