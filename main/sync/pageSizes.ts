import type { ResourceName } from '../../preload/contract/resources.ts';
import { maxPerPage } from '../data-service/assumptions.ts';
import { requestsOfList } from './proof/progress.ts';

/** Records of these resources weigh up to 80 KB each, several times that in memory. */
const heavyPerPage = 100;

/** The page size of a whole list; the service may serve fewer. */
export function largestPage(resource: ResourceName): number {
  return resource === 'transactions' ? maxPerPage : heavyPerPage;
}

/** Pages of one window (`pagesWanted` in windows.ts). */
const pagesAtOnce = 20;

/** Requests for so many records with pages of `perPage`. */
export function requestsFor(records: number, perPage: number): number {
  const atOnce = pagesAtOnce * perPage;
  const pieces = Math.floor(records / atOnce);
  const rest = records - pieces * atOnce;
  const requests = pieces * requestsOfList(atOnce, perPage) + (rest > 0 ? requestsOfList(rest, perPage) : 0);
  // The end of the list takes two more requests: its other end, and a sample of several pages.
  return requests + (records > perPage ? 2 : 1);
}
