import type { Failure } from '../../../preload/contract/failures.ts';
import type { IndexRange } from './geometry.ts';
import type { GridRows } from './rows.ts';

/** Rows of one page that are not there and will not come by themselves. */
export interface Band {
  readonly page: number;
  readonly rows: IndexRange;
  /** Those of them that are in the document. */
  readonly shown: IndexRange;
  /** Why they could not be had; undefined where they wait for the user's word. */
  readonly failure: Failure | undefined;
}

/** The bands among these rows. */
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
