import type Database from 'better-sqlite3';
import { z } from 'zod';
import { jsonText } from '../../platform/sqlite/jsonText.ts';
import { canonicalJson } from '../../../preload/contract/json.ts';
import { fieldsOf, isGroup, serviceFilter, type Filter } from '../../../preload/contract/query.ts';
import { querySchema } from '../../../preload/contract/querySchema.ts';
import {
  findField,
  resourceNames,
  resources,
  type ResourceName,
} from '../../../preload/contract/resources.ts';

/** The text of a filter as marks and syncs are stored by; empty for all records. */
export function filterKey(filter: Filter | undefined): string {
  return filter === undefined ? '' : canonicalJson(filter);
}

/** The filter of such a text. */
export const filterText = z
  .string()
  .transform((text): unknown => JSON.parse(text === '' ? '{}' : `{"filter":${text}}`))
  .pipe(querySchema)
  .transform(({ filter }) => filter);

/** Records that a sync could not keep: how many, and the first of them by id or by position, with the reason. */
export const leftOutSchema = jsonText(z.object({ count: z.number(), names: z.array(z.string()) }));

const leftOutCountSchema = z.number().optional();
const newestSchema = z.number().nullable();

/** What finished syncs have made complete: every record of a resource that matches a filter, as of a moment. */
export function readCompleteness(database: Database.Database) {
  const newest = database
    .prepare(
      'SELECT max(as_of) FROM complete WHERE resource = ? AND filter IN (SELECT value FROM json_each(?))',
    )
    .pluck();
  const leftOut = database
    .prepare(
      `SELECT left_out ->> '$.count' FROM complete WHERE resource = ? AND filter IN (SELECT value FROM json_each(?))
       ORDER BY as_of DESC LIMIT 1`,
    )
    .pluck();
  return {
    /** Records of the service that the newest of these syncs could not keep. */
    leftOut: (resource: ResourceName, filter: Filter | undefined) =>
      leftOutCountSchema.parse(leftOut.get(resource, coveringFilters(filter))) ?? 0,
    /** Since when every record that matches the filter is in the cache; null where others may exist. */
    asOf(resource: ResourceName, filter: Filter | undefined): number | null {
      const others = viaResources(resource, filter).map((name) => asOf(name, undefined));
      const moments = [asOf(resource, filter), ...others];
      return moments.includes(null) ? null : Math.min(...moments.filter((moment) => moment !== null));
    },
  };

  function asOf(resource: ResourceName, filter: Filter | undefined): number | null {
    return newestSchema.parse(newest.get(resource, coveringFilters(filter)));
  }
}

/** The texts of all filters whose records include those of this one, as JSON. */
function coveringFilters(filter: Filter | undefined): string {
  return JSON.stringify(['', ...narrowings(filter), ...narrowings(serviceFilter(filter))]);
}

/** The resources whose records hold what the filter asks for. */
function viaResources(resource: ResourceName, filter: Filter | undefined): ResourceName[] {
  return fieldsOf(filter).flatMap((name) => {
    const via = findField(resources[resource], name)?.via;
    return resourceNames.filter((known) => known === via?.resource);
  });
}

/** The filter itself, and each part that an `and` narrows: whatever matches the filter matches these. */
function narrowings(filter: Filter | undefined): string[] {
  if (filter === undefined) return [];
  const parts = isGroup(filter) && filter.operator !== 'or' ? filter.filters.flatMap(narrowings) : [];
  return [canonicalJson(filter), ...parts];
}
