import type Database from 'better-sqlite3';
import { resources, type ResourceName } from '../../../preload/contract/resources.ts';
import type { RowObserver } from '../query/writer.ts';
import { resourcesWithHistory } from './historyTables.ts';
import { makeHistoryRecorder, type HistoryRecorder } from './historyWriter.ts';
import { cacheTable } from './resourceTables.ts';
import { makeSearchIndex, type SearchIndex } from './searchWriter.ts';

/** What is written along with records, in the same transaction: their history, and the index of the search. */
export interface Observers extends Pick<SearchIndex, 'indexSome'> {
  /** A write begins, of rows that were fetched at this moment, in milliseconds since 1970 UTC. */
  begin(fetchedAt: number): void;
  of(resource: ResourceName): RowObserver | undefined;
}

export function makeObservers(database: Database.Database): Observers {
  const search = makeSearchIndex(database);
  const recorders = new Map<ResourceName, HistoryRecorder>(
    resourcesWithHistory.map((name) => [
      name,
      makeHistoryRecorder(database, name, cacheTable(resources[name])),
    ]),
  );
  return {
    begin(fetchedAt) {
      search.begin();
      for (const recorder of recorders.values()) recorder.fetched(fetchedAt);
    },
    of(resource) {
      const both = [recorders.get(resource), search.of(resource)].filter((one) => one !== undefined);
      if (both.length === 0) return undefined;
      return {
        added(...row) {
          for (const one of both) one.added(...row);
        },
        changed(...row) {
          for (const one of both) one.changed(...row);
        },
      };
    },
    indexSome: () => search.indexSome(),
  };
}
