import { dayNumber } from '../../../preload/contract/days.ts';
import { conjunctsOf, isGroup, type Filter, type Query } from '../../../preload/contract/query.ts';
import { isUnanswered } from '../../data-service/failures.ts';
import { otherBorders } from '../../sync/proof/alternatives.ts';

/** Days since 1970 UTC, ascending. */
interface Dated {
  readonly days?: ArrayLike<number>;
}

/**
 * Requests a daily timeseries once with its border days named by the days outside, if its answer has the day
 * beside a border but not the border day: a service may leave that day out.
 * @param ask requests one page
 * @returns a sentence if it does; else none
 */
export async function askBorderDays(
  ask: (query: Query) => Promise<{ readonly results: readonly Dated[] }>,
  query: Query,
  rows: readonly Dated[],
): Promise<string[]> {
  const filter = otherBorders(query.filter, (field) => field === 'date');
  const [first, last] = spanOf(rows);
  const isDaily = query.aggregate?.interval === 'day';
  if (!isDaily || !conjunctsOf(query.filter).some((part) => isBeside(part, first, last))) return [];
  try {
    const [otherFirst, otherLast] = spanOf((await ask({ ...query, filter })).results);
    return otherFirst === first - 1 || otherLast === last + 1 ? [leavesOutDay] : [];
  } catch (error) {
    if (isUnanswered(error)) return [];
    throw error;
  }
}

const leavesOutDay = 'The service leaves out the first or last day that the filter includes.';

function isBeside(part: Filter, first: number, last: number): boolean {
  if (isGroup(part) || part.field !== 'date' || typeof part.value !== 'string') return false;
  const day = dayNumber(part.value.slice(0, 10));
  if (/^(gte|onOrAfter)$/.test(part.operator)) return first === day + 1;
  return /^(lte|onOrBefore)$/.test(part.operator) && last === day - 1;
}

/** From `Infinity` to `-Infinity` without a day. */
function spanOf(rows: readonly Dated[]): [first: number, last: number] {
  const ends = rows.flatMap(({ days = [] }) => [days[0], days[days.length - 1]]);
  const known = ends.filter((day) => day !== undefined);
  return [Math.min(...known), Math.max(...known)];
}
