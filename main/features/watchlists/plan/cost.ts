import { hourMs } from '../../../../preload/contract/days.ts';
import type { ListCost } from '../../../../preload/contract/watchlists.ts';
import { chooseRequests, type WideKnowledge } from './wide.ts';
import type { MergedRequest, PlanList, RequestShape } from './types.ts';

/** Returns what a list that is not made yet costs by itself. Requested together with others it costs no more. */
export function costOfList(
  list: Pick<PlanList, 'filter' | 'importance'>,
  shape: RequestShape,
  knowledge: WideKnowledge,
): Omit<ListCost, 'limit'> {
  const planned = { id: '', fromDay: '', perHour: null, ...list };
  const first = chooseRequests([{ ...planned, apart: 1 }], shape, knowledge);
  const later = chooseRequests([{ ...planned, apart: 0 }], shape, knowledge);
  const pagesADay = ({ key, isWide }: MergedRequest): number =>
    isWide ? (knowledge.perDayOf(key) ?? 0) / shape.perPage : 0;
  return {
    first: first.requests.reduce(
      (sum, request) => sum + Math.max(1, Math.ceil(pagesADay(request) * knowledge.firstDays)),
      0,
    ),
    perHour: later.requests.reduce(
      (sum, request) => sum + hourMs / request.intervalMs + pagesADay(request) / hoursADay,
      0,
    ),
    isMost: first.measure !== null,
  };
}

const hoursADay = 24;
