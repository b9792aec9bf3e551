import type { Filter } from '../../preload/contract/query.ts';
import type { CompleteMark } from '../../preload/contract/sync.ts';
import type { CacheStore } from '../store/store.ts';
import { noEvidence } from './proof/evidence.ts';
import type { SyncSubject } from './proof/types.ts';
import type { JobControl } from '../jobs/jobs.ts';
import { largestPage } from './pageSizes.ts';
import type { WholeList } from './wholeList.ts';
import { resumesForMs } from './runSync.ts';

interface PartedSync {
  readonly cache: Pick<CacheStore, 'completeAsOf' | 'syncs'>;
  readonly now: () => number;
  readonly parts: readonly Filter[];
  readonly read: (part: SyncSubject, control: JobControl) => Promise<WholeList>;
}

/**
 * Reads a subject whose filter is too long for one request, part after part. A stopped run continues with
 * unread parts.
 * @throws FailureError as `read` does
 */
export async function syncInParts(
  { cache, now, parts, read }: PartedSync,
  subject: SyncSubject,
  control: JobControl,
): Promise<WholeList> {
  const { resource } = subject;
  const { syncs } = cache;
  const begin = { startedAt: now(), perPage: largestPage(resource), notBefore: now() - resumesForMs };
  const { startedAt } = await syncs.begin({ ...subject, ...begin });
  const marks: CompleteMark[] = [];
  const filters: Filter[] = [];
  const notes = new Set<string>();
  let named: Extract<WholeList, { mark: null }> | null = null;
  const shortfalls: string[] = [];
  let before = 0;
  for (const filter of parts) {
    const asOf = await cache.completeAsOf({ resource, query: { filter } });
    filters.push(filter);
    if (asOf !== null && asOf >= startedAt) continue;
    let done = 0;
    const whole = await read(
      { resource, filter },
      {
        signal: control.signal,
        update(change) {
          done = change.done ?? done;
          control.update({ ...change, done: before + done, total: null });
        },
      },
    );
    before += done;
    for (const note of whole.notes) notes.add(note);
    shortfalls.push(...whole.shortfalls);
    if (whole.mark !== null) marks.push(whole.mark);
    else {
      // An incomplete part says more than one named by ids.
      if (named === null || named.shortfalls.length === 0) named = whole;
      if (whole.filter !== undefined) filters.splice(-1, 1, whole.filter);
    }
  }
  if (named !== null) {
    await syncs.drop(subject);
    return { ...named, filter: { operator: 'or', filters }, shortfalls, notes: [...notes] };
  }
  const names = marks.flatMap(({ leftOut }) => leftOut.names);
  const leftOut = { count: marks.reduce((sum, mark) => sum + mark.leftOut.count, 0), names };
  const changed = marks.some((mark) => mark.changed);
  // Each part has removed its records that are gone.
  const kept = await syncs.listUnseen({ ...subject, limit: Number.MAX_SAFE_INTEGER });
  // Each part is proven to be whole.
  const all = marks.reduce((sum, { count }) => sum + count, 0);
  const evidence = { ...noEvidence, read: all, end: all, isEndSeen: true, isFiltered: true };
  const { mark } = await syncs.finish({ ...subject, now: now(), kept, evidence, leftOut });
  if (mark === null) throw new Error('Records are gone that are kept.');
  control.update({ done: mark.count, total: mark.count });
  return { mark: { ...mark, changed }, filter: subject.filter, shortfalls: [], notes: [...notes] };
}
