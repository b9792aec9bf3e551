import type { Failure } from '../../preload/contract/failures.ts';
import type { ResourceRecord } from '../../preload/contract/records.ts';
import type { GridRows } from '../components/grid/rows.ts';
import { ask, type Bridge } from '../bridge.ts';
import type { Span } from './pages.ts';

/** Transactions fetched at once. */
const entriesOfGroup = 500;
const daysAtOnce = 60;

/** The cached transactions of a watchlist, the latest first, as far as they were scrolled to. Sends no request. */
export class ListTransactions implements GridRows {
  readonly #bridge: Bridge;
  #records = $state.raw<readonly ResourceRecord[]>([]);
  #next = $state.raw<string | null | undefined>(undefined);
  #asked: { readonly connectionId: string; readonly listId: string } | null = null;
  #loading = $state(false);
  /** Why the last reading brought nothing. */
  failure = $state.raw<Failure | null>(null);

  constructor(bridge: Bridge) {
    this.#bridge = bridge;
  }

  get rowCount(): number | null {
    return this.#next === undefined ? null : this.#records.length;
  }

  get loading(): boolean {
    return this.#loading;
  }

  get records(): readonly ResourceRecord[] {
    return this.#records;
  }

  recordAt(row: number): ResourceRecord | undefined {
    return this.#records[row];
  }

  /** All rows that are counted are here. */
  pageAt(): undefined {
    return undefined;
  }

  /** As many of these rows as are here. */
  recordsOf({ start, end }: Span): Promise<ResourceRecord[]> {
    return Promise.resolve(this.#records.slice(start, end));
  }

  /** Reads the latest; rows of the same list stay until they come. */
  async load(connectionId: string, listId: string): Promise<void> {
    if (this.#asked?.listId !== listId) {
      this.#records = [];
      this.#next = undefined;
    }
    this.#asked = { connectionId, listId };
    await this.#read(undefined);
  }

  /** Reads further ones where `row` is near the end of those that are here. */
  showTo(row: number): void {
    if (this.#loading || this.#next === null || this.#next === undefined) return;
    if (row > this.#records.length - entriesOfGroup / 2) void this.#read(this.#next);
  }

  async #read(before: string | undefined): Promise<void> {
    const asked = this.#asked;
    if (asked === null) return;
    this.#loading = true;
    const result = await ask(() =>
      this.#bridge.getFeed({
        ...asked,
        show: 'all',
        days: daysAtOnce,
        entries: entriesOfGroup,
        ...(before === undefined ? {} : { before }),
      }),
    );
    if (asked !== this.#asked) return;
    this.#loading = false;
    this.failure = result.ok ? null : result.failure;
    if (!result.ok) {
      this.#next ??= null;
      return;
    }
    const records = result.value.groups.flatMap(({ entries }) =>
      entries.map(({ transaction }) => transaction),
    );
    this.#records = before === undefined ? records : [...this.#records, ...records];
    this.#next = result.value.next;
  }
}
