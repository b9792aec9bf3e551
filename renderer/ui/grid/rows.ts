import type { PartialRecord } from '../../../preload/contract/records.ts';
import type { IndexRange } from './geometry.ts';
import type { ListPage } from './pages.ts';

/** What a grid shows the rows of. Rows count from 0 over the whole list. */
export interface GridRows {
  readonly rowCount: number | null;
  /** Undefined for a row that is not loaded. */
  recordAt(row: number): PartialRecord | undefined;
  /** The page that a row lies on. */
  pageAt(row: number): { page: number; rows: IndexRange; entry: ListPage | undefined } | undefined;
}

/** Whether the record of a row may still come. On a page that came, one that could not be read does not. */
export function isAwaited(rows: Pick<GridRows, 'recordAt' | 'pageAt'>, row: number): boolean {
  return rows.recordAt(row) === undefined && rows.pageAt(row)?.entry?.kind !== 'here';
}
