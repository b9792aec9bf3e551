import { call, connectionId } from './call.ts';
import type { ResourceName } from './resources/names.ts';
import type { CompleteMark } from './sync.ts';

export interface CacheContents {
  readonly connectionId: string;
  readonly name: string;
  readonly bytes: number;
  readonly pages: number;
  readonly records: { resource: ResourceName; count: number }[];
  readonly complete: CompleteMark[];
}

export const cacheCalls = {
  listCaches: call().returns<CacheContents[]>(),
  /** Deletes what was fetched over a connection and stops its syncs. Keeps the user's documents. */
  clearCache: call({ connectionId }).returns<CacheContents[]>(),
} as const;
