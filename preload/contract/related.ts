import { call, connectionId, recordId, resource, ticket } from './call.ts';
import type { Query } from './query.ts';
import type { ResourceName } from './resources/names.ts';

/** One way from a record to others. */
export interface Relation {
  /** Stable for a resource, fit for a key in a list, for example `tokens.asset_id`. */
  readonly key: string;
  /** Sentence case, for example `Tokens`, `Issuer`, `As auditor`. */
  readonly label: string;
  /** What it leads to. */
  readonly resource: ResourceName;
  /** The related records, in the one query language: a grid can show them, with or without a network. */
  readonly query: Query;
  /** The one record it leads to, where there is only one; `title` is null where it is not known yet. */
  readonly single: { id: string | number; title: string | null; cached: boolean } | null;
  /** How many there are, where that is known without a request. */
  readonly count: number | null;
  /** Who says so: the record itself, or the cache, in which others may be missing. */
  readonly countedBy: 'record' | 'cache' | null;
  /** True where a request counts against a small hourly limit. */
  readonly limited: boolean;
}

export const relatedCalls = {
  /** Every way from a record to related ones, those with a single record first. Fetches the record only if it is not cached. */
  listRelations: call({ connectionId, resource, id: recordId, ticket: ticket.optional() }).returns<
    Relation[]
  >(),
} as const;
