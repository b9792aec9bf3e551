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

/** Pages of the cached records, each quickly made. */
const localPageSize = 100;
/** Rows requested beyond those in sight, where requests are free. */
const rowsAhead = 40;
/** Members of records kept in memory, roughly: few rows with many columns, or many with few. */
const maxCachedCells = 60_000;
/** Pages close to one another never share a count of changes. */
const countsOfChanges = 16;
const none: readonly PartialRecord[] = [];

/**
 * The records that the browser shows: one list as long as the result, of which the pages in sight are loaded and some more are
 * kept. Rows are counted from 0.
 */
export class ListState {
  #request = $state.raw<ListRequest | null>(null);
  /** What is shown; `#next` replaces it with its first answer. */
  #pages = $state.raw<Pages | null>(null);
  #next: Pages | null = null;
  /** Refreshes that ended while the first answer of `#next` was awaited: it may have been made before them. */
  #missed: EventPayload<'refreshed'>[] = [];
  /** Counts the changes of all pages, which are no state themselves. */
  #version = $state(0);
  /** The same for some of the pages, by their remainder: the answer for one page does not make the rows of others again. */
  readonly #changes = $state(Array.from({ length: countsOfChanges }, () => 0));
  #rowCount = $state<number | null>(null);
  #sample = $state.raw(none);
  /** Counts changes of the rows in sight. Scrolling changes no record: only what depends on the rows in sight is computed again. */
  #sight = $state(0);
  #failure = $state.raw<Failure | null>(null);
  #opening = $state(false);
  readonly #wait = new Wait();
  #inSight: IndexRange = { start: 0, end: 1 };
  /** True while the view is away. */
  #rests = false;
  readonly #requests: PageRequests;

  constructor(source: ListSource, rules: RequestRules) {
    this.#requests = new PageRequests(source, rules);
  }

  /** What was requested last. */
  get request(): ListRequest | null {
    return this.#request;
  }

  /** Names the list whose rows are shown; null while there is none. */
  get key(): string | null {
    return this.#pages?.key ?? null;
  }

  /** Why there are no rows at all. */
  get failure(): Failure | null {
    return this.#failure;
  }

  /** True while the first rows of what was requested last are awaited. */
  get opening(): boolean {
    return this.#opening;
  }

  /** True while the first rows, or others in sight, are awaited. */
  get pending(): boolean {
    return this.#wait.pending;
  }

  /** True once they have been awaited noticeably long. */
  get slow(): boolean {
    return this.#wait.slow;
  }

  /** True once the user may want to give up. */
  get waiting(): boolean {
    return this.#wait.waiting;
  }

  /** Records of the whole list; null before the first answer. */
  get rowCount(): number | null {
    return this.#rowCount;
  }

  /** Records that are in memory. */
  readonly loadedCount = $derived.by(() => {
    void this.#version;
    return (this.#pages?.entries() ?? []).reduce(
      (sum, [, page]) => sum + (page.kind === 'here' ? page.records.length : 0),
      0,
    );
  });

  /** Some records as they came, to see which fields there are. */
  get sampleOfRecords(): readonly PartialRecord[] {
    return this.#sample;
  }

  /** Where the rows in sight come from: the oldest of them, or the first of the list while all in sight are awaited. */
  readonly provenance = $derived.by((): Provenance | undefined => {
    void [this.#version, this.#sight];
    const pages = this.#pages;
    if (pages === null) return undefined;
    const entries = pages.pagesOf(this.#inSight).map((page) => pages.get(page));
    const seen = entries.flatMap((entry) => (entry?.kind === 'here' ? [entry.provenance] : []));
    const oldest = seen.toSorted((a, b) => (a.fetchedAt ?? Infinity) - (b.fetchedAt ?? Infinity))[0];
    // A list without rows comes from somewhere too.
    const isOfList = pages.rowCount === 0 || entries.includes(undefined);
    return oldest ?? (isOfList ? (pages.basis ?? undefined) : undefined);
  });

  /** Where all rows come from, as far as that is one thing: of a list made on this computer it stays while others come in sight. */
  readonly origin = $derived.by((): Provenance | undefined => {
    void this.#version;
    const basis = this.#pages?.basis;
    return basis?.source === 'local' ? basis : this.provenance;
  });

  /** Some of the records in memory, those in sight first. */
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

  /** The page that a row lies on, and the rows it spans; undefined before the first answer. */
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
   * Asks for a list of the same resource, beginning with the page of `firstRow`. The rows on screen stay until the first answer. A view
   * that was away shows its rows again only if they answer the same question.
   */
  load(request: ListRequest, { firstRow = 0, refresh = false } = {}): void {
    this.#request = request;
    this.#missed = [];
    this.cancel();
    const cachedRows = Math.max(300, Math.floor(maxCachedCells / Math.max(1, request.fields.length)));
    this.#next = new Pages(listKeyOf(request), request.perPage, cachedRows);
    if (this.#rests && this.key !== this.#next.key) {
      this.#pages = null;
      this.#changed([]);
    }
    this.#rests = false;
    this.#inSight = { start: firstRow, end: firstRow + 1 };
    void this.#ask(this.#next, Math.floor(firstRow / request.perPage), { refresh, spend: true });
    this.#settle();
  }

  /** Tells which rows are in sight: their pages are loaded, and those that are no longer awaited are cancelled. */
  show(rows: IndexRange): void {
    if (rows.start === this.#inSight.start && rows.end === this.#inSight.end) return;
    this.#inSight = rows;
    this.#sight += 1;
    this.#fill();
  }

  /** Asks the service again, even for what is fresh. */
  refresh(): void {
    if (this.#request !== null) {
      this.load(this.#request, { firstRow: Math.max(0, this.#inSight.start), refresh: true });
    }
  }

  /** Asks again, from the cache where it is fresh: after a change in main, or after a failure. */
  again(): void {
    if (this.#request !== null) this.load(this.#request, { firstRow: Math.max(0, this.#inSight.start) });
  }

  /** Loads a page that failed, or that waits for the user to ask for it. */
  loadPage(page: number): void {
    if (this.#pages === null) return;
    this.#pages.delete(page);
    this.#changed([page]);
    void this.#ask(this.#pages, page, { spend: true });
    this.#settle();
  }

  /** The records of these rows, in order, for the clipboard; rows that cannot be had are left out. */
  async recordsOf(rows: IndexRange): Promise<PartialRecord[]> {
    const [pages, request] = [this.#pages, this.#request];
    return pages === null || request === null ? [] : this.#requests.recordsOf(request, pages, rows);
  }

  /** The first records in sight with these fields, as far as they can be had without a request that counts. */
  async recordsInSight(most: number, fields: readonly string[]): Promise<PartialRecord[]> {
    const [pages, request] = [this.#pages, this.#request];
    if (pages === null || request === null) return [];
    const start = Math.max(0, this.#inSight.start);
    const rows = { start, end: Math.min(start + most, pages.rowCount ?? 0) };
    return this.#requests.recordsOf({ ...request, fields }, pages, rows, { anew: true });
  }

  /** Asks again for a page that was refreshed behind the window. */
  refreshed(what: EventPayload<'refreshed'>): void {
    if (this.#next !== null) {
      this.#missed.push(what);
      return;
    }
    const { connectionId, resource, key } = what;
    const request = this.#request;
    const pages = this.#pages;
    if (request?.connectionId !== connectionId || request.resource !== resource || pages === null) return;
    // A sync has ended: what was sorted by its first column alone can now be sorted by all of them.
    if (key === '' && request.query.sort?.thenBy !== undefined) {
      this.again();
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

  /** Keeps the rows in sight and asks for nothing while the view is away, until the next load. */
  rest(): void {
    this.cancel();
    this.#rests = true;
    const pages = this.#pages;
    if (pages !== null) this.#changed(pages.keepOnly(pages.pagesOf(this.#inSight)));
  }

  /** Shows nothing and asks for nothing, until the next load. */
  clear(): void {
    this.cancel();
    this.#request = null;
    this.#pages = null;
    this.#failure = null;
    this.#changed([]);
  }

  /** Cancels the request when the user asks for it. Rows that are shown stay. */
  giveUp(): void {
    this.cancel();
    this.#readMissed();
    if (this.#pages === null) this.#failure = { code: 'cancelled', message: 'You cancelled the request.' };
  }

  /** Asks for the pages in sight that are missing; once they are here, a little ahead where that is free. */
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
      // Without a first answer there is no list: what went wrong stands in its place.
      this.#next = null;
      this.#pages = null;
      this.#failure = failure;
    } else if (failure.code === 'offline' && !spent) pages.set(page, { kind: 'unrequested' });
    else if (failure.code !== 'cancelled' && pages.get(page)?.kind !== 'here') {
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
    for (const what of this.#missed.splice(0)) this.refreshed(what);
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

/** What the lists of browsers need of the window. */
interface ListWindow extends WithBridge {
  readonly budgets: BudgetsState;
  readonly session: SessionState;
}

/**
 * The list of a tab's browser, for a resource of a connection. It is kept while the user is elsewhere, so that its rows are there at once
 * when they come back.
 */
export const tabListOf = perWindow(
  ({ bridge, budgets, session }: ListWindow, _tab: Tab, _connectionId: string, resource: ResourceName) =>
    new ListState(bridge, {
      // What is not known to be free is not requested without the user.
      limited: () => !budgets.areKnown || budgets.of(resource) !== undefined,
      offline: () => session.current?.settings.workOffline === true,
    }),
);
