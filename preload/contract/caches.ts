import { z } from 'zod';
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
  /** Null where all transactions are stored in the form of this version. */
  readonly conversion: ConversionProgress | null;
}

/** An update of the app is storing the cached transactions in its new form. */
export interface ConversionProgress {
  /** How much it has stored, between 0 and 1. */
  readonly part: number;
  readonly isPaused: boolean;
}

/** The caches of the connections. */
export const cacheCalls = {
  listCaches: call().returns<CacheContents[]>(),
  /** Pauses the conversion of a cache, also over restarts, or resumes it. */
  pauseConversion: call({ connectionId, isPaused: z.boolean() }).returns<CacheContents[]>(),
  /** Forgets what was fetched over a connection, and stops its syncs. The user's own documents stay. */
  clearCache: call({ connectionId }).returns<CacheContents[]>(),
} as const;
