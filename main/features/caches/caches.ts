import type { CacheContents } from '../../../preload/contract/caches.ts';
import type { AppEvents } from '../../platform/appEvents.ts';
import type { CacheLimits, CacheStore } from '../../store/store.ts';
import type { Syncs } from '../sync/syncs.ts';

export interface CachesOptions {
  readonly listConnections: () => Promise<readonly { readonly id: string; readonly name: string }[]>;
  readonly openCache: (connectionId: string) => Promise<CacheStore>;
  readonly syncs: (connectionId: string) => Promise<Syncs>;
  readonly limits: () => CacheLimits;
  /** Restarts the watchlists of a connection once its cache is empty. */
  readonly resetWatchlists: (connectionId: string) => Promise<void>;
  readonly events: AppEvents;
}

/** The caches of all connections: what they hold, and their upkeep. */
export interface Caches {
  list(): Promise<CacheContents[]>;
  clear(connectionId: string): Promise<void>;
  /** Keeps the caches within their limits from now on, now and then. Returns how to stop. */
  runMaintenance(): () => void;
}

/** The start belongs to the person; afterwards there is time. */
const firstAfterMs = 60_000;
const everyMs = 30 * 60_000;

export function createCaches(options: CachesOptions): Caches {
  const { listConnections, openCache, syncs, limits, resetWatchlists, events } = options;

  async function maintainAll(): Promise<void> {
    for (const { id } of await listConnections()) await (await openCache(id)).runMaintenance(limits());
  }

  return {
    async list() {
      const connections = await listConnections();
      return Promise.all(
        connections.map(async ({ id, name }) => {
          const cache = await openCache(id);
          const [contents, complete] = await Promise.all([cache.readContents(), cache.syncs.listComplete()]);
          return { connectionId: id, name, ...contents, complete };
        }),
      );
    },
    async clear(connectionId) {
      await (await syncs(connectionId)).cancelAll();
      await (await openCache(connectionId)).clear();
      await resetWatchlists(connectionId);
    },
    runMaintenance() {
      let timer = setTimeout(run, firstAfterMs).unref();
      let stopped = false;
      function run(): void {
        void maintainAll()
          .catch((error: unknown) => events.emit('backgroundError', 'caches', error))
          .finally(() => {
            if (!stopped) timer = setTimeout(run, everyMs).unref();
          });
      }
      return () => {
        stopped = true;
        clearTimeout(timer);
      };
    },
  };
}
