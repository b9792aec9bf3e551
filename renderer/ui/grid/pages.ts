import type { RecordList } from '../../../preload/contract/bridge.ts';
import type { Failure } from '../../../preload/contract/failures.ts';
import type { Provenance } from '../../../preload/contract/provenance.ts';
import type { PartialRecord } from '../../../preload/contract/records.ts';
import type { IndexRange } from './geometry.ts';

/** Pages count from 0 here. */
export type ListPage =
  | { readonly kind: 'here'; readonly records: readonly PartialRecord[]; readonly provenance: Provenance }
  | { readonly kind: 'failed'; readonly failure: Failure }
  /** Not cached; the user decides, since a request counts against the hourly limit. */
  | { readonly kind: 'unrequested' };

/** Pages in memory; the farthest from the view are dropped first. */
export class Pages {
  /** As the service serves them; known after the first answer. */
  size: number;
  rowCount: number | null = null;
  /** Provenance of the first answer. An answer of another kind belongs to another list. */
  basis: Provenance | null = null;
  /** Equal for the same query and connection. */
  readonly key: string;
  /** As `key`, in any order of the records. */
  readonly recordsKey: string;
  readonly #pages = new Map<number, ListPage>();
  readonly #cachedRows: number;
  #samplePage: number | null = null;
  #sample: readonly PartialRecord[] = [];

  /**
   * @param size records requested per page
   * @param cachedRows rows that stay in memory
   */
  constructor(key: string, recordsKey: string, size: number, cachedRows: number) {
    this.key = key;
    this.recordsKey = recordsKey;
    this.size = size;
    this.#cachedRows = cachedRows;
  }

  get(page: number): ListPage | undefined {
    return this.#pages.get(page);
  }

  entries(): [number, ListPage][] {
    return [...this.#pages];
  }

  /** The first records. They stay when their page is dropped. */
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

  pagesOf({ start, end }: IndexRange): number[] {
    const last = Math.ceil(Math.min(end, this.rowCount ?? end) / this.size);
    const first = Math.min(Math.max(0, Math.floor(start / this.size)), Math.max(0, last - 1));
    return Array.from({ length: Math.max(0, last - first) }, (_, index) => first + index);
  }

  /**
   * The first answer sets the page size. A local page may be split into smaller ones, which cost little.
   * @returns false for an answer of another kind
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

  /** Drops pages farthest from the view and returns their numbers. */
  trim(inSight: readonly number[]): readonly number[] {
    const limit = Math.max(Math.ceil(this.#cachedRows / this.size), inSight.length + 2);
    if (this.#pages.size <= limit) return [];
    const middle = ((inSight[0] ?? 0) + (inSight.at(-1) ?? 0)) / 2;
    const byDistance = [...this.#pages.keys()].sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle));
    const dropped = byDistance.slice(limit);
    for (const page of dropped) this.#pages.delete(page);
    return dropped;
  }

  /** Returns the numbers of dropped pages. */
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
