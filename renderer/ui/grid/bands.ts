import type { Failure } from '../../../preload/contract/failures.ts';
import type { IndexRange } from './geometry.ts';
import type { GridRows } from './rows.ts';

/** Missing rows of a page that will not load by themselves. */
export interface Band {
  readonly page: number;
  readonly rows: IndexRange;
  /** Rendered rows. */
  readonly shown: IndexRange;
  /** Undefined if loading is left to the user. */
  readonly failure: Failure | undefined;
}

export function bandsOf(rows: GridRows, start: number, end: number): Band[] {
  const bands: Band[] = [];
  for (let row = start; row < end;) {
    const at = rows.pageAt(row);
    if (at === undefined) break;
    const { page, entry } = at;
    const next = Math.max(at.rows.end, row + 1);
    if (entry?.kind === 'unrequested' || entry?.kind === 'failed') {
      const shown = { start: row, end: Math.min(next, end) };
      bands.push({
        page,
        rows: at.rows,
        shown,
        failure: entry.kind === 'failed' ? entry.failure : undefined,
      });
    }
    row = next;
  }
  return bands;
}
