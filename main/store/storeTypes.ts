import type { RecordTotals } from '../../preload/contract/totals.ts';
import type { Completeness } from '../../preload/contract/completeness.ts';
import type { RecordChange, StatedPeriod } from '../../preload/contract/history.ts';
import type { Json } from '../../preload/contract/json.ts';
import type { Query } from '../../preload/contract/query.ts';
import type { ReadableRecords, ResourceRecord } from '../../preload/contract/recordsText.ts';
import type { PageCounts, RecordList } from '../../preload/contract/records.ts';
import type { ResourceName } from '../../preload/contract/resources.ts';

export interface StoredConnection {
  readonly id: string;
  readonly name: string;
  readonly baseUrl: string;
}

export interface UserDocument {
  readonly id: string;
  readonly value: Json;
  readonly changedAt: number;
}

export interface DocumentChange {
  readonly kind: string;
  readonly id: string;
  /** Absent: removes the document. */
  readonly value?: Json | undefined;
}

/** A record fetched again since stands in it as last fetched. */
export interface StoredPage extends ReadableRecords {
  /** Records that came again later with other values. */
  readonly changedSince: number;
  readonly pagination: PageCounts;
  readonly applied: RecordList['applied'];
  readonly notes: readonly string[];
  readonly fetchedAt: number;
  readonly request: string;
  readonly etag: string | null;
}

export interface PageRequest {
  readonly resource: ResourceName;
  readonly query: Query;
  readonly fields?: readonly string[] | undefined;
  /** With `fields`: only these, each value in one spelling, without reading whole records. */
  readonly plain?: boolean | undefined;
}

/** The bytes of a list answer, in memory that threads share, and their metadata. */
export interface AnswerBytes {
  readonly bytes: Uint8Array;
  readonly etag: string | null;
  readonly fetchedAt: number;
  readonly request: string;
  /** True to sort records within a day by time, with a note, if they came in the order of days. */
  readonly sortsWithinDays?: boolean;
  /** True if more records were requested than the page has; it excludes the rest. */
  readonly isLonger?: boolean;
}

export interface StoredRecord {
  readonly record: ResourceRecord;
  readonly fetchedAt: number;
  readonly request: string;
}

export interface LocalAnswer extends ReadableRecords, Completeness {
  readonly pagination: PageCounts;
  /** Null without records. */
  readonly oldestFetchedAt: number | null;
  readonly cachedRecords: number;
  /** The service's last count of matches; null if it never counted. */
  readonly serviceCount: number | null;
  /** Fields of the query that no cached record has, so the service's matches are unknown. */
  readonly missingFields: readonly string[];
}

export interface LocalTotals extends RecordTotals {
  readonly read: Pick<LocalAnswer, 'oldestFetchedAt' | 'cachedRecords' | 'missingFields' | 'serviceCount'> &
    Completeness;
}

export interface BudgetRequest {
  readonly endpoint: string;
  readonly perHour: number;
  readonly now: number;
  /** Milliseconds since this computer started, asleep or awake. Without it, only the clock counts. */
  readonly uptime?: number | undefined;
  readonly keep?: number | undefined;
  /** Several requests may be taken at once while more than this many stay; default: one at a time. */
  readonly reserve?: number | undefined;
  /** Requests taken earlier and given back. */
  readonly unused?: number | undefined;
}

/** `nextAt`: when a further request becomes available, null while the bucket is full. */
export interface BudgetState {
  readonly left: number;
  readonly nextAt: number | null;
}

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

export interface StatedChangesRequest extends Pick<
  ChangesRequest,
  'resource' | 'order' | 'page' | 'perPage'
> {
  readonly days: StatedPeriod;
  readonly by: 'record' | 'class';
}

export interface RecordName {
  readonly resource: ResourceName;
  readonly id: string | number;
}

export interface UsedPage {
  readonly resource: ResourceName;
  readonly query: string;
  readonly at: number;
}

export interface CacheLimits {
  readonly now: number;
  readonly maxAgeMs: number;
  readonly maxBytes: number;
}

export interface Eviction {
  readonly pages: number;
  readonly records: number;
  readonly isOverSize: boolean;
}
