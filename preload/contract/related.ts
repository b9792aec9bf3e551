import { call, connectionId, recordId, resource, ticket } from './call.ts';
import type { Query } from './query.ts';
import type { ResourceName } from './resources/names.ts';

export interface Relation {
  /** For example `tokens.asset_id`. */
  readonly key: string;
  readonly label: string;
  readonly resource: ResourceName;
  readonly query: Query;
  /** Set for a link to one record; `title` is null while unknown. */
  readonly single: { id: string | number; title: string | null; cached: boolean } | null;
  /** Null if unknown without a request. */
  readonly count: number | null;
  readonly countedBy: 'record' | 'cache' | null;
  /** True if a request counts against the hourly limit. */
  readonly limited: boolean;
}

export const relatedCalls = {
  /** Links to single records come first. Fetches the record only if it is not cached. */
  listRelations: call({ connectionId, resource, id: recordId, ticket: ticket.optional() }).returns<
    Relation[]
  >(),
} as const;
