import { call, connectionId } from './call.ts';
import type { ResourceName } from './resources/names.ts';
import type { CompleteMark } from './sync.ts';

/** What the cache of a connection holds on this computer. */
export interface CacheContents {
  readonly connectionId: string;
  /** The connection's. */
  readonly name: string;
  readonly bytes: number;
  readonly pages: number;
  /** The records of each resource that has any. */
  readonly records: { resource: ResourceName; count: number }[];
  readonly complete: CompleteMark[];
}

/** The caches of the connections. */
export const cacheCalls = {
  listCaches: call().returns<CacheContents[]>(),
  /** Forgets what was fetched over a connection, and stops its syncs. The user's own documents stay. */
  clearCache: call({ connectionId }).returns<CacheContents[]>(),
} as const;
