import type { LocationOf } from '../../../preload/contract/locations/location.ts';
import type { Query } from '../../../preload/contract/query.ts';
import type { Resource } from '../../../preload/contract/resources/types.ts';

export interface CachedList {
  readonly connectionId: string;
  readonly location: LocationOf<'browse'>;
  readonly resource: Resource;
  readonly query: Query;
  readonly matching: number | null;
  readonly isAwaited: boolean;
  /** Changes with the cached records. */
  readonly cachedState: string;
  sync(): void;
}
