import type { Query } from '../../../../preload/contract/query.ts';
import type { ResourceName } from '../../../../preload/contract/resources.ts';

/** Cached records, by the database that has them. */
export interface CachedRecords {
  readonly database: string;
  readonly resource: ResourceName;
  readonly query: Query;
}
