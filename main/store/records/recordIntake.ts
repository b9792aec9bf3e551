import type Database from 'better-sqlite3';
import type { ResourceRecord } from '../../../preload/contract/records.ts';
import { resources, type ResourceName } from '../../../preload/contract/resources.ts';
import { makeRemainderWriter } from '../query/exact.ts';
import { makeWriter, type RecordWriter, type RowObserver } from '../query/writer.ts';
import { makeNewerCopies } from './newerCopies.ts';
import { cacheTable } from './resourceTables.ts';
import { makeTwinsTable } from './twins.ts';

export interface RowObservers {
  /** Begins a write of rows fetched at this time (milliseconds since 1970 UTC). */
  begin(fetchedAt: number): void;
  of(resource: ResourceName): RowObserver | undefined;
  /** True if there is more. */
  catchUp(now: number): boolean;
}

export type RecordIntake = ReturnType<typeof makeRecordIntake>;

export function makeRecordIntake(database: Database.Database, observers: RowObservers) {
  const addFetch = database.prepare('INSERT INTO fetches (at, request, sync) VALUES (?, ?, ?)');
  const writers = new Map<ResourceName, RecordWriter & Omit<ReturnType<typeof makeNewerCopies>, 'guard'>>();
  const twins = makeTwinsTable(database);
  const idsOf = database
    .prepare('SELECT "id" FROM "transactions" WHERE _key IN (SELECT value FROM json_each(?))')
    .pluck();

  function writerOf(resource: ResourceName) {
    const known = writers.get(resource);
    if (known !== undefined) return known;
    const table = cacheTable(resources[resource]);
    const { guard, ...copies } = makeNewerCopies(database, table);
    const remainders = makeRemainderWriter(database, table);
    const writer = { ...makeWriter(database, table, observers.of(resource), remainders, guard), ...copies };
    writers.set(resource, writer);
    return writer;
  }

  const markFetch = (at: number, request: string, sync: number | null = null): number =>
    Number(addFetch.run(at, request, sync).lastInsertRowid);

  return {
    /**
     * Call it inside a transaction. Returns the keys of the fetch and of each record, in order, and which
     * are older than their copies (`newerCopies.ts`).
     */
    take({
      resource,
      records,
      fetchedAt,
      request,
      sync,
    }: {
      resource: ResourceName;
      records: readonly ResourceRecord[];
      fetchedAt: number;
      request: string;
      sync?: number;
    }) {
      const fetch = markFetch(fetchedAt, request, sync);
      observers.begin(fetchedAt);
      const writer = writerOf(resource);
      writer.begin(fetchedAt);
      const keys = writer.write(records, [fetch]);
      if (resource === 'transactions') twins.settle(records.map(({ id }) => id));
      return { fetch, keys, ...writer.found() };
    },
    /** Call it inside a transaction. */
    remove(resource: ResourceName, keys: readonly number[]) {
      const ids = resource === 'transactions' ? idsOf.all(JSON.stringify(keys)) : [];
      writerOf(resource).remove(keys);
      twins.settle(ids);
    },
    /** Adds a fetch without records, older than all later ones; returns its key. */
    markFetch: (at: number, request: string) => markFetch(at, request),
    catchUp: (now: number) => observers.catchUp(now),
  };
}
