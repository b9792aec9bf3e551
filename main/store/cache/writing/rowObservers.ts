import type Database from 'better-sqlite3';
import { dayMs } from '../../../../preload/contract/days.ts';
import { resources, type ResourceName } from '../../../../preload/contract/resources.ts';
import { makeMemberFacts } from '../../../movements/facts.ts';
import { resourcesWithHistory } from '../../history/historyTables.ts';
import { makeHistoryThinning } from '../../history/historyThinning.ts';
import { makeHistoryRecorder, type HistoryRecorder } from '../../history/historyWriter.ts';
import type { RowObservers } from '../../records/recordIntake.ts';
import { makeNewerRows } from '../../records/newerRows.ts';
import { cacheTable } from '../../records/resourceTables.ts';
import { makeSearchIndex } from '../../search/searchWriter.ts';

/** History, search index, watchlists and claims follow records; only thinning the history can wait. */
export function makeRowObservers(database: Database.Database): RowObservers {
  const search = makeSearchIndex(database);
  const members = makeMemberFacts(database, cacheTable(resources.transactions));
  const newer = makeNewerRows(database);
  const thinning = makeHistoryThinning(database);
  const recorders = new Map<ResourceName, HistoryRecorder>(
    resourcesWithHistory.map((name) => [
      name,
      makeHistoryRecorder(database, name, cacheTable(resources[name])),
    ]),
  );
  return {
    begin(fetchedAt) {
      search.begin();
      newer.begin(fetchedAt);
      for (const recorder of recorders.values()) recorder.fetched(fetchedAt);
    },
    of(resource) {
      const ofMembers = resource === 'transactions' ? members.observer : undefined;
      const all = [recorders.get(resource), search.of(resource), ofMembers, newer.of(resource)].filter(
        (one) => one !== undefined,
      );
      return {
        added(...row) {
          for (const one of all) one.added(...row);
        },
        changed(...row) {
          for (const one of all) one.changed(...row);
        },
      };
    },
    catchUp: (now) => thinning.thinSome(Math.floor(now / dayMs)),
  };
}
