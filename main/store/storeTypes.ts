import type { ChangeList, RecordChange, RecordChanges } from '../../preload/contract/calls/history.ts';
import type { CachedSearch } from '../../preload/contract/calls/search.ts';
import type { Holding } from '../../preload/contract/calls/overview.ts';
import type { Json } from '../../preload/contract/json.ts';
import type { MetadataSubject, ToldMetadata } from '../../preload/contract/metadata.ts';
import type { Filter, Query } from '../../preload/contract/query.ts';
import type { ResourceRecord } from '../../preload/contract/records.ts';
import type { ResourceName } from '../../preload/contract/resources.ts';
import type { Settings } from '../../preload/contract/settings.ts';
import type { SyncStore } from './syncTypes.ts';
import type { WatchStore } from './watch/watchTypes.ts';
import type { AggregateKey, StoredAggregate } from './cache/aggregates.ts';
import type { AggregateRequest, LocalAggregate } from './cache/localAggregates.ts';
import type { LocalSeries, SeriesRequest } from './cache/localSeries.ts';

/**
 * What the store keeps, and for whom. Times are milliseconds since 1970 UTC. Every method rejects with a `FailureError` of
 * code `storage` where a database cannot be read or written.
 */
export interface Store {
  /** What was done about damaged data since the start, in sentences for the user. */
  readonly notices: readonly string[];
  readonly user: UserStore;
  /** Opens or creates the cache of a connection. The same cache for the same connection until it is closed. */
  cache(connectionId: string): Promise<CacheStore>;
  /** Closes everything; the store cannot be used afterwards. */
  close(): Promise<void>;
}

/** A connection as it is stored. The keychain has its key under its base URL. */
export interface StoredConnection {
  readonly id: string;
  readonly name: string;
  readonly baseUrl: string;
}

/** What the user's database is encrypted with. */
export interface DataKey {
  /** Eight hexadecimal digits, which tell nothing of the key. */
  readonly id: string;
  /** 32 random bytes. */
  readonly key: Uint8Array;
}

/** The user's own things, written so that they survive a power cut. */
export interface UserStore {
  /** Settings that are missing or no longer valid take their defaults. */
  readSettings(): Promise<Settings>;
  writeSettings(settings: Settings): Promise<void>;
  /** In the order in which they were first saved. */
  listConnections(): Promise<StoredConnection[]>;
  /** Adds a connection, or replaces the one with the same id. */
  saveConnection(connection: StoredConnection): Promise<void>;
  readActiveConnection(): Promise<string | null>;
  writeActiveConnection(id: string | null): Promise<void>;
  /** Everything of a kind, by id: saved queries, notes, layouts. Whoever owns the kind checks the values. */
  listDocuments(kind: string): Promise<UserDocument[]>;
  /** Writes and removes things, all of them or none. */
  changeDocuments(changes: readonly DocumentChange[]): Promise<void>;
  /** The id of the key that all this is encrypted with; null in the clear. */
  readKeyId(): Promise<string | null>;
  /** Encrypts all this, its copies too. Returns what could not be done, in sentences. Rejects while another process uses it. */
  encrypt(key: DataKey): Promise<string[]>;
  /** The way back. `someStay`: some file is too damaged to be decrypted. */
  decrypt(): Promise<{ readonly someStay: boolean }>;
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

export interface StoredPagination {
  readonly page: number;
  readonly perPage: number;
  readonly pageCount: number;
  readonly resultCount: number;
}

/** What the service says it applied. */
export interface Applied {
  readonly filter?: unknown;
  readonly sort?: unknown;
}

/** A page as it was answered; a record that was fetched again since stands in it as last fetched. */
export interface StoredPage {
  readonly records: ResourceRecord[];
  readonly pagination: StoredPagination;
  readonly applied: Applied;
  /** What of the answer could not be taken as it came, in sentences. */
  readonly notes: readonly string[];
  readonly fetchedAt: number;
  readonly request: string;
  /** What names this version of the page at the service. */
  readonly etag: string | null;
}

/** A page as it is asked for; with `fields`, the other fields of the catalogue are left out of its records. */
export interface PageRequest {
  readonly resource: ResourceName;
  readonly query: Query;
  readonly fields?: readonly string[] | undefined;
  /** With `fields`: nothing else is needed, and each value in one spelling, which takes no look at the whole records. */
  readonly plain?: boolean | undefined;
}

/** The bytes of the answer to a list request, on memory that threads share, and what is known of them. */
export interface AnswerBytes {
  readonly bytes: Uint8Array;
  readonly etag: string | null;
  readonly fetchedAt: number;
  readonly request: string;
}

export interface StoredRecord {
  readonly record: ResourceRecord;
  readonly fetchedAt: number;
  readonly request: string;
}

/** The answer of the local engine. */
export interface LocalAnswer {
  readonly records: ResourceRecord[];
  readonly pagination: StoredPagination;
  /** When the oldest of these records was fetched; null where there are none. */
  readonly oldestFetchedAt: number | null;
  /** Records of the resource in the cache. */
  readonly cachedRecords: number;
  /** Since when every record of the query is in the cache, as a finished sync has found; null where others may exist. */
  readonly completeAsOf: number | null;
  /** Fields of the query that no cached record has: what the service would find by them is not known. */
  readonly missingFields: readonly string[];
}

/** Names a bucket of requests: what it limits, how many an hour, and the time it is asked at. */
export interface BudgetRequest {
  readonly endpoint: string;
  readonly perHour: number;
  readonly now: number;
  /**
   * How long this computer has been running, asleep or awake, in milliseconds: setting the clock does not change it. Where it is left
   * out, the clock alone is believed.
   */
  readonly uptime?: number | undefined;
  /** Where a request is taken: how many must stay in the bucket. */
  readonly keep?: number | undefined;
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

/** A question for what has changed since a day, `YYYY-MM-DD` in UTC; null where there is none to compare with. */
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

/** How much a cache may hold. */
export interface CacheLimits {
  readonly now: number;
  readonly maxAgeMs: number;
  readonly maxBytes: number;
}

/** What was removed. */
export interface Eviction {
  readonly pages: number;
  readonly records: number;
}

/** What a cache holds. */
export interface CacheContents {
  /** On the disk. */
  readonly bytes: number;
  readonly pages: number;
  /** The records of each resource that has any. */
  readonly records: readonly { readonly resource: ResourceName; readonly count: number }[];
}

/** What was fetched over one connection. */
export interface CacheStore {
  /** Its database, for threads that read all of it. */
  readonly path: string;
  /** The page that was stored for exactly this query, or null. */
  readPage(request: PageRequest): Promise<StoredPage | null>;
  /**
   * Reads an answer and stores page, records and fetch time together or not at all, none of it on this thread. Gives the page
   * back, or a sentence on why the answer is no list of records.
   */
  writeAnswer(answer: AnswerBytes & PageRequest): Promise<StoredPage | { readonly problem: string }>;
  /** The service said that a stored page is still its answer: page and records count as fetched now. */
  renewPage(request: { resource: ResourceName; query: Query; fetchedAt: number }): Promise<void>;
  readonly syncs: SyncStore;
  readonly watch: WatchStore;
  readRecord(request: { resource: ResourceName; id: string | number }): Promise<StoredRecord | null>;
  writeRecord(entry: StoredRecord & { resource: ResourceName }): Promise<void>;
  /**
   * Runs the query on the cached records. Rejects with `bad-query` where the query cannot be answered, and with `cancelled`
   * when it is called off, which frees its thread.
   */
  runQuery(request: PageRequest, signal?: AbortSignal): Promise<LocalAnswer>;
  /** Since when every record that the query asks for is cached, as a finished sync has found; null where others may exist. */
  completeAsOf(request: { resource: ResourceName; query: Query }): Promise<number | null>;
  /** What the service last told of a list or of aggregates, or null. */
  readMetadata(subject: MetadataSubject): Promise<{ told: ToldMetadata; fetchedAt: number } | null>;
  writeMetadata(entry: { subject: MetadataSubject; told: ToldMetadata; fetchedAt: number }): Promise<void>;
  /** The answer of an aggregate endpoint that was stored for exactly this query, or null. */
  readAggregate(key: AggregateKey): Promise<StoredAggregate | null>;
  writeAggregate(entry: AggregateKey & StoredAggregate): Promise<void>;
  /** Sums up cached records. Rejects as `runQuery` does, and with `offline` where cached records cannot tell. */
  runAggregate(request: AggregateRequest, signal?: AbortSignal): Promise<LocalAggregate>;
  /** Makes timeseries of what was seen of cached records on earlier days. Rejects as `runAggregate` does. */
  runSeries(request: SeriesRequest, signal?: AbortSignal): Promise<LocalSeries>;
  /** The title of each record; null where it is not cached, an empty text where it is cached without one. */
  readTitles(names: readonly RecordName[]): Promise<(string | null)[]>;
  /** How many cached records match each filter. Rejects with `bad-query` where one cannot be answered. */
  countMatches(requests: readonly { resource: ResourceName; filter: Filter }[]): Promise<number[]>;
  /** The distinct values of a field of the cached records that match; of a list field, of its elements. At most `limit`. */
  readValues(request: {
    resource: ResourceName;
    filter: Filter;
    field: string;
    limit: number;
  }): Promise<(string | number)[]>;
  /** Finds cached records by their texts, and addresses and hashes of transactions. */
  search(request: SearchRequest): Promise<Omit<CachedSearch, 'coverage'>>;
  /** Day and value of a number, oldest first: where a value begins and where it was last seen. */
  readHistory(request: {
    resource: ResourceName;
    id: string | number;
    field: string;
  }): Promise<[string, number | null][]>;
  /** Records that have changed, appeared or vanished. Rejects with `bad-query` where the filter cannot be answered. */
  listChanges(request: ChangesRequest): Promise<ChangeList>;
  readRecordChanges(request: {
    resource: ResourceName;
    id: string | number;
    since: string | null;
  }): Promise<RecordChanges>;
  /** What is cached of each resource, and from when. */
  readHoldings(): Promise<Holding[]>;
  /** Takes one request from the bucket, whichever process asks. `nextAt` of a refusal is when to ask again. */
  takeRequest(request: BudgetRequest): Promise<BudgetState & { granted: boolean }>;
  /** After a 429: nothing is left until `retryAt`, or until the next refill where the service does not say. */
  emptyBudget(request: BudgetRequest & { retryAt: number | null }): Promise<void>;
  readBudget(request: BudgetRequest): Promise<BudgetState>;
  readContents(): Promise<CacheContents>;
  /** Removes what is over the limits (see `Maintenance`), then leaves the files in order. */
  runMaintenance(limits: CacheLimits): Promise<Eviction>;
  /** Forgets everything that was fetched; the budgets stay, since the service counts on. */
  clear(): Promise<void>;
  close(): Promise<void>;
}
