import type { ColumnSummary } from '../../../../preload/contract/columnSummary.ts';
import { canonicalJson } from '../../../../preload/contract/json.ts';
import { LatestRequest } from '../../../shell/request.svelte.ts';
import type { Bridge } from '../../../bridge.ts';
import { isFigure } from '../../../fields/present.ts';
import type { ListState } from '../list.svelte.ts';
import { withAllRows, type SelectedCells } from './selectedCells.ts';

/** Figures of a selection that reaches beyond the rows in memory: main computes them from the cached records. */
export class LargeSelection {
  readonly #bridge: Pick<Bridge, 'summarizeColumns'>;
  readonly #answer: LatestRequest<ColumnSummary>;
  #key: string | null = null;
  /** True where the list itself comes from the cache: then its rows are all that are known. */
  #isOfCache = false;

  constructor(bridge: Pick<Bridge, 'summarizeColumns' | 'cancelRequest'>) {
    this.#bridge = bridge;
    this.#answer = new LatestRequest(bridge);
  }

  /**
   * Asks for the figures of a selection that is not wholly in memory: once, until the list is from another time or source, or a sync has
   * ended. Values of several columns count only where they are figures: millions of texts would be read for a number of little use.
   */
  follow(
    cells: SelectedCells | null,
    { origin, request, key: listKey }: Pick<ListState, 'origin' | 'request' | 'key'>,
    syncsEnded: number,
  ): void {
    const counts = cells !== null && (cells.fields.length === 1 || cells.fields.every(isFigure));
    // Rows that others have come between are no part of a list that main could read.
    const isPart = cells?.range.rows === undefined;
    if (!counts || !isPart || cells.loadedRows === cells.rows || request === null) {
      this.close();
      return;
    }
    // Rows in sight that are still loading do not say yet where they come from.
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

  /** Cancels what is awaited. */
  close(): void {
    this.#answer.clear();
    this.#key = null;
  }

  /** The selection with the figures of all of its rows, where these are cached. */
  of(cells: SelectedCells | null): SelectedCells | null {
    const { value } = this.#answer;
    if (cells === null || value === null || cells.loadedRows === cells.rows) return cells;
    return this.#isOfCache || value.completeAsOf !== null ? withAllRows(cells, value) : cells;
  }
}
