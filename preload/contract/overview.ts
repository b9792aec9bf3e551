import type { Completeness } from './completeness.ts';
import { call, connectionId } from './call.ts';
import type { ResourceName } from './resources/names.ts';

/** Times are milliseconds since 1970 UTC. */
export interface Holding extends Completeness {
  readonly resource: ResourceName;
  readonly records: number;
  readonly oldestAt: number | null;
  readonly newestAt: number | null;
  readonly twins?: number;
}

export const overviewCalls = {
  listHoldings: call({ connectionId }).returns<Holding[]>(),
} as const;
