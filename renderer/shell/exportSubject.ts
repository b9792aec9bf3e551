import type { ExportScope } from '../../preload/contract/exports.ts';
import type { Query } from '../../preload/contract/query.ts';
import type { ResourceName } from '../../preload/contract/resources.ts';

interface RecordsToExport {
  readonly kind: 'records';
  readonly connectionId: string;
  readonly resource: ResourceName;
  readonly query: Query;
  readonly columns: readonly string[];
  readonly selected: readonly (string | number)[];
  readonly total: number | null;
  readonly offline: boolean;
  /** Offers the selected records only: one record, a comparison. */
  readonly onlySelected?: true;
  readonly list?: { readonly id: string; readonly name: string };
}

export interface FiguresToExport {
  readonly kind: 'table';
  readonly connectionId: string;
  readonly scope: TableScope;
  /** A row for each figure, if `scope` has a column for each series. */
  readonly long?: TableScope;
}

type TableScope = Extract<ExportScope, { kind: 'table' }>;

export type ExportSubject = RecordsToExport | FiguresToExport;
