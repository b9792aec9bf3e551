import type { ResourceName } from '../../preload/contract/resources.ts';
import { maxPerPage } from '../data-service/assumptions.ts';
import { requestsOfList } from './proof/progress.ts';

/** Records of these resources weigh up to 80 KB each, and a page in hand takes several times its bytes of memory. */
const heavyPerPage = 100;

/** Records to ask for at once where all of them are wanted. The service may serve fewer. */
export function largestPage(resource: ResourceName): number {
  return resource === 'transactions' ? maxPerPage : heavyPerPage;
}

/** Pages of a list that a sync reads in one piece. */
const pagesAtOnce = 20;

/** As many requests as it takes to fetch so many records with pages of `perPage`. */
export function requestsFor(records: number, perPage: number): number {
  const atOnce = pagesAtOnce * perPage;
  const pieces = Math.floor(records / atOnce);
  const rest = records - pieces * atOnce;
  const requests = pieces * requestsOfList(atOnce, perPage) + (rest > 0 ? requestsOfList(rest, perPage) : 0);
  // At the end the list is requested from its other end, and of several pages a sample.
  return requests + (records > perPage ? 2 : 1);
}
