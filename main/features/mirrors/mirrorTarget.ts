import type { Json } from '../../../preload/contract/json.ts';
import type { ResourceName } from '../../../preload/contract/resources.ts';

/**
 * What a mirror writes to, such as a schema of PostgreSQL. The mirror reads the service window by window
 * and hands each page over; the target stores rows and the state of the mirror together, so that a mirror that was stopped at any moment
 * goes on from the state that the target gives when it is opened again.
 */

/** The type of a column, as each target spells it in its own way. An identifier is text: it is digits or text, compared by its text. */
export type MirrorColumnType = 'text' | 'integer' | 'number' | 'boolean' | 'date' | 'datetime' | 'json';

export interface MirrorColumn {
  /** As the views of SQL over the cache name it: `market_value_dollar`, `market_value_dollar__val_7d`. */
  readonly name: string;
  readonly type: MirrorColumnType;
  /** The definition of the field, one or two sentences. */
  readonly description: string;
}

/** One resource in a target. */
export interface MirrorTable {
  readonly resource: ResourceName;
  /** The name of the view of SQL over the cache: `assets`, `service_providers`. */
  readonly name: string;
  readonly description: string;
  /** `id` first. The last is `_record`, the whole record as the service sent it. */
  readonly columns: readonly MirrorColumn[];
}

/** A record: its values in the order of the columns; null where it has none, or one that its column does not take. */
export interface MirrorRow {
  readonly id: string;
  /** The UTC day of its date, `YYYY-MM-DD`; null where the resource or the record has none. */
  readonly day: string | null;
  /** A number, a boolean, a text; a day as `YYYY-MM-DD`; a moment in ISO 8601 with `Z`; `json` as JSON text. */
  readonly values: readonly (string | number | boolean | null)[];
}

/** What a mirror reads before it goes on: the records of some days, those without a date, or all of a resource. */
export type MirrorWindow =
  | { readonly kind: 'all' }
  | { readonly kind: 'undated' }
  /** UTC days `YYYY-MM-DD`, both included. */
  | { readonly kind: 'days'; readonly from: string; readonly to: string };

/** One page of a window. */
export interface MirrorBatch {
  readonly window: MirrorWindow;
  /** True with the first page of the window, also where the window is read once more. */
  readonly begin: boolean;
  readonly rows: readonly MirrorRow[];
  /** When the page was fetched, in milliseconds since 1970 UTC. */
  readonly fetchedAt: number;
  /** True with the last page of the window: the window has been read whole. A target may store nothing durable before it. */
  readonly end: boolean;
  /** True where rows of the window that no page of it held are gone from the service, to be marked with the end of the window. */
  readonly compare: boolean;
  /** Where the mirror stands after this page. It is stored together with the rows, or not at all. */
  readonly state: Json;
}

/** What a page has changed. */
export interface MirrorChanges {
  readonly inserted: number;
  readonly changed: number;
  /** Rows that were marked as gone. */
  readonly gone: number;
}

export interface OpenedMirror {
  /** The state that was stored last; null where nothing was. */
  readonly state: Json | null;
  /** What was changed in the target because the columns changed, in sentences for the user. Nothing is ever dropped. */
  readonly notes: readonly string[];
}

/** All methods throw `FailureError` with a sentence that says what to do; the target is then as the last stored state says. */
export interface MirrorTarget {
  /** Makes the table where it is missing, adds columns that are missing, and takes the lock that keeps a second mirror away. */
  open(table: MirrorTable): Promise<OpenedMirror>;
  /**
   * Stores a page: new rows are inserted, rows with other values replaced, equal ones left as they are. A row that comes again is no longer
   * marked as gone. What `compare` remembers of a window begins anew with its first page.
   */
  write(batch: MirrorBatch): Promise<MirrorChanges>;
  /** Ends the connection and releases the lock. Never throws. */
  close(): Promise<void>;
}
