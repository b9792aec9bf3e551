import { fieldsOf, isGroup, type Filter } from '../../../preload/contract/query.ts';
import type { SqlValue } from '../../store/query/columns.ts';
import { daysTable, membersTable } from '../../store/query/aggregateTables.ts';
import { compileWhere } from '../../store/query/compile.ts';
import { QueryProblem } from '../../store/query/problems.ts';

/** The filter of an aggregate in SQL: one part over the table of tokens and measures, one over the days of a series. */
export interface AggregateFilter {
  /** Over `aggregates r`. */
  readonly members: string;
  /** Over `series_days(…) r`. */
  readonly days: string;
  readonly parameters: Readonly<Record<string, SqlValue>>;
}

export function compileAggregateFilter(filter: Filter | undefined): AggregateFilter {
  const { members, days } = split(filter ?? { filters: [] });
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

interface Split {
  readonly members: Filter;
  readonly days: Filter;
}

const everything: Filter = { filters: [] };

/** Days are joined with the rest by `and` only: a day is not a property of a token. */
function split(filter: Filter): Split {
  if (!isGroup(filter)) {
    return filter.field === 'date'
      ? { members: everything, days: filter }
      : { members: filter, days: everything };
  }
  if (filter.operator === 'or') return splitAlternatives(filter);
  const parts = filter.filters.map(split);
  return {
    members: { operator: 'and', filters: parts.map(({ members }) => members) },
    days: { operator: 'and', filters: parts.map(({ days }) => days) },
  };
}

function splitAlternatives(filter: Filter): Split {
  const fields = fieldsOf(filter);
  if (!fields.includes('date')) return { members: filter, days: everything };
  if (fields.every((field) => field === 'date')) return { members: everything, days: filter };
  throw new QueryProblem("Field 'date' can be joined with other fields by 'and' only");
}
