import type { Query } from '../../../preload/contract/query.ts';
import type { ResourceName } from '../../../preload/contract/resources.ts';
import type { Bridge } from '../../bridge.ts';

export interface ListRequest {
  readonly connectionId: string;
  readonly resource: ResourceName;
  /** Without a page: the list is scrolled through as a whole. */
  readonly query: Query;
  /** The fields that are shown. */
  readonly fields: readonly string[];
  /** Records requested on a page. */
  readonly perPage: number;
}

/** Where pages come from. */
export type ListSource = Pick<Bridge, 'listRecords' | 'cancelRequest'>;

/** How a list may be requested, read again for each request, since it changes while a list is open. */
export interface RequestRules {
  /** True where each request is taken from an hourly budget: pages that are not cached wait for the user. */
  readonly limited: () => boolean;
  readonly offline: () => boolean;
}
