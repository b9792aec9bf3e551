import type { Connection } from '../../../preload/contract/connections.ts';
import type { LocationOf } from '../../../preload/contract/locations/location.ts';
import type {
  WatchedWallet,
  Watchlist,
  WatchlistColor,
  WatchlistContent,
  WalletsRead,
} from '../../../preload/contract/watchlists.ts';
import { walletKey, type WalletSide } from '../../../preload/contract/walletAddresses.ts';
import { readFilter, writeFilter, type FilterDraft } from '../../query/draft.ts';
import type { WithBridge } from '../../bridge.ts';
import { redo, record, startHistory, undo } from '../../query/history.ts';
import { perWindow } from '../../shell/perWindow.svelte.ts';
import { watchOf } from './watch.svelte.ts';

type Begin = LocationOf<'newWatchlist'>['begin'];

export class WatchlistDraft {
  readonly #connectionId: string;
  readonly #on: boolean;
  name = $state('');
  color = $state<WatchlistColor>('blue');
  note = $state('');
  /** Lines of wallets that are not added yet. */
  pasted = $state('');
  wallets = $state.raw<readonly WatchedWallet[]>([]);
  #filter = $state.raw(startHistory<FilterDraft>(readFilter(undefined)));

  constructor(connection: Pick<Connection, 'id'>, from: Watchlist | Begin) {
    this.#connectionId = connection.id;
    this.#on = from !== undefined && 'on' in from ? from.on : true;
    if (from === undefined) return;
    this.name = from.name ?? '';
    this.wallets = from.wallets ?? [];
    this.#filter = startHistory(readFilter(from.query?.filter));
    if (!('color' in from)) return;
    this.color = from.color;
    this.note = from.note;
  }

  get filter(): FilterDraft {
    return this.#filter.present;
  }

  changeFilter(filter: FilterDraft, joins: string | null): void {
    this.#filter = record(this.#filter, filter, joins);
  }

  undo(): void {
    this.#filter = undo(this.#filter);
  }

  redo(): void {
    this.#filter = redo(this.#filter);
  }

  readonly rules = $derived.by((): Pick<WatchlistContent, 'connectionId' | 'query' | 'wallets'> => {
    const filter = writeFilter(this.#filter.present);
    return {
      connectionId: this.#connectionId,
      query: filter === undefined ? {} : { filter },
      wallets: [...this.wallets],
    };
  });

  readonly content = $derived.by((): WatchlistContent => {
    return {
      ...this.rules,
      name: this.name.trim(),
      color: this.color,
      note: this.note,
      on: this.#on,
    };
  });

  /** Adds wallets; a known one takes the new side. Returns the number of new ones. */
  addWallets({ wallets }: Pick<WalletsRead, 'wallets'>): number {
    const keyOf = ({ address }: WatchedWallet): string => walletKey(address);
    const known = Map.groupBy(this.wallets, keyOf);
    const added = wallets.filter((wallet) => !known.has(keyOf(wallet)));
    const read = Map.groupBy(wallets, keyOf);
    const existing = this.wallets.map((old) => read.get(keyOf(old))?.[0] ?? old);
    this.wallets = [...existing, ...added];
    return added.length;
  }

  setSide(address: string, side: WalletSide): void {
    this.wallets = this.wallets.map((wallet) => (wallet.address === address ? { ...wallet, side } : wallet));
  }

  removeWallet(address: string): void {
    this.wallets = this.wallets.filter((wallet) => wallet.address !== address);
  }
}

/** What is entered for a new list, until it is saved or canceled. */
export const newDraftOf = perWindow(
  (_app: object, connectionId: string, begin: NonNullable<Begin> | 'empty') =>
    new WatchlistDraft({ id: connectionId }, begin === 'empty' ? undefined : begin),
);

/** What is entered for a list as saved, until it is saved again or canceled. */
export const draftOf = perWindow(
  (app: WithBridge, connectionId: string, listId: string, _saved: string) =>
    new WatchlistDraft({ id: connectionId }, watchOf(app).find(listId)?.list),
);
