import { z } from 'zod';
import { completeMarkSchema } from '../syncs.ts';
import { call, connectionId, nothing, resource } from './call.ts';

/** What the cache of a connection holds on this computer. */
export const cacheContentsSchema = z.object({
  connectionId: z.string(),
  /** The connection's. */
  name: z.string(),
  bytes: z.number(),
  pages: z.number().int(),
  /** The records of each resource that has any. */
  records: z.array(z.object({ resource, count: z.number().int() })),
  complete: z.array(completeMarkSchema),
});

export type CacheContents = z.infer<typeof cacheContentsSchema>;

/** The caches of the connections. */
export const cacheCalls = {
  listCaches: call(nothing, z.array(cacheContentsSchema)),
  /** Forgets what was fetched over a connection, and stops its syncs. The user's own things stay. */
  clearCache: call(z.strictObject({ connectionId }), z.array(cacheContentsSchema)),
} as const;
