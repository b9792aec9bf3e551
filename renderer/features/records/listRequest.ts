import type { Query } from '../../../preload/contract/query.ts';
import type { ResourceName } from '../../../preload/contract/resources.ts';
import type { Bridge } from '../../bridge.ts';

export interface ListRequest {
  readonly connectionId: string;
  readonly resource: ResourceName;
  readonly query: Query;
  readonly fields: readonly string[];
  readonly perPage: number;
}

export type ListSource = Pick<Bridge, 'listRecords' | 'cancelRequest'>;

/** Read before each request. */
export interface RequestRules {
  /** True if requests count against an hourly limit: uncached pages wait for the user. */
  readonly limited: () => boolean;
  readonly offline: () => boolean;
}
