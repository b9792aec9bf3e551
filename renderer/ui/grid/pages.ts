import type { RecordList } from '../../../preload/contract/bridge.ts';
import type { Failure } from '../../../preload/contract/failures.ts';
import type { Provenance } from '../../../preload/contract/provenance.ts';
import type { PartialRecord } from '../../../preload/contract/records.ts';
import type { IndexRange } from './geometry.ts';

/** A page of a list that is scrolled through; pages count from 0 here. */
export type ListPage =
  | { readonly kind: 'here'; readonly records: readonly PartialRecord[]; readonly provenance: Provenance }
  /** It could not be had. */
  | { readonly kind: 'failed'; readonly failure: Failure }
  /** It is not on this computer, and requesting it is left to the user: it would count against the hourly limit. */
  | { readonly kind: 'unrequested' };

/**
 * The pages of one list that are in memory. Their number is bounded: the ones farthest from what is in sight go first.
 */
export class Pages {
  /** Records on a page, as the service serves them. Known with the first answer. */
  size: number;
  /** Records of the whole list, null before the first answer. */
  rowCount: number | null = null;
  /** What the first answer was made from: answers of another kind do not belong to the same list. */
  basis: Provenance | null = null;
  /** Names the list: equal for the same question to the same connection. */
  readonly key: string;
  readonly #pages = new Map<number, ListPage>();
  readonly #cachedRows: number;
  #samplePage: number | null = null;
  #sample: readonly PartialRecord[] = [];

  /** @param size records requested on a page; @param cachedRows as many rows at least stay in memory */
  constructor(key: string, size: number, cachedRows: number) {
    this.key = key;
    this.size = size;
    this.#cachedRows = cachedRows;
  }

  get(page: number): ListPage | undefined {
    return this.#pages.get(page);
  }

  entries(): [number, ListPage][] {
    return [...this.#pages];
  }

  /** The records that came first. They stay when their page is dropped, so that what is made of them is not made again. */
  get sample(): readonly PartialRecord[] {
    return this.#sample;
  }

  set(page: number, entry: ListPage): void {
    this.#pages.set(page, entry);
    if (entry.kind !== 'here' || (this.#samplePage ?? page) !== page) return;
    this.#samplePage = page;
    this.#sample = entry.records;
  }

  delete(page: number): void {
    this.#pages.delete(page);
  }

  recordAt(row: number): PartialRecord | undefined {
    const page = this.#pages.get(Math.floor(row / this.size));
    return page?.kind === 'here' ? page.records[row % this.size] : undefined;
  }

  pageOf(row: number): number {
    return Math.floor(row / this.size);
  }

  /** The pages that hold these rows. */
  pagesOf({ start, end }: IndexRange): number[] {
    const last = Math.ceil(Math.min(end, this.rowCount ?? end) / this.size);
    const first = Math.min(Math.max(0, Math.floor(start / this.size)), Math.max(0, last - 1));
    return Array.from({ length: Math.max(0, last - first) }, (_, index) => first + index);
  }

  /**
   * Adds an answer. The first one sets the size of pages and what the list is made from; a page of the local engine may be
   * cut into smaller ones, since there each costs little.
   * @returns false for an answer that was made from something else than the first: its rows are not those of this list
   */
  take(page: number, answer: RecordList, smallSize: number): boolean {
    const { provenance, pagination, records } = answer;
    if (this.basis === null) {
      this.basis = provenance;
      const cut = provenance.source === 'local' && pagination.perPage > smallSize;
      this.rowCount = pagination.resultCount;
      if (cut) {
        this.#takeInParts(page * pagination.perPage, records, provenance, smallSize);
        return true;
      }
      this.size = pagination.perPage;
    } else if ((provenance.coverage.kind === 'answer') !== (this.basis.coverage.kind === 'answer')) {
      return false;
    }
    this.rowCount = pagination.resultCount;
    this.set(page, { kind: 'here', records, provenance });
    return true;
  }

  /** Drops what lies farthest from the pages in sight, until few enough are left. Returns what was dropped. */
  trim(inSight: readonly number[]): readonly number[] {
    const limit = Math.max(Math.ceil(this.#cachedRows / this.size), inSight.length + 2);
    if (this.#pages.size <= limit) return [];
    const middle = ((inSight[0] ?? 0) + (inSight.at(-1) ?? 0)) / 2;
    const byDistance = [...this.#pages.keys()].sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle));
    const dropped = byDistance.slice(limit);
    for (const page of dropped) this.#pages.delete(page);
    return dropped;
  }

  /** Drops all other pages. Returns what was dropped. */
  keepOnly(kept: readonly number[]): readonly number[] {
    const dropped = [...this.#pages.keys()].filter((page) => !kept.includes(page));
    for (const page of dropped) this.#pages.delete(page);
    return dropped;
  }

  #takeInParts(
    firstRow: number,
    records: readonly PartialRecord[],
    provenance: Provenance,
    size: number,
  ): void {
    this.size = size;
    const first = Math.floor(firstRow / size);
    for (let from = 0; from < records.length; from += size) {
      this.set(first + from / size, { kind: 'here', records: records.slice(from, from + size), provenance });
    }
  }
}
