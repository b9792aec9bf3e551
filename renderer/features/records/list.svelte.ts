import type { EventPayload, RecordList } from '../../../preload/contract/bridge.ts';
import type { Failure } from '../../../preload/contract/failures.ts';
import { canonicalJson } from '../../../preload/contract/json.ts';
import { resolveMovingDates } from '../../../preload/contract/movingDates.ts';
import type { Provenance } from '../../../preload/contract/provenance.ts';
import { sentQuery } from '../../../preload/contract/query.ts';
import type { PartialRecord } from '../../../preload/contract/records.ts';
import type { ResourceName } from '../../../preload/contract/resources.ts';
import { Wait } from '../../shell/wait.svelte.ts';
import type { IndexRange } from '../../ui/grid/geometry.ts';
import { Pages, type ListPage } from '../../ui/grid/pages.ts';
import type { ListRequest, ListSource, RequestRules } from './listRequest.ts';
import { PageRequests, queryOfPage } from './pageRequests.ts';
import type { BudgetsState } from '../../shell/budgets.svelte.ts';
import { listKeyOf } from '../../query/runs.svelte.ts';
import { perWindow } from '../../shell/perWindow.svelte.ts';
import type { Tab } from '../../shell/tabs.svelte.ts';
import type { SessionState } from '../../shell/session.svelte.ts';
import type { WithBridge } from '../../bridge.ts';

/** Local pages are cheap. */
const localPageSize = 100;
/** Prefetched rows if requests are free. */
const rowsAhead = 40;
/** Approximate number of record members in memory. */
const maxCachedCells = 60_000;
/** Nearby pages have different counters. */
const countsOfChanges = 16;
const none: readonly PartialRecord[] = [];

/** The browser's list: pages in view are loaded, some others kept. Rows count from 0. */
export class ListState {
  #request = $state.raw<ListRequest | null>(null);
  /** `#next` replaces it with the first answer. */
  #pages = $state.raw<Pages | null>(null);
  #next: Pages | null = null;
  /** Refreshes during the first request of `#next`, which may predate them. */
  #pendingRefreshes: EventPayload<'refreshed'>[] = [];
  #version = $state(0);
  /** By remainder of the page, so that one page's answer does not update all rows. */
  readonly #changes = $state(Array.from({ length: countsOfChanges }, () => 0));
  #rowCount = $state<number | null>(null);
  #sample = $state.raw(none);
  /** Counts changes of visible rows; scrolling changes no record. */
  #sight = $state(0);
  #failure = $state.raw<Failure | null>(null);
  #opening = $state(false);
  readonly #wait = new Wait();
  #inSight: IndexRange = { start: 0, end: 1 };
  #suspended = false;
  readonly #requests: PageRequests;

  constructor(source: ListSource, rules: RequestRules) {
    this.#requests = new PageRequests(source, rules);
  }

  get request(): ListRequest | null {
    return this.#request;
  }

  get key(): string | null {
    return this.#pages?.key ?? null;
  }

  /** Equal for the same list in another order. */
  get recordsKey(): string | null {
    return this.#pages?.recordsKey ?? null;
  }

  get failure(): Failure | null {
    return this.#failure;
  }

  get opening(): boolean {
    return this.#opening;
  }

  get pending(): boolean {
    return this.#wait.pending;
  }

  get slow(): boolean {
    return this.#wait.slow;
  }

  get waiting(): boolean {
    return this.#wait.waiting;
  }

  get rowCount(): number | null {
    return this.#rowCount;
  }

  readonly loadedCount = $derived.by(() => {
    void this.#version;
    return (this.#pages?.entries() ?? []).reduce(
      (sum, [, page]) => sum + (page.kind === 'here' ? page.records.length : 0),
      0,
    );
  });

  get sampleOfRecords(): readonly PartialRecord[] {
    return this.#sample;
  }

  /** The oldest visible page's, or the list's while all are loading. */
  readonly provenance = $derived.by((): Provenance | undefined => {
    void [this.#version, this.#sight];
    const pages = this.#pages;
    if (pages === null) return undefined;
    const entries = pages.pagesOf(this.#inSight).map((page) => pages.get(page));
    const seen = entries.flatMap((entry) => (entry?.kind === 'here' ? [entry.provenance] : []));
    const oldest = seen.toSorted((a, b) => (a.fetchedAt ?? Infinity) - (b.fetchedAt ?? Infinity))[0];
    // An empty list has a source too.
    const isOfList = pages.rowCount === 0 || entries.includes(undefined);
    return oldest ?? (isOfList ? (pages.basis ?? undefined) : undefined);
  });

  /** The common source of all rows; constant for a local list. */
  readonly origin = $derived.by((): Provenance | undefined => {
    void this.#version;
    const basis = this.#pages?.basis;
    return basis?.source === 'local' ? basis : this.provenance;
  });

  loadedRecords(most: number): readonly PartialRecord[] {
    const { start } = this.#inSight;
    const seen = Array.from(
      { length: most },
      (_, index) => this.#pages?.recordAt(start + index) ?? [],
    ).flat();
    return seen.length > 0 ? seen : this.sampleOfRecords.slice(0, most);
  }

  recordAt(row: number): PartialRecord | undefined {
    const pages = this.#pages;
    if (pages === null) return undefined;
    void this.#changes[pages.pageOf(row) % countsOfChanges];
    return pages.recordAt(row);
  }

  pageAt(row: number): { page: number; rows: IndexRange; entry: ListPage | undefined } | undefined {
    const [pages, rowCount] = [this.#pages, this.#rowCount];
    if (rowCount === null || pages === null) return undefined;
    const page = pages.pageOf(row);
    void this.#changes[page % countsOfChanges];
    const start = page * pages.size;
    return {
      page,
      rows: { start, end: Math.min(start + pages.size, rowCount) },
      entry: pages.get(page),
    };
  }

  /**
   * Requests a list, starting at the page of `firstRow`. The shown rows stay until the first answer. A hidden
   * view shows its rows again only for the same query.
   */
  load(request: ListRequest, { firstRow = 0, refresh = false } = {}): void {
    this.#request = request;
    this.#pendingRefreshes = [];
    this.cancel();
    const cachedRows = Math.max(300, Math.floor(maxCachedCells / Math.max(1, request.fields.length)));
    const { sort: _, ...unsorted } = request.query;
    const recordsKey = listKeyOf({ ...request, query: unsorted });
    this.#next = new Pages(listKeyOf(request), recordsKey, request.perPage, cachedRows);
    if (this.#suspended && this.key !== this.#next.key) {
      this.#pages = null;
      this.#changed([]);
    }
    this.#suspended = false;
    this.#inSight = { start: firstRow, end: firstRow + 1 };
    void this.#ask(this.#next, Math.floor(firstRow / request.perPage), { refresh, spend: true });
    this.#settle();
  }

  /** Also cancels requests of other pages. */
  show(rows: IndexRange): void {
    if (rows.start === this.#inSight.start && rows.end === this.#inSight.end) return;
    this.#inSight = rows;
    this.#sight += 1;
    this.#fill();
  }

  /** Bypasses the cache. */
  refresh(): void {
    if (this.#request !== null) {
      this.load(this.#request, { firstRow: Math.max(0, this.#inSight.start), refresh: true });
    }
  }

  reload(): void {
    if (this.#request !== null) this.load(this.#request, { firstRow: Math.max(0, this.#inSight.start) });
  }

  loadPage(page: number): void {
    // The awaited list may begin with this page: a second request would replace the first.
    if (this.#pages === null || (this.#next !== null && this.#requests.has(page))) return;
    this.#pages.delete(page);
    this.#changed([page]);
    void this.#ask(this.#pages, page, { spend: true });
    this.#settle();
  }

  async recordsOf(rows: IndexRange): Promise<PartialRecord[]> {
    const [pages, request] = [this.#pages, this.#request];
    return pages === null || request === null ? [] : this.#requests.recordsOf(request, pages, rows);
  }

  /** Sends no limited request. */
  async recordsInSight(most: number, fields: readonly string[]): Promise<PartialRecord[]> {
    const [pages, request] = [this.#pages, this.#request];
    if (pages === null || request === null) return [];
    const start = Math.max(0, this.#inSight.start);
    const rows = { start, end: Math.min(start + most, pages.rowCount ?? 0) };
    return this.#requests.recordsOf({ ...request, fields }, pages, rows, { anew: true });
  }

  refreshed(what: EventPayload<'refreshed'>): void {
    if (this.#next !== null) {
      this.#pendingRefreshes.push(what);
      return;
    }
    const { connectionId, resource, key } = what;
    const request = this.#request;
    const pages = this.#pages;
    if (request?.connectionId !== connectionId || request.resource !== resource || pages === null) return;
    // After a sync, all sort columns apply.
    if (key === '' && request.query.sort?.thenBy !== undefined) {
      this.reload();
      return;
    }
    const requested = { ...request, query: resolveMovingDates(request.query, Date.now()) };
    for (const [page, { kind }] of pages.entries()) {
      if (kind === 'here' && canonicalJson(sentQuery(queryOfPage(requested, page))) === key) {
        void this.#ask(pages, page, { spend: false });
      }
    }
  }

  cancel(): void {
    this.#requests.keepOnly([]);
    this.#next = null;
    this.#settle();
  }

  /** Keeps the visible rows of a hidden view until the next load. */
  suspend(): void {
    this.cancel();
    this.#suspended = true;
    const pages = this.#pages;
    if (pages !== null) this.#changed(pages.keepOnly(pages.pagesOf(this.#inSight)));
  }

  clear(): void {
    this.cancel();
    this.#request = null;
    this.#pages = null;
    this.#failure = null;
    this.#changed([]);
  }

  giveUp(): void {
    this.cancel();
    this.#readMissed();
    if (this.#pages === null) this.#failure = { code: 'canceled', message: 'You canceled the request.' };
  }

  /** Prefetches too, if requests are free. */
  #fill(): void {
    const pages = this.#pages;
    if (pages === null || this.#next !== null) return;
    const { start, end } = this.#inSight;
    const wanted = pages.pagesOf({ start, end });
    const areHere = wanted.every((page) => pages.get(page) !== undefined);
    const ahead =
      areHere && this.#requests.isFree(pages)
        ? pages.pagesOf({ start: Math.max(0, start - rowsAhead), end: end + rowsAhead })
        : [];
    this.#requests.keepOnly([...wanted, ...ahead]);
    for (const page of [...wanted, ...ahead]) {
      if (this.#requests.areEnough) break;
      const known = pages.get(page);
      const isMissing = known === undefined || (known.kind === 'unrequested' && this.#requests.isFree(pages));
      if (isMissing && !this.#requests.has(page)) void this.#ask(pages, page, { spend: false });
    }
    const dropped = pages.trim(wanted);
    if (dropped.length > 0) this.#changed(dropped);
    this.#settle();
  }

  async #ask(pages: Pages, page: number, how: { refresh?: boolean; spend: boolean }): Promise<void> {
    const request = this.#request;
    if (request === null) return;
    const result = await this.#requests.fetch(request, pages, page, how);
    if (result !== null) {
      if (result.ok) this.#take(pages, page, result.value);
      else this.#fail(pages, page, result.failure, how.spend);
      this.#changed([page]);
    }
    this.#fill();
    this.#settle();
  }

  #take(pages: Pages, page: number, answer: RecordList): void {
    if (pages.take(page, answer, localPageSize)) {
      this.#show(pages);
      return;
    }
    const message =
      answer.provenance.staleReason ??
      'These rows come from a different source than the others. Refresh the list.';
    pages.set(page, { kind: 'failed', failure: { code: 'unreachable', message } });
  }

  #fail(pages: Pages, page: number, failure: Failure, spent: boolean): void {
    if (pages === this.#next) {
      // Without a first answer the failure replaces the list.
      this.#next = null;
      this.#pages = null;
      this.#failure = failure;
    } else if (failure.code === 'offline' && !spent) pages.set(page, { kind: 'unrequested' });
    else if (failure.code !== 'canceled' && pages.get(page)?.kind !== 'here') {
      pages.set(page, { kind: 'failed', failure });
    }
  }

  #show(pages: Pages): void {
    if (pages !== this.#next) return;
    this.#next = null;
    this.#pages = pages;
    this.#failure = null;
    this.#readMissed();
  }

  #readMissed(): void {
    for (const what of this.#pendingRefreshes.splice(0)) this.refreshed(what);
  }

  #changed(pages: readonly number[]): void {
    this.#version += 1;
    this.#rowCount = this.#pages?.rowCount ?? null;
    this.#sample = this.#pages?.sample ?? none;
    for (const page of pages) {
      const remainder = page % countsOfChanges;
      this.#changes[remainder] = (this.#changes[remainder] ?? 0) + 1;
    }
  }

  #settle(): void {
    const pages = this.#pages;
    this.#opening = this.#next !== null;
    const pending =
      this.#next !== null ||
      (pages
        ?.pagesOf(this.#inSight)
        .some((page) => pages.get(page) === undefined && this.#requests.has(page)) ??
        false);
    if (pending === this.#wait.pending) return;
    if (pending) this.#wait.begin();
    else this.#wait.end();
  }
}

interface ListWindow extends WithBridge {
  readonly budgets: BudgetsState;
  readonly session: SessionState;
}

/** A list per tab, resource and connection. It outlives the view. */
export const tabListOf = perWindow(
  ({ bridge, budgets, session }: ListWindow, _tab: Tab, _connectionId: string, resource: ResourceName) =>
    new ListState(bridge, {
      // Unknown limits count as limited.
      limited: () => !budgets.areKnown || budgets.of(resource) !== undefined,
      offline: () => session.current?.settings.workOffline === true,
    }),
);
