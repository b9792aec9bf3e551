import type { ExportScope } from '../../preload/contract/exports.ts';
import type { Query } from '../../preload/contract/query.ts';
import type { ResourceName } from '../../preload/contract/resources.ts';

/** The records of a view that can be exported. */
export interface RecordsToExport {
  readonly kind: 'records';
  readonly connectionId: string;
  readonly resource: ResourceName;
  /** Filter and sort as in the view. */
  readonly query: Query;
  /** The columns shown, in their order. */
  readonly columns: readonly string[];
  readonly selected: readonly (string | number)[];
  /** As many as the view says that match. */
  readonly total: number | null;
  readonly offline: boolean;
  /** True where the selected records are all that is offered: one record, a comparison. */
  readonly onlySelected?: true;
  /** The watchlist whose cached transactions are all that is offered. */
  readonly list?: { readonly id: string; readonly name: string };
}

/** Figures of a view: an aggregate, a timeseries, a comparison. */
export interface FiguresToExport {
  readonly kind: 'table';
  readonly connectionId: string;
  readonly scope: TableScope;
  /** The same figures with a row for each of them, where `scope` has a column for each series. */
  readonly long?: TableScope;
}

type TableScope = Extract<ExportScope, { kind: 'table' }>;

export type ExportSubject = RecordsToExport | FiguresToExport;
