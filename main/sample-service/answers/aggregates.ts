import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { Query } from '../../../preload/contract/query.ts';
import {
  planAggregate,
  type AggregateKind,
  type AggregatePlan,
  type AggregateShape,
} from './aggregatePlan.ts';
import { makeBoundedMap } from '../../store/query/statements.ts';
import { aggregateSql } from './aggregateSql.ts';

/** Answers aggregates and timeseries. */
export interface Aggregates {
  /** The JSON text of the answer. Throws a `QueryProblem` where the query cannot be answered. */
  answer(kind: AggregateKind, shape: AggregateShape, query: Query): string;
}

/** Answers kept at most: they take long to make, and the data never change. */
const maxEntries = 100;

/** Rule: service notes, "Aggregates and timeseries". */
export function makeAggregates(database: Database.Database): Aggregates {
  const answers = makeBoundedMap<string>(maxEntries);
  return {
    answer: (kind, shape, query) =>
      answers.get(JSON.stringify([kind, shape, query]), () => {
        const plan = planAggregate(kind, shape, query);
        const { sql, parameters } = aggregateSql(plan);
        const rows = z.array(rowSchema).parse(database.prepare(sql).all(parameters));
        return textOf(plan, rows);
      }),
  };
}

const rowSchema = z.object({
  total: z.int(),
  measure_id: z.int().nullable(),
  measure_slug: z.string().nullable(),
  measure_name: z.string().nullable(),
  measure_unit: z.string().nullable(),
  group_id: z.union([z.string(), z.number()]).nullable(),
  group_name: z.string().nullable(),
  group_color: z.string().nullable(),
  answer: z.union([z.string(), z.number()]).nullable(),
});
type Row = z.infer<typeof rowSchema>;

function textOf(plan: AggregatePlan, rows: readonly Row[]): string {
  const results = rows.filter((row) => row.measure_id !== null).map((row) => resultText(plan, row));
  const total = rows[0]?.total ?? 0;
  const { page, perPage, groupBy, aggregateFunction, interval, mode } = plan;
  const echoes = JSON.stringify({
    filter: plan.filter,
    sort: plan.sort,
    aggregate: { groupBy, aggregateFunction, interval, mode },
    pagination: { page, perPage, pageCount: Math.ceil(total / perPage), resultCount: total },
  });
  return `{"results":[${results.join(',')}],${echoes.slice(1)}`;
}

/** Points are read and written again because SQLite writes numbers with more digits than they need. */
function resultText({ shape, groupType }: AggregatePlan, row: Row): string {
  const measure = {
    id: row.measure_id,
    slug: row.measure_slug,
    name: row.measure_name,
    unit: row.measure_unit,
  };
  const group = { id: row.group_id, type: groupType, name: row.group_name, color: row.group_color };
  const start = JSON.stringify({ measure, group }).slice(0, -1);
  return shape === 'value'
    ? `${start},"value":${JSON.stringify(row.answer)}}`
    : `${start},"points":${JSON.stringify(JSON.parse(String(row.answer ?? '[]')))}}`;
}
