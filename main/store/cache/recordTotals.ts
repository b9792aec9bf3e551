import { z } from 'zod';
import type { RecordTotals, TotalsRequest } from '../../../preload/contract/totals.ts';
import { resources } from '../../../preload/contract/resources.ts';
import { compileColumns } from '../query/compile.ts';
import type { SqlDatabase } from '../query/database.ts';
import { sortTarget } from '../query/fields.ts';
import { cacheTable } from './resourceTables.ts';
import { cachedFields } from './cachedFields.ts';

/** Groups in an answer at most: the others are counted. */
const maxGroups = 1000;

const groupsSchema = z.array(
  z.object({
    value: z.union([z.string(), z.number()]).nullable(),
    records: z.int(),
    sum: z.number().nullable(),
    largest: z.number().nullable(),
  }),
);
const allSchema = z.object({ groupCount: z.int(), recordCount: z.int(), sum: z.number().nullable() });

/** Sums a figure of the cached records that match, for each value of a field. Throws a `QueryProblem` where the query is wrong. */
export function makeRecordTotals(database: SqlDatabase): (request: TotalsRequest) => RecordTotals {
  return ({ resource, query, groupBy, measure }) => {
    const table = cacheTable(resources[resource]);
    const fields = [groupBy, measure];
    const compiled = compileColumns(table, { query, fields }, cachedFields(database), sortTarget);
    const { columns, where, parameters } = compiled;
    const [group = '', figure = ''] = columns.map(({ sql }) => sql);
    const groups = `SELECT ${group} AS value, count(*) AS records, CAST(sum(${figure}) AS REAL) AS sum,
      CAST(max(${figure}) AS REAL) AS largest FROM ${table.name} r WHERE ${where} GROUP BY 1`;
    return {
      groups: groupsSchema.parse(
        database
          .prepare(`${groups} ORDER BY 3 DESC NULLS LAST, 2 DESC, 1 LIMIT ${maxGroups.toString()}`)
          .all(parameters),
      ),
      ...allSchema.parse(
        database
          .prepare(
            `SELECT count(*) AS groupCount, coalesce(sum(records), 0) AS recordCount, sum(sum) AS sum FROM (${groups})`,
          )
          .get(parameters),
      ),
    };
  };
}
