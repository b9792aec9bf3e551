import { z } from 'zod';
import type { AggregateResource } from '../../../preload/contract/metadata.ts';
import { fieldsOf, type Query } from '../../../preload/contract/query.ts';
import { resources } from '../../../preload/contract/resources.ts';
import type { AggregateAnswer } from '../../../preload/contract/aggregates.ts';
import { readRemainders } from '../query/exact.ts';
import { planAggregate, type AggregatePlan } from '../query/aggregatePlan.ts';
import { aggregateOrder, groupColumns, membersTable } from '../query/aggregateTables.ts';
import { compileWhere, type CompiledFilter } from '../query/compile.ts';
import type { SqlDatabase } from '../query/database.ts';
import { isPresent } from '../query/presence.ts';
import { makeStatements } from '../query/statements.ts';
import {
  approximateNotes,
  measuresOfFilter,
  describeGroup,
  refuseUnknown,
  refuseWhatRecordsLack,
} from './localMeasures.ts';
import { localMembers } from './localMembers.ts';
import type { Completeness } from './completeness.ts';
import { cacheTable } from './resourceTables.ts';

/** The answer of the local engine to an aggregate. */
export interface LocalAggregate extends Omit<AggregateAnswer, 'provenance'> {
  /** When the oldest record behind the figures was fetched; null where there are none. */
  readonly oldestFetchedAt: number | null;
  /** Tokens in the cache. */
  readonly cachedRecords: number;
  /** What of the figures is not exact, in sentences. */
  readonly notes: readonly string[];
  /** Since when every token that the filter asks for is in the cache; null where others may exist. */
  readonly completeAsOf: number | null;
  /** Fields of the filter that no cached token has. */
  readonly missingFields: readonly string[];
}

export interface AggregateRequest {
  readonly resource: AggregateResource;
  readonly query: Query;
}

const rowSchema = z.object({
  measureId: z.int(),
  id: z.union([z.string(), z.number()]).nullable(),
  name: z.string().nullable(),
  color: z.string().nullable(),
  answer: z.number().nullable(),
  members: z.int(),
  missing: z.int(),
});
const scopeSchema = z.object({ fetchedAt: z.number().nullable() });

/**
 * Sums up the latest figures of cached tokens, as the service sums up those of all. Throws a `QueryProblem` where the query is
 * wrong, and a `FailureError` of code `offline` where cached records cannot tell.
 *
 * Rule: service notes, "Aggregates and timeseries".
 */
export function makeLocalAggregates(
  database: SqlDatabase,
  completeness: Completeness,
): (request: AggregateRequest) => LocalAggregate {
  const statements = makeStatements(database);
  const tokens = cacheTable(resources.tokens);
  const assets = cacheTable(resources.assets);
  const hasRests = readRemainders(database);

  return ({ resource, query }) => {
    const plan = planAggregate(resource, 'value', query);
    refuseWhatRecordsLack(plan);
    const filter = compileWhere(membersTable, plan.filter, { openFields: false });
    const measures = measuresOfFilter(plan.filter);
    const members = localMembers(tokens, assets, measures);
    const rows = z
      .array(rowSchema)
      .parse(database.prepare(answerSql(plan, filter, members)).all(filter.parameters));
    refuseUnknown(plan, rows);
    const { page, perPage } = plan;
    return {
      results: rows
        .slice((page - 1) * perPage, page * perPage)
        .map((row) => ({ ...describeGroup(plan, row), value: row.answer })),
      pagination: { page, perPage, pageCount: Math.ceil(rows.length / perPage), resultCount: rows.length },
      oldestFetchedAt: scopeSchema.parse(database.prepare(oldestSql(filter, members)).get(filter.parameters))
        .fetchedAt,
      cachedRecords: Number(statements.values(`SELECT count(*) FROM ${tokens.name}`).get()),
      missingFields: [...new Set(fieldsOf(plan.filter))].filter(
        (name) => tokens.field.has(name) && !isPresent(statements, tokens, name),
      ),
      notes: approximateNotes(tokens, measures, hasRests),
      // Tokens have a field of this name with another meaning.
      completeAsOf: completeness.asOf(
        'tokens',
        fieldsOf(plan.filter).includes('token_id') ? undefined : plan.filter,
      ),
    };
  };
}

function answerSql(plan: AggregatePlan, { where }: CompiledFilter, members: string): string {
  const { id, name, color } = groupColumns[plan.groupType];
  // Members without the key are a group of their own, whatever else they say.
  const ofKnown = (column: string): string => `CASE WHEN ${id} IS NOT NULL THEN ${column} END`;
  const chosen = `SELECT r.measure_id, ${id} AS group_id, ${ofKnown(name)} AS group_name, ${ofKnown(color)} AS group_color,
      r.asset_id, CASE WHEN r.asset_id IS NULL THEN r.token_id END AS alone, r.is_shared, r.value FROM aggregates r WHERE ${where}`;
  const ofAssets = `SELECT measure_id, group_id, group_name, group_color,
      CASE WHEN is_shared THEN max(value) ELSE sum(value) END AS value
      FROM (${chosen}) GROUP BY measure_id, group_id, asset_id, alone`;
  return `WITH ${members}
    SELECT measure_id AS measureId, group_id AS id, max(group_name) AS name, max(group_color) AS color,
      CAST(${plan.aggregateFunction}(value) AS REAL) AS answer,
      count(*) AS members, count(*) - count(value) AS missing
    FROM (${plan.kind === 'assets' ? ofAssets : chosen}) GROUP BY measure_id, group_id
    ${aggregateOrder(plan)}`;
}

function oldestSql({ where }: CompiledFilter, members: string): string {
  return `WITH ${members} SELECT min(f.at) AS fetchedAt FROM fetches f
    WHERE f.key IN (SELECT r.fetch FROM aggregates r WHERE ${where})`;
}
