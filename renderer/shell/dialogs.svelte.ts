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

/** The dialog chooses the file. */
export interface ScheduleSubject {
  readonly name: string;
  readonly work: Fileless<ScheduledWork> | ScheduledWork;
}

export interface RecordsOfQuery {
  readonly connectionId: string;
  readonly resource: ResourceName;
  readonly query: Query;
  readonly known?: number | undefined;
}

export interface ComputedColumnRequest {
  readonly resource: ResourceName;
  readonly column: ComputedColumn | null;
  readonly after?: string;
  readonly rows: {
    recordsInSight(most: number, fields: readonly string[]): Promise<readonly PartialRecord[]>;
  };
}

/** Requests by dialog name. Any feature may provide the dialog. */
export interface DialogRequests {
  readonly palette: object;
  readonly connect: object;
  readonly shortcuts: object;
  readonly openLink: object;
  readonly support: object;
  readonly switching: { readonly connection: Connection; readonly location: Location };
  readonly computedColumn: { readonly request: ComputedColumnRequest };
  readonly deleteComputedColumn: { readonly column: ComputedColumn };
  readonly export: { readonly subject: ExportSubject };
  readonly mirror: { readonly subject: RecordsOfQuery; readonly mirror?: Mirror };
  /** Saves the editor's query, with the list's totals. */
  readonly saveView: { readonly resource: ResourceName; readonly totals: TotalsDefinition | undefined };
  readonly schedule: { readonly subject: ScheduleSubject; readonly schedule?: Schedule };
  readonly sync: RecordsOfQuery;
}

export class Dialogs {
  asked = $state.raw<Partial<DialogRequests>>({});

  /** Replaces an open dialog: `dialogs.ask({ sync: { connectionId, resource, query } })`. */
  ask(request: Partial<DialogRequests>): void {
    this.asked = request;
  }

  close(): void {
    this.asked = {};
  }
}
