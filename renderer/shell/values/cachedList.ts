import type { LocationOf } from '../../../preload/contract/locations/location.ts';
import type { Query } from '../../../preload/contract/query.ts';
import type { Resource } from '../../../preload/contract/resources/types.ts';

/** The list of a browser, for figures of its cached records. */
export interface CachedList {
  readonly connectionId: string;
  readonly location: LocationOf<'browse'>;
  readonly resource: Resource;
  readonly query: Query;
  /** Records that match in all; null where that is not known. */
  readonly matching: number | null;
  /** True while its first rows are awaited. */
  readonly isAwaited: boolean;
  /** Names the state of the cached records: when it changes, figures of them do. */
  readonly cachedState: string;
  /** Opens the dialog that fetches every record of the query. */
  sync(): void;
}
