import type { PartialRecord } from '../../../preload/contract/records.ts';
import type { IndexRange } from './geometry.ts';
import type { ListPage } from './pages.ts';
import type { Failure } from '../../../preload/contract/failures.ts';

/** Rows count from 0 over the whole list. */
export interface GridRows {
  readonly rowCount: number | null;
  recordAt(row: number): PartialRecord | undefined;
  pageAt(row: number): { page: number; rows: IndexRange; entry: ListPage | undefined } | undefined;
}

/** True if the record may still load; unreadable records of a loaded page do not. */
export function isAwaited(rows: Pick<GridRows, 'recordAt' | 'pageAt'>, row: number): boolean {
  return rows.recordAt(row) === undefined && rows.pageAt(row)?.entry?.kind !== 'here';
}

/** Missing rows of a page that will not load by themselves. */
interface Band {
  readonly page: number;
  readonly rows: IndexRange;
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
