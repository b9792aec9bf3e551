import { setTimeout } from 'node:timers/promises';
import { counted } from '../../../preload/contract/counted.ts';
import { dayMs, minuteMs } from '../../../preload/contract/days.ts';
import type { CacheContents } from '../../../preload/contract/caches.ts';
import type { AppEvents } from '../../platform/appEvents.ts';
import type { CacheStore } from '../../store/store.ts';
import type { CacheLimits, Eviction } from '../../store/storeTypes.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { Syncs } from '../../sync/syncs.ts';

interface CachesOptions {
  readonly listConnections: () => Promise<readonly { readonly id: string; readonly name: string }[]>;
  readonly openCache: (connectionId: string) => Promise<CacheStore>;
  readonly syncs: (connectionId: string) => Promise<Syncs>;
  readonly limits: () => CacheLimits;
  readonly jobs: Jobs;
  readonly resetWatchlists: (connectionId: string) => Promise<void>;
  /** `windowCalled` delays maintenance. */
  readonly events: AppEvents;
  readonly timing?: MaintenanceTiming;
}

/** Milliseconds. */
interface MaintenanceTiming {
  readonly firstAfterMs: number;
  readonly everyMs: number;
  readonly quietMs: number;
  /** Longest wait; after it, maintenance runs while windows are used, one step each `paceMs`. */
  readonly patienceMs: number;
  readonly paceMs: number;
}

/** Leaves the start to the user. A user who reads is likely to scroll again. */
const defaultTiming: MaintenanceTiming = {
  firstAfterMs: minuteMs,
  everyMs: 30 * minuteMs,
  quietMs: 5000,
  patienceMs: 10 * minuteMs,
  paceMs: 1000,
};

export function createCaches(options: CachesOptions) {
  const { listConnections, openCache, syncs, limits, jobs, resetWatchlists, events } = options;
  const { firstAfterMs, everyMs, quietMs, patienceMs, paceMs } = options.timing ?? defaultTiming;
  let calledAt = -Infinity;
  events.on('windowCalled', () => {
    calledAt = performance.now();
  });

  /** Resolves after a while without window use, or after the longest wait. Rejects if aborted. */
  async function quiet(begunAt: number, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const latest = Math.max(begunAt + patienceMs, performance.now() + paceMs);
    const left = (): number => Math.min(calledAt + quietMs, latest) - performance.now();
    for (let ms = left(); ms > 0; ms = left()) await setTimeout(ms, undefined, { signal, ref: false });
  }

  /** Becomes a job once it removes something; the job names what and by which setting. */
  async function maintain({ id, name }: { id: string; name: string }, closing: AbortSignal): Promise<void> {
    const cache = await openCache(id);
    const now = limits();
    const begunAt = performance.now();
    const cancelling = new AbortController();
    const signal = AbortSignal.any([closing, cancelling.signal]);
    const ended = Promise.withResolvers<undefined>();
    let tell: ((removed: Eviction) => void) | null = null;
    const running = cache.runMaintenance(now, {
      mayGoOn: () => quiet(begunAt, signal),
      onRemoved(removed) {
        if (tell === null)
          jobs.start({
            kind: 'cleanup',
            title: `Cleanup of the cache of ${name}`,
            path: null,
            work: (control) => {
              control.signal.addEventListener('abort', () => cancelling.abort(control.signal.reason));
              tell = (last) => {
                control.update({ done: last.records, note: describeRemoval(last, now) });
              };
              return ended.promise;
            },
          });
        tell?.(removed);
      },
    });
    try {
      await running;
      ended.resolve(undefined);
    } catch (error) {
      ended.promise.catch(() => undefined);
      ended.reject(error);
      if (!signal.aborted) throw error;
    }
  }

  async function maintainAll(closing: AbortSignal): Promise<void> {
    for (const connection of await listConnections()) await maintain(connection, closing);
  }

  return {
    async list(): Promise<CacheContents[]> {
      const connections = await listConnections();
      return Promise.all(
        connections.map(async ({ id, name }) => {
          const cache = await openCache(id);
          const [contents, complete] = await Promise.all([cache.readContents(), cache.syncs.listComplete()]);
          return { connectionId: id, name, ...contents, complete };
        }),
      );
    },
    async clear(connectionId: string) {
      await (await syncs(connectionId)).endAll();
      await (await openCache(connectionId)).clear();
      await resetWatchlists(connectionId);
    },
    runMaintenance() {
      const closing = new AbortController();
      const { signal } = closing;
      async function run(): Promise<void> {
        for (let afterMs = firstAfterMs; ; afterMs = everyMs) {
          await setTimeout(afterMs, undefined, { signal, ref: false });
          await maintainAll(signal).catch((error: unknown) => {
            if (!signal.aborted) events.emit('backgroundError', 'caches', error);
          });
        }
      }
      // Ends with the signal only.
      run().catch(() => undefined);
      return () => {
        closing.abort();
      };
    },
  };
}

function describeRemoval(
  { pages, records, isOverSize }: Eviction,
  { maxAgeMs, maxBytes }: CacheLimits,
): string {
  const counts = [
    records > 0 ? counted(records, 'transaction') : '',
    pages > 0 ? counted(pages, 'page') : '',
  ];
  const removed = `Removed ${counts.filter((text) => text !== '').join(' and ')}`;
  return isOverSize
    ? `${removed} shown least recently: the cache was larger than ${(maxBytes / 1_000_000).toLocaleString('en')} MB (Settings, “Largest cache”).`
    : `${removed} not shown for ${(maxAgeMs / dayMs).toLocaleString('en')} days (Settings, “Keep for”).`;
}
