import { dayMs } from '../../../preload/contract/days.ts';
import type Database from 'better-sqlite3';
import { resources, type ResourceName } from '../../../preload/contract/resources.ts';
import type { RowObserver } from '../query/writer.ts';
import { resourcesWithHistory } from '../history/historyTables.ts';
import { makeHistoryThinning } from '../history/historyThinning.ts';
import { makeHistoryRecorder, type HistoryRecorder } from '../history/historyWriter.ts';
import { makeMemberFacts } from '../watch/memberFacts.ts';
import { cacheTable } from './resourceTables.ts';
import { makeSearchIndex } from '../search/searchWriter.ts';

/** What is written along with records, in the same transaction: their history, the index of the search, and what watchlists have of them. */
export function makeObservers(database: Database.Database) {
  const search = makeSearchIndex(database);
  const members = makeMemberFacts(database, cacheTable(resources.transactions));
  const thinning = makeHistoryThinning(database);
  const recorders = new Map<ResourceName, HistoryRecorder>(
    resourcesWithHistory.map((name) => [
      name,
      makeHistoryRecorder(database, name, cacheTable(resources[name])),
    ]),
  );
  return {
    /** A write begins, of rows that were fetched at this moment, in milliseconds since 1970 UTC. */
    begin(fetchedAt: number) {
      search.begin();
      for (const recorder of recorders.values()) recorder.fetched(fetchedAt);
    },
    of(resource: ResourceName): RowObserver | undefined {
      const ofMembers = resource === 'transactions' ? members.observer : undefined;
      const all = [recorders.get(resource), search.of(resource), ofMembers].filter(
        (one) => one !== undefined,
      );
      if (all.length === 0) return undefined;
      return {
        added(...row) {
          for (const one of all) one.added(...row);
        },
        changed(...row) {
          for (const one of all) one.changed(...row);
        },
      };
    },
    /** Does a part of what can wait: thins the history. True where there is more. */
    catchUp: (now: number) => thinning.thinSome(Math.floor(now / dayMs)),
  };
}
