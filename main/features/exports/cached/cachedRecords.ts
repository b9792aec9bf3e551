import type { Query } from '../../../../preload/contract/query.ts';
import type { ResourceName } from '../../../../preload/contract/resources.ts';

export interface CachedRecords {
  readonly database: string;
  readonly resource: ResourceName;
  readonly query: Query;
}
