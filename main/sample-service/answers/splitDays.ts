import { isGroup, type Filter } from '../../../preload/contract/query.ts';
import { QueryProblem } from '../../store/query/problems.ts';

/** A filter of a timeseries in two: which tokens with which measures, and on which days. */
export interface SplitFilter {
  readonly members: Filter;
  readonly days: Filter;
}

const everything: Filter = { filters: [] };

/** Days are joined with the rest by `and` only: a day is not a property of a token. Throws a `QueryProblem` for anything else. */
export function splitDays(filter: Filter): SplitFilter {
  if (!isGroup(filter)) {
    return filter.field === 'date'
      ? { members: everything, days: filter }
      : { members: filter, days: everything };
  }
  if (filter.operator === 'or') return splitAlternatives(filter);
  const parts = filter.filters.map(splitDays);
  return {
    members: { operator: 'and', filters: parts.map(({ members }) => members) },
    days: { operator: 'and', filters: parts.map(({ days }) => days) },
  };
}

function splitAlternatives(filter: Filter): SplitFilter {
  const fields = fieldsOf(filter);
  if (!fields.includes('date')) return { members: filter, days: everything };
  if (fields.every((field) => field === 'date')) return { members: everything, days: filter };
  throw new QueryProblem("Field 'date' can be joined with other fields by 'and' only");
}

function fieldsOf(filter: Filter): readonly string[] {
  return isGroup(filter) ? filter.filters.flatMap(fieldsOf) : [filter.field];
}
