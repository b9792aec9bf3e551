import type { PartialRecord } from '../../../preload/contract/records.ts';
import type { IndexRange } from './geometry.ts';
import type { ListPage } from './pages.ts';

/** Rows count from 0 over the whole list. */
export interface GridRows {
  readonly rowCount: number | null;
  /** Undefined if not loaded. */
  recordAt(row: number): PartialRecord | undefined;
  pageAt(row: number): { page: number; rows: IndexRange; entry: ListPage | undefined } | undefined;
}

/** True if the record may still load; unreadable records of a loaded page do not. */
export function isAwaited(rows: Pick<GridRows, 'recordAt' | 'pageAt'>, row: number): boolean {
  return rows.recordAt(row) === undefined && rows.pageAt(row)?.entry?.kind !== 'here';
}
