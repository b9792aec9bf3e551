import type { ComputedColumn } from '../../preload/contract/computedColumns.ts';
import type { Connection } from '../../preload/contract/connections.ts';
import type { Location } from '../../preload/contract/locations/location.ts';
import type { Mirror } from '../../preload/contract/mirrors.ts';
import type { Query } from '../../preload/contract/query.ts';
import type { PartialRecord } from '../../preload/contract/records.ts';
import type { ResourceName } from '../../preload/contract/resources.ts';
import type { Schedule, ScheduledWork } from '../../preload/contract/schedules.ts';
import type { TotalsDefinition } from '../../preload/contract/totals.ts';
import type { ExportSubject } from './exportSubject.ts';

type Fileless<Work> = Work extends unknown ? Omit<Work, 'file'> : never;

/** What is to be scheduled; its file is chosen in the dialog. */
export interface ScheduleSubject {
  readonly name: string;
  readonly work: Fileless<ScheduledWork> | ScheduledWork;
}

/** The records of a query. */
export interface RecordsOfQuery {
  readonly connectionId: string;
  readonly resource: ResourceName;
  /** Only its filter counts. */
  readonly query: Query;
  /** How many records there are, where that is in sight. */
  readonly known?: number | undefined;
}

/** A computed column that is to be written. */
export interface ComputedColumnRequest {
  readonly resource: ResourceName;
  /** Null for a new column. */
  readonly column: ComputedColumn | null;
  /** The column behind which a new one stands. */
  readonly after?: string;
  /** The table whose rows in sight are previewed. */
  readonly rows: {
    recordsInSight(most: number, fields: readonly string[]): Promise<readonly PartialRecord[]>;
  };
}

/** What dialogs are asked with. Whoever asks for one by its name need not know whose it is. */
export interface DialogRequests {
  readonly palette: object;
  readonly connect: object;
  readonly shortcuts: object;
  readonly openLink: object;
  readonly support: object;
  /** Where a link leads on another connection than the one shown: the dialog asks before it switches. */
  readonly switching: { readonly connection: Connection; readonly location: Location };
  readonly computedColumn: { readonly request: ComputedColumnRequest };
  readonly deleteComputedColumn: { readonly column: ComputedColumn };
  readonly export: { readonly subject: ExportSubject };
  /** Mirror: the one to edit; left out for a new one. */
  readonly mirror: { readonly subject: RecordsOfQuery; readonly mirror?: Mirror };
  /** Saves the query in the editor of the resource, with the totals beside its list. */
  readonly saveView: { readonly resource: ResourceName; readonly totals: TotalsDefinition | undefined };
  /** Schedule: the one to edit; left out for a new one. */
  readonly schedule: { readonly subject: ScheduleSubject; readonly schedule?: Schedule };
  readonly sync: RecordsOfQuery;
}

/** The dialog that stands over the window, if one does, by its name. */
export class Dialogs {
  asked = $state.raw<Partial<DialogRequests>>({});

  /** Opens a dialog, in the place of another: `dialogs.ask({ sync: { connectionId, resource, query } })`. */
  ask(request: Partial<DialogRequests>): void {
    this.asked = request;
  }

  close(): void {
    this.asked = {};
  }
}
