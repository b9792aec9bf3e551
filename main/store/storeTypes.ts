import type { RecordTotals } from '../../preload/contract/totals.ts';
import type { Completeness } from '../../preload/contract/completeness.ts';
import type { RecordChange, StatedPeriod } from '../../preload/contract/history.ts';
import type { Json } from '../../preload/contract/json.ts';
import type { Query } from '../../preload/contract/query.ts';
import type { ReadableRecords, ResourceRecord } from '../../preload/contract/recordsText.ts';
import type { PageCounts, RecordList } from '../../preload/contract/records.ts';
import type { ResourceName } from '../../preload/contract/resources.ts';

/** A connection as it is stored. The keychain has its key under its base URL. */
export interface StoredConnection {
  readonly id: string;
  readonly name: string;
  readonly baseUrl: string;
}

/** A thing that the user has made. */
export interface UserDocument {
  readonly id: string;
  readonly value: Json;
  readonly changedAt: number;
}

/** A thing to be written, or removed where it has no value. */
export interface DocumentChange {
  readonly kind: string;
  readonly id: string;
  readonly value?: Json | undefined;
}

/** A page as it was answered; a record that was fetched again since stands in it as last fetched. */
export interface StoredPage extends ReadableRecords {
  readonly pagination: PageCounts;
  readonly applied: RecordList['applied'];
  /** Notes about the answer, in sentences; see `Provenance`. */
  readonly notes: readonly string[];
  readonly fetchedAt: number;
  readonly request: string;
  /** The service's name of this version of the page. */
  readonly etag: string | null;
}

/** A requested page; with `fields`, its records lack the catalogue's other fields. */
export interface PageRequest {
  readonly resource: ResourceName;
  readonly query: Query;
  readonly fields?: readonly string[] | undefined;
  /** With `fields`: only these, each value in one spelling, without reading whole records. */
  readonly plain?: boolean | undefined;
}

/** The bytes of the answer to a list request, on memory that threads share, and what is known of them. */
export interface AnswerBytes {
  readonly bytes: Uint8Array;
  readonly etag: string | null;
  readonly fetchedAt: number;
  readonly request: string;
  /** Records that came in the order of their days are put in the order of their times; the page says so. */
  readonly sortsWithinDays?: boolean;
  /** The answer is to a request for more records than the page of the query has: those beyond are not on it. */
  readonly isLonger?: boolean;
}

export interface StoredRecord {
  readonly record: ResourceRecord;
  readonly fetchedAt: number;
  readonly request: string;
}

/** The answer of the local engine. */
export interface LocalAnswer extends ReadableRecords, Completeness {
  readonly pagination: PageCounts;
  /** When the oldest of these records was fetched; null if there are none. */
  readonly oldestFetchedAt: number | null;
  /** Records of the resource in the cache. */
  readonly cachedRecords: number;
  /** Records that match at the service, as it last counted them; null if it never did. */
  readonly serviceCount: number | null;
  /** Fields of the query that no cached record has: what the service would find by them is not known. */
  readonly missingFields: readonly string[];
}

/** Totals of cached records, and what is known of the records that they are of. */
export interface LocalTotals extends RecordTotals {
  readonly read: Pick<LocalAnswer, 'oldestFetchedAt' | 'cachedRecords' | 'missingFields' | 'serviceCount'> &
    Completeness;
}

/** Names a bucket of requests: what it limits, how many an hour, and the time now. */
export interface BudgetRequest {
  readonly endpoint: string;
  readonly perHour: number;
  readonly now: number;
  /**
   * How long this computer has been running, asleep or awake, in milliseconds: setting the clock does not
   * change it. Without it, only the clock counts.
   */
  readonly uptime?: number | undefined;
  /** The number of requests that must stay in the bucket. */
  readonly keep?: number | undefined;
  /** Several may be taken at once where more than this many stay; one at a time where it is left out. */
  readonly reserve?: number | undefined;
  /** Requests that were taken earlier and are given back. */
  readonly unused?: number | undefined;
}

/** `nextAt`: when a further request becomes available, null while the bucket is full. */
export interface BudgetState {
  readonly left: number;
  readonly nextAt: number | null;
}

/** `resources`: only these; all where left out. */
export interface SearchRequest {
  readonly text: string;
  readonly limit: number;
  readonly resources?: readonly ResourceName[] | undefined;
}

/** Selects changes since a day, `YYYY-MM-DD` in UTC; null if there is none to compare with. */
export interface ChangesRequest {
  readonly resource: ResourceName;
  readonly since: string | null;
  readonly fields?: readonly string[] | undefined;
  readonly of: 'metrics' | 'all';
  readonly kinds?: readonly RecordChange['kind'][] | undefined;
  readonly query?: Query | undefined;
  readonly order: 'amount' | 'percent';
  readonly page: number;
  readonly perPage: number;
}

/** A question for how records changed over a period, as they state it. */
export interface StatedChangesRequest extends Pick<
  ChangesRequest,
  'resource' | 'order' | 'page' | 'perPage'
> {
  readonly days: StatedPeriod;
  readonly by: 'record' | 'class';
}

/** Names a cached record. */
export interface RecordName {
  readonly resource: ResourceName;
  readonly id: string | number;
}

/** A page that was shown, by the canonical text of its query. */
export interface UsedPage {
  readonly resource: ResourceName;
  readonly query: string;
  readonly at: number;
}

/** The limits of a cache. */
export interface CacheLimits {
  readonly now: number;
  readonly maxAgeMs: number;
  readonly maxBytes: number;
}

/** The removed items, and whether a cache exceeded its size at some time. */
export interface Eviction {
  readonly pages: number;
  readonly records: number;
  readonly isOverSize: boolean;
}
