import type Database from 'better-sqlite3';
import { resources, type ResourceName } from '../../../preload/contract/resources.ts';
import type { RowObserver } from '../query/writer.ts';
import { resourcesWithHistory } from './historyTables.ts';
import { makeHistoryRecorder, type HistoryRecorder } from './historyWriter.ts';
import { cacheTable } from './resourceTables.ts';

/** What is written along with records, in the same transaction: their history. */
export interface Observers {
  /** Tells when the rows of the writes that follow were fetched, in milliseconds since 1970 UTC. */
  fetched(at: number): void;
  of(resource: ResourceName): RowObserver | undefined;
}

export function makeObservers(database: Database.Database): Observers {
  const recorders = new Map<ResourceName, HistoryRecorder>(
    resourcesWithHistory.map((name) => [
      name,
      makeHistoryRecorder(database, name, cacheTable(resources[name])),
    ]),
  );
  return {
    fetched(at) {
      for (const recorder of recorders.values()) recorder.fetched(at);
    },
    of: (resource) => recorders.get(resource),
  };
}
