import type { ColumnSummary } from '../../../../preload/contract/columnSummary.ts';
import { canonicalJson } from '../../../../preload/contract/json.ts';
import { LatestRequest } from '../../../shell/request.svelte.ts';
import type { Bridge } from '../../../bridge.ts';
import { isFigure } from '../../../fields/present.ts';
import type { ListState } from '../list.svelte.ts';
import { withAllRows, type SelectedCells } from './selectedCells.ts';

/** Figures of selections with rows that are not in memory. Main computes them. */
export class LargeSelection {
  readonly #bridge: Pick<Bridge, 'summarizeColumns'>;
  readonly #answer: LatestRequest<ColumnSummary>;
  #key: string | null = null;
  /** True if the list is complete in the cache. */
  #isOfCache = false;

  constructor(bridge: Pick<Bridge, 'summarizeColumns' | 'cancelRequest'>) {
    this.#bridge = bridge;
    this.#answer = new LatestRequest(bridge);
  }

  /** Requests the figures once per source and sync. Several columns must be numeric. */
  follow(
    cells: SelectedCells | null,
    { origin, request, key: listKey }: Pick<ListState, 'origin' | 'request' | 'key'>,
    syncsEnded: number,
  ): void {
    const counts = cells !== null && (cells.fields.length === 1 || cells.fields.every(isFigure));
    // Main cannot read separate rows.
    const isPart = cells?.range.rows === undefined;
    if (!counts || !isPart || cells.loadedRows === cells.rows || request === null) {
      this.close();
      return;
    }
    // Rows that still load have no source yet.
    if (origin === undefined) return;
    const { top, bottom } = cells.range;
    const fields = cells.fields.map(({ name }) => name);
    const { fetchedAt, source } = origin;
    const key = canonicalJson([listKey, top, bottom, fields, fetchedAt, source, syncsEnded]);
    if (key === this.#key) return;
    this.#key = key;
    this.#isOfCache = source === 'local';
    const { connectionId, resource, query } = request;
    const selected = { connectionId, resource, query, fields, rows: { start: top, end: bottom + 1 } };
    void this.#answer.run(key, (ticket) => this.#bridge.summarizeColumns({ ...selected, ticket }));
  }

  close(): void {
    this.#answer.clear();
    this.#key = null;
  }

  of(cells: SelectedCells | null): SelectedCells | null {
    const { value } = this.#answer;
    if (cells === null || value === null || cells.loadedRows === cells.rows) return cells;
    return this.#isOfCache || value.completeAsOf !== null ? withAllRows(cells, value) : cells;
  }
}
