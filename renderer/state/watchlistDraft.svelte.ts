import type { Connection } from '../../preload/contract/connections.ts';
import type { LocationOf } from '../../preload/contract/locations/location.ts';
import type {
  Wallet,
  Watchlist,
  WatchlistColor,
  WatchlistContent,
  WalletsRead,
} from '../../preload/contract/watchlists.ts';
import { walletKey } from '../../preload/contract/walletAddresses.ts';
import type { Importance } from '../../preload/contract/watchlists.ts';
import { readFilter, writeFilter, type FilterDraft } from '../builder/draft.ts';
import { redo, record, startHistory, undo } from '../builder/history.ts';

type Begin = LocationOf<'newWatchlist'>['begin'];

/** A watchlist while it is edited. */
export class WatchlistDraft {
  readonly #connectionId: string;
  readonly #on: boolean;
  name = $state('');
  color = $state<WatchlistColor>('blue');
  note = $state('');
  importance = $state<Importance>('normal');
  wallets = $state.raw<readonly Wallet[]>([]);
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
    this.importance = from.importance;
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

  readonly content = $derived.by((): WatchlistContent => {
    const filter = writeFilter(this.#filter.present);
    return {
      connectionId: this.#connectionId,
      name: this.name.trim(),
      color: this.color,
      note: this.note,
      on: this.#on,
      importance: this.importance,
      query: filter === undefined ? {} : { filter },
      wallets: [...this.wallets],
    };
  });

  /** Adds wallets that were read; one that is there already takes the label and side that were read. Returns how many are new. */
  addWallets({ wallets }: Pick<WalletsRead, 'wallets'>): number {
    const known = new Map(this.wallets.map((wallet) => [walletKey(wallet.address), wallet]));
    const before = known.size;
    for (const wallet of wallets) {
      const key = walletKey(wallet.address);
      const old = known.get(key);
      known.set(key, { ...wallet, label: wallet.label === '' ? (old?.label ?? '') : wallet.label });
    }
    this.wallets = [...known.values()];
    return known.size - before;
  }

  changeWallet(address: string, change: Partial<Pick<Wallet, 'label' | 'side'>>): void {
    this.wallets = this.wallets.map((wallet) =>
      wallet.address === address ? { ...wallet, ...change } : wallet,
    );
  }

  removeWallet(address: string): void {
    this.wallets = this.wallets.filter((wallet) => wallet.address !== address);
  }
}
