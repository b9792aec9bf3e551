import type { Completeness } from './completeness.ts';
import { call, connectionId } from './call.ts';
import type { ResourceName } from './resources/names.ts';

/** What the cache holds of a resource. Times are milliseconds since 1970 UTC. */
export interface Holding extends Completeness {
  readonly resource: ResourceName;
  readonly records: number;
  /** When the oldest and the newest of the records were fetched; null where there are none. */
  readonly oldestAt: number | null;
  readonly newestAt: number | null;
  /** Of transactions: the records whose twin counts in their place; left out where there are none. */
  readonly twins?: number;
}

export const overviewCalls = {
  /** What the cache of a connection holds, by resource. Sends no request. */
  listHoldings: call({ connectionId }).returns<Holding[]>(),
} as const;
