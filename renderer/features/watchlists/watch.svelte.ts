import type { CallInput, EventPayload } from '../../../preload/contract/bridge.ts';
import type { Alert, AlertContent, Firing } from '../../../preload/contract/alerts.ts';
import type { Unread } from '../../../preload/contract/feed.ts';
import type {
  WatchChecks,
  Watchlist,
  WatchlistContent,
  WatchlistState,
} from '../../../preload/contract/watchlists.ts';
import type { Failure, Result } from '../../../preload/contract/failures.ts';
import { latestRead } from '../../shell/latestRead.ts';
import { knowAddresses } from '../../format/addresses.ts';
import { ask, failureOf, type Bridge, type WithBridge } from '../../bridge.ts';
import { plural } from '../../format/numbers.ts';
import { perWindow } from '../../shell/perWindow.svelte.ts';

export class WatchState {
  readonly #bridge: Bridge;
  readonly #beginRead = latestRead();
  readonly #beginReadingAlerts = latestRead();
  readonly #beginReadingChecks = latestRead();
  #connectionId: string | null = null;
  #latest = Promise.resolve();
  lists = $state.raw<readonly WatchlistState[] | null>(null);
  used = $state.raw({ lists: 0, wallets: 0 });
  alerts = $state.raw<readonly Alert[]>([]);
  firings = $state.raw<readonly Firing[]>([]);
  unseenFirings = $state(0);
  notices = $state.raw<readonly string[]>([]);
  unread = $state.raw<Unread | null>(null);
  checks = $state.raw<WatchChecks | null>(null);
  failure = $state.raw<Failure | null>(null);
  alertsFailure = $state.raw<Failure | null>(null);

  constructor(bridge: Bridge) {
    this.#bridge = bridge;
  }

  start(): () => void {
    const stops = [
      this.#bridge.onWatchlistsChanged(({ connectionId }) => {
        if (connectionId === this.#connectionId) void this.read();
      }),
      this.#bridge.onAlertsChanged(({ connectionId }) => {
        if (connectionId === this.#connectionId) void this.readAlerts();
      }),
      this.#bridge.onWatchChecksChanged(({ connectionId }) => {
        if (connectionId === this.#connectionId) void this.#readChecks();
      }),
      this.#bridge.onFeedChanged((change) => {
        this.#take(change);
      }),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }

  async follow(connectionId: string): Promise<void> {
    if (this.#connectionId !== connectionId) {
      this.#connectionId = connectionId;
      this.lists = null;
      this.unread = null;
      this.checks = null;
      this.alerts = [];
      this.firings = [];
      this.unseenFirings = 0;
    }
    await Promise.all([this.read(), this.readAlerts(), this.#readChecks()]);
  }

  /** Resolves when the latest read, of this moment or later, is shown. */
  read(): Promise<void> {
    this.#latest = this.#read();
    return this.#latest;
  }

  async #read(): Promise<void> {
    const connectionId = this.#connectionId;
    if (connectionId === null) return;
    const isLatest = this.#beginRead();
    const [listed, unread] = await Promise.all([
      ask(() => this.#bridge.listWatchlists({ connectionId })),
      ask(() => this.#bridge.getUnread({ connectionId })),
    ]);
    if (!isLatest()) return this.#latest;
    if (unread.ok) this.unread = unread.value;
    this.failure = listed.ok ? null : listed.failure;
    if (!listed.ok) return;
    this.lists = listed.value.lists;
    for (const { list } of this.lists) knowAddresses(list.wallets.map(({ address }) => address));
    this.used = listed.value.used;
    this.notices = listed.value.notices;
  }

  find(id: string): WatchlistState | undefined {
    return this.lists?.find(({ list }) => list.id === id);
  }

  /** Resolves when the list is shown as saved. */
  async save(content: WatchlistContent, id?: string): Promise<Result<Watchlist>> {
    const saved = await ask(() =>
      this.#bridge.saveWatchlist({ content, ...(id === undefined ? {} : { id }) }),
    );
    if (saved.ok) await this.read();
    return saved;
  }

  change(list: Watchlist, change: Partial<WatchlistContent>): Promise<Failure | null> {
    const { id, createdAt: _createdAt, changedAt: _changedAt, ...content } = { ...list, ...change };
    return failureOf(() => this.save(content, id));
  }

  remove(ids: string[]): Promise<Failure | null> {
    return failureOf(() => this.#bridge.removeWatchlists({ ids }));
  }

  saveAlert(content: AlertContent, id?: string): Promise<Result<Alert>> {
    return ask(() => this.#bridge.saveAlert({ content, ...(id === undefined ? {} : { id }) }));
  }

  removeAlerts(ids: string[]): Promise<Failure | null> {
    return failureOf(() => this.#bridge.removeAlerts({ ids }));
  }

  async markFiringsSeen(): Promise<void> {
    const connectionId = this.#connectionId;
    if (connectionId === null || this.unseenFirings === 0) return;
    await ask(() => this.#bridge.markFiringsSeen({ connectionId }));
  }

  async mark(what: CallInput<'markRead'>['what'], read = true): Promise<Failure | null> {
    const connectionId = this.#connectionId;
    if (connectionId === null) return null;
    const result = await ask(() => this.#bridge.markRead({ connectionId, what, read }));
    if (!result.ok) return result.failure;
    this.unread = result.value;
    return null;
  }

  /** Checks lists now, all without `listIds`. Returns a message. */
  async checkNow(listIds?: string[]): Promise<string> {
    const connectionId = this.#connectionId;
    if (connectionId === null) return 'There is nothing to check.';
    const result = await ask(() =>
      this.#bridge.checkWatchlists({ connectionId, ...(listIds === undefined ? {} : { listIds }) }),
    );
    if (!result.ok) return result.failure.message;
    return `${plural(result.value.listIds.length, 'list', 'lists')} checked.`;
  }

  async #readChecks(): Promise<void> {
    const connectionId = this.#connectionId;
    if (connectionId === null) return;
    const isLatest = this.#beginReadingChecks();
    const result = await ask(() => this.#bridge.getWatchChecks({ connectionId }));
    if (result.ok && isLatest()) this.checks = result.value;
  }

  async readAlerts(): Promise<void> {
    const connectionId = this.#connectionId;
    if (connectionId === null) return;
    const isLatest = this.#beginReadingAlerts();
    const [alerts, log] = await Promise.all([
      ask(() => this.#bridge.listAlerts({ connectionId })),
      ask(() => this.#bridge.listFirings({ connectionId })),
    ]);
    if (!isLatest()) return;
    if (alerts.ok) this.alerts = alerts.value.alerts;
    this.alertsFailure = !alerts.ok ? alerts.failure : log.ok ? null : log.failure;
    if (!log.ok) return;
    this.firings = log.value.firings;
    this.unseenFirings = log.value.unseen;
  }

  #take({ arrived: _arrived, ...unread }: EventPayload<'feedChanged'>): void {
    if (unread.connectionId !== this.#connectionId) return;
    this.unread = unread;
    const countOf = (id: string): number => unread.lists.find(({ listId }) => listId === id)?.unread ?? 0;
    this.lists = this.lists?.map((state) => ({ ...state, unread: countOf(state.list.id) })) ?? null;
  }
}

export const watchOf = perWindow(({ bridge }: WithBridge) => new WatchState(bridge));
