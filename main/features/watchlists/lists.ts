import { FailureError } from '../../../preload/contract/failures.ts';
import { isEverything } from '../../../preload/contract/query.ts';
import { resources } from '../../../preload/contract/resources.ts';
import { walletKey } from '../../../preload/contract/walletAddresses.ts';
import { resolveMovingDates } from '../../../preload/contract/movingDates.ts';
import {
  watchlistFilter,
  watchlistSchema,
  watchLimits,
  type WatchedWallet,
  type Watchlist,
  type WatchlistContent,
} from '../../../preload/contract/watchlists.ts';
import { byName, documentsOf, stamped, type DocumentsRead } from '../../store/documents.ts';
import type { UserStore } from '../../store/store.ts';
import { compileWhere } from '../../store/query/compile.ts';
import { QueryProblem } from '../../store/query/problems.ts';
import { makeTable } from '../../store/query/tables.ts';
import { refused, kinds } from './documents.ts';
import { checkAddress } from './walletImport/checkAddress.ts';

export type Lists = ReturnType<typeof createLists>;

const transactions = makeTable(resources.transactions);

export function createLists({ user, now }: { user: UserStore; now: () => number }) {
  const stored = documentsOf(user, {
    kind: kinds.list,
    schema: watchlistSchema,
    one: 'watchlist',
    many: 'watchlists',
  });
  const read = async (): Promise<DocumentsRead<Watchlist>> => byName(await stored.read());

  return {
    read,
    /** Creates a list without `id`. Rejects with `bad-arguments` or `not-found`. */
    async save(content: WatchlistContent, id?: string) {
      const { documents } = await read();
      const before = documents.find((one) => one.id === id);
      if (id !== undefined && before === undefined) throw noSuchList(id);
      const checked = check(content);
      checkLimits(
        checked,
        documents.filter((one) => one !== before),
      );
      const list = stamped(checked, now(), before);
      await user.changeDocuments([stored.write(list)]);
      return list;
    },
    async remove(ids: readonly string[]) {
      await user.changeDocuments(ids.map(stored.remove));
    },
  };
}

export function noSuchList(id: string): FailureError {
  return new FailureError({
    code: 'not-found',
    message: 'This watchlist no longer exists. Choose another one.',
    detail: id,
  });
}

/** Throws `bad-query` if a filter cannot be matched locally. */
export function requireMatchable(query: Pick<WatchlistContent['query'], 'filter'>): void {
  try {
    compileWhere(transactions, resolveMovingDates(query, Date.now()).filter, { openFields: true });
  } catch (error) {
    if (!(error instanceof QueryProblem)) throw error;
    throw new FailureError(
      {
        code: 'bad-query',
        message: 'These rules cannot be watched. Change the part that is named.',
        detail: error.message,
      },
      { cause: error },
    );
  }
}

/** Returns the stored form: the filter of the query, each wallet once. Throws if it cannot be watched. */
function check(content: WatchlistContent): WatchlistContent {
  const { filter } = content.query;
  const wallets = new Map<string, WatchedWallet>();
  for (const wallet of content.wallets) {
    const key = walletKey(wallet.address);
    const known = wallets.get(key);
    wallets.set(
      key,
      known === undefined || known.side === wallet.side ? wallet : { ...wallet, side: 'either' },
    );
  }
  for (const { address, chain } of wallets.values()) {
    const checked = checkAddress(address, chain);
    if (!checked.ok) throw refused(checked.message, address);
  }
  const saved = {
    ...content,
    query: filter === undefined ? {} : { filter },
    wallets: [...wallets.values()],
  };
  const whole = watchlistFilter(saved);
  if (whole === undefined || isEverything(whole))
    throw refused('This list would watch every transaction. Add a condition or a wallet.');
  requireMatchable({ filter: whole });
  return saved;
}

function checkLimits(content: WatchlistContent, others: readonly Watchlist[]): void {
  if (others.length >= watchLimits.lists) {
    throw refused(
      `You have reached the limit of ${watchLimits.lists.toString()} watchlists. Remove one, or add the rules to another list.`,
    );
  }
  const used = others.reduce((sum, { wallets }) => sum + wallets.length, 0);
  if (used + content.wallets.length > watchLimits.wallets) {
    const left = Math.max(0, watchLimits.wallets - used);
    throw refused(
      `All watchlists together can have ${watchLimits.wallets.toLocaleString('en')} wallets; ${left.toLocaleString('en')} remain for this one. Remove wallets from it or from others.`,
    );
  }
}
