import type Database from 'better-sqlite3';
import { z } from 'zod';
import { resourceNames, resources } from '../../../preload/contract/resources.ts';
import type { Holding } from '../../../preload/contract/overview.ts';
import { cacheTable } from './resourceTables.ts';
import { readCompleteness } from './completeness.ts';

const rowSchema = z.object({
  records: z.number(),
  oldestAt: z.number().nullable(),
  newestAt: z.number().nullable(),
});

/** What a cache holds of each resource, and from when. Counted along the index of the fetches. */
export function readHoldings(database: Database.Database): () => Holding[] {
  const completeness = readCompleteness(database);
  const counts = resourceNames.map((resource) => ({
    resource,
    count: database.prepare(
      `SELECT coalesce(sum(held.records), 0) AS records, min(f.at) AS oldestAt, max(f.at) AS newestAt
       FROM (SELECT _fetch, count(*) AS records FROM ${cacheTable(resources[resource]).name} GROUP BY _fetch) held
       JOIN fetches f ON f.key = held._fetch`,
    ),
  }));
  return () =>
    counts.map(({ resource, count }) => ({
      resource,
      ...rowSchema.parse(count.get()),
      completeAsOf: completeness.asOf(resource, undefined),
    }));
}
