import type Database from 'better-sqlite3';
import { z } from 'zod';
import { jsonText } from '../../platform/sqlite/jsonText.ts';
import { limitsOf, type Completeness } from '../../../preload/contract/completeness.ts';
import { canonicalJson } from '../../../preload/contract/json.ts';
import { fieldsOf, isGroup, serviceFilter, type Filter } from '../../../preload/contract/query.ts';
import { querySchema } from '../../../preload/contract/querySchema.ts';
import {
  findField,
  resourceNames,
  resources,
  type ResourceName,
} from '../../../preload/contract/resources.ts';
import { compileWhere } from '../../store/query/compile.ts';
import { earlierTable } from '../../store/records/newerRows.ts';
import { cacheTable } from '../../store/records/resourceTables.ts';
import type { SyncSubject } from '../proof/types.ts';
import { filtered } from './answerCheck.ts';

/** The key of a filter in marks and syncs; empty for all records. */
export function filterKey(filter: Filter | undefined): string {
  return filter === undefined ? '' : canonicalJson(filter);
}

export const filterText = z
  .string()
  .transform((text): unknown => JSON.parse(text === '' ? '{}' : `{"filter":${text}}`))
  .pipe(querySchema)
  .transform(({ filter }) => filter);

/** Records that a sync could not keep: their number, and some by id or position, with the reason. */
export const leftOutSchema = jsonText(z.object({ count: z.number(), names: z.array(z.string()) }));

const markSchema = z.object({ asOf: z.number(), until: z.number(), leftOut: z.number() }).optional();

/** Reads which subjects are complete: every record that matches a filter, as of a moment. */
export function readCompleteness(database: Database.Database) {
  const newest = database.prepare(
    `SELECT as_of AS asOf, until, left_out ->> '$.count' AS leftOut FROM complete
     WHERE resource = ? AND filter IN (SELECT value FROM json_each(?)) AND shortfalls = '[]' ORDER BY as_of DESC LIMIT 1`,
  );
  const shortOf = database
    .prepare(
      `SELECT max(coalesce(evidence ->> '$.count', 0), evidence ->> '$.most', evidence ->> '$.mostBefore') FROM complete
       WHERE resource = ? AND filter = ? AND shortfalls <> '[]'`,
    )
    .pluck();
  const hasLost = database
    .prepare(`SELECT EXISTS (SELECT 1 FROM complete WHERE resource = ? AND left_out ->> '$.count' > 0)`)
    .pluck();
  const hasNewer = database
    .prepare('SELECT EXISTS (SELECT 1 FROM newer_rows WHERE resource = ? AND at > ?)')
    .pluck();
  const markOf = (resource: ResourceName, filter: Filter | undefined): z.infer<typeof markSchema> =>
    markSchema.parse(newest.get(resource, coveringFilters(filter)));

  function countNewer(subject: SyncSubject, than: number): number {
    if (hasNewer.get(subject.resource, than) === 0) return 0;
    const { where, parameters } = filtered(database, subject);
    const table = cacheTable(resources[subject.resource]);
    const was = compileWhere(earlierTable(table), subject.filter, { openFields: true });
    const count = database.prepare(
      `SELECT count(DISTINCT n.key) FROM newer_rows n LEFT JOIN ${table.name} r ON r._key = n.key
       WHERE n.resource = :ofResource AND n.at > :than
         AND ((r._key IS NOT NULL AND (${where})) OR (n.was IS NOT NULL AND (${was.where})))`,
    );
    const given = { ...parameters, ...was.parameters, ofResource: subject.resource, than };
    return z.number().parse(count.pluck().get(given));
  }

  /** When every matching record was in the cache, and how many could not be kept. */
  function of(resource: ResourceName, filter: Filter | undefined): Completeness {
    const others = viaResources(resource, filter).map((name) => markOf(name, undefined));
    const own = markOf(resource, filter);
    const marks = [own, ...others].filter((mark) => mark !== undefined);
    if (own === undefined || marks.length <= others.length) return { completeAsOf: null };
    const leftOut = marks.reduce((sum, mark) => sum + mark.leftOut, 0);
    const completeAsOf = Math.min(...marks.map(({ asOf }) => asOf));
    return { completeAsOf, ...limitsOf({ leftOut, newer: countNewer({ resource, filter }, own.until) }) };
  }

  return {
    of,
    asOf: (resource: ResourceName, filter: Filter | undefined): number | null =>
      of(resource, filter).completeAsOf,
    /**
     * The largest count of matching records that the service stated in an incomplete sync of exactly this
     * filter; null without one.
     */
    countedOf(resource: ResourceName, filter: Filter | undefined): number | null {
      const count = shortOf.get(resource, filterKey(filter));
      return typeof count === 'number' && count > 0 ? count : null;
    },
    /** True if any sync of the resource could not keep a record. */
    hasLost: (resource: ResourceName): boolean => hasLost.get(resource) === 1,
  };
}

/** The keys of all filters whose records include those of this one, as JSON. */
function coveringFilters(filter: Filter | undefined): string {
  return JSON.stringify(['', ...narrowings(filter), ...narrowings(serviceFilter(filter))]);
}

/** The resources whose fields the filter names. */
function viaResources(resource: ResourceName, filter: Filter | undefined): ResourceName[] {
  return fieldsOf(filter).flatMap((name) => {
    const via = findField(resources[resource], name)?.via;
    return resourceNames.filter((known) => known === via?.resource);
  });
}

/** The filter and each part that an `and` narrows: whatever matches the filter matches these. */
function narrowings(filter: Filter | undefined): string[] {
  if (filter === undefined) return [];
  const parts = isGroup(filter) && filter.operator !== 'or' ? filter.filters.flatMap(narrowings) : [];
  return [canonicalJson(filter), ...parts];
}
