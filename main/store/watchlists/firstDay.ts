import { dayOf } from '../../../preload/contract/days.ts';
import { parseInstant } from '../../../preload/contract/instants.ts';
import { isGroup, type Filter } from '../../../preload/contract/query.ts';

/** Operators whose condition matches less the later its date is. */
export const fromOperators: readonly string[] = ['gt', 'gte', 'onOrAfter'];

/** Whether the filter excludes all transactions before a day (`YYYY-MM-DD`, UTC). */
export function isFrom(filter: Filter, day: string): boolean {
  if (isGroup(filter)) {
    const { operator, filters } = filter;
    return operator === 'or'
      ? filters.every((part) => isFrom(part, day))
      : filters.some((part) => isFrom(part, day));
  }
  const { field, operator, value } = filter;
  if (field !== 'date' || !fromOperators.includes(operator) || typeof value !== 'string') return false;
  const first = parseInstant(value);
  return first !== null && dayOf(first) >= day;
}
