import type { ResourceRecord } from '../../../preload/contract/records.ts';
import type { ListPage, Span } from './pages.ts';

/** What a grid shows the rows of. Rows count from 0 over the whole list. */
export interface GridRows {
  readonly rowCount: number | null;
  /** Undefined for a row that is not loaded. */
  recordAt(row: number): ResourceRecord | undefined;
  /** The page that a row lies on. */
  pageAt(row: number): { page: number; rows: Span; entry: ListPage | undefined } | undefined;
}
