import type { ResourceName } from '../../../preload/contract/resources.ts';
import { maxPerPage } from '../../data-service/assumptions.ts';

/** Records of these resources weigh up to 25 KB each, so that a thousand of them would be a 25 MB answer. */
const heavyPerPage = 200;

/** Records to ask for at once where all of them are wanted. The service may serve fewer. */
export function largestPage(resource: ResourceName): number {
  return resource === 'transactions' ? maxPerPage : heavyPerPage;
}
