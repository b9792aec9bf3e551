import type { Filter } from '../../../preload/contract/query.ts';
import type { SqlValue } from '../../store/query/columns.ts';
import { daysTable, membersTable } from '../../store/query/aggregateTables.ts';
import { compileWhere } from '../../store/query/compile.ts';
import { splitDays } from '../../store/query/splitDays.ts';

/** The filter of an aggregate in SQL: one part over the table of tokens and measures, one over the days of a series. */
export interface AggregateFilter {
  /** Over `aggregates r`. */
  readonly members: string;
  /** Over `series_days(…) r`. */
  readonly days: string;
  readonly parameters: Readonly<Record<string, SqlValue>>;
}

export function compileAggregateFilter(filter: Filter | undefined): AggregateFilter {
  const { members, days } = splitDays(filter ?? { filters: [] });
  const compiledMembers = compileWhere(membersTable, members, { openFields: false });
  const compiledDays = compileWhere(daysTable, days, { openFields: false });
  return {
    members: compiledMembers.where,
    // Both parts name their parameters alike and are bound together.
    days: compiledDays.where.replace(/:p(\d+)/g, ':day$1'),
    parameters: {
      ...compiledMembers.parameters,
      ...Object.fromEntries(
        Object.entries(compiledDays.parameters).map(([name, value]) => [name.replace('p', 'day'), value]),
      ),
    },
  };
}
