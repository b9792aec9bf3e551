import type { Job } from '../../preload/contract/jobs.ts';
import { age, timeOfDay, until } from './dates.ts';
import { count, fileSize, plural } from './numbers.ts';

/** Returns progress or result: `1,200 of 3,512 records, 1.4 MB`, `Done: 3,512 records, 4.2 MB`. */
export function describeJob(job: Job, now: number, locale?: string): string {
  const ofMirror = job.kind === 'mirror' ? describeMirror(job, now, locale) : null;
  if (ofMirror !== null) return ofMirror;
  const records = plural(job.done, 'record', 'records', locale);
  const size = job.bytes === null || job.bytes === 0 ? '' : `, ${fileSize(job.bytes, locale)}`;
  switch (job.state) {
    case 'running':
      return job.total === null
        ? records + size
        : `${count(job.done, locale)} of ${plural(job.total, 'record', 'records', locale)}${size}`;
    case 'waiting':
      if (job.waitsFor === 'online') return `Waiting until you work online, ${records} so far`;
      return job.resumesAt === null
        ? `Waiting, ${records} so far`
        : `Waiting, ${records} so far; goes on at ${timeOfDay(job.resumesAt, now, locale)} (${until(job.resumesAt, now, locale)})`;
    case 'paused':
      return `Paused, ${records} so far`;
    case 'done':
      // A cleanup may have removed only pages; its note counts them.
      return job.kind === 'cleanup' && job.done === 0 ? 'Done' : `Done: ${records}${size}`;
    case 'failed':
      // The list was read to its end.
      if (job.failure?.code === 'many-removed' || job.failure?.code === 'incomplete')
        return job.failure.message;
      return `Failed after ${records}: ${job.failure?.message ?? 'no reason was given.'}`;
    case 'canceled':
      return `Canceled after ${records}`;
  }
}

/** A mirror ends only on request and waits for its next check. */
function describeMirror(job: Job, now: number, locale?: string): string | null {
  const { state, done, total, resumesAt, waitsFor } = job;
  const records = plural(done, 'record', 'records', locale);
  const next =
    resumesAt === null
      ? 'soon'
      : `at ${timeOfDay(resumesAt, now, locale)} (${until(resumesAt, now, locale)})`;
  if (state === 'waiting' && waitsFor === 'check') return `Up to date. Next check ${next}`;
  if (state === 'waiting' && waitsFor === 'retry') return `Interrupted. Next attempt ${next}`;
  switch (state) {
    case 'running':
      return total === null
        ? `Comparing: ${records}`
        : `${count(done, locale)} of ${plural(total, 'record', 'records', locale)}`;
    case 'paused':
      return 'Paused';
    case 'done':
      return 'Up to date';
    case 'canceled':
      return 'Off';
    case 'failed':
      return `Stopped: ${job.failure?.message ?? 'no reason was given.'}`;
    case 'waiting':
      return null;
  }
}

/** Earlier estimates fluctuate. */
const leastElapsedMs = 3000;

/**
 * Returns `about 2 min left`, as a sync states it or from the rate of an export; null if unknown. `now`: when
 * `done` was reported, in milliseconds since 1970 UTC.
 */
export function describeTimeLeft(job: Job, now: number): string | null {
  const { kind, state, done, total, startedAt, leftMs } = job;
  const elapsed = now - startedAt;
  if (state !== 'running' || total === null || done >= total) return null;
  if (leftMs === undefined && (kind !== 'export' || done === 0 || elapsed < leastElapsedMs)) return null;
  const seconds = (leftMs ?? ((total - done) * elapsed) / done) / 1000;
  if (seconds < 60) return 'less than a minute left';
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return `about ${minutes.toString()} min left`;
  return `about ${Math.round(minutes / 60).toString()} h left`;
}

export function describeJobTime({ startedAt, endedAt }: Job, now: number, locale?: string): string {
  return endedAt === null ? `started ${age(startedAt, now, locale)}` : `ended ${age(endedAt, now, locale)}`;
}

/** From 0 to 1; null while the total is unknown. */
export function jobShare({ done, total }: Pick<Job, 'done' | 'total'>): number | null {
  if (total === null) return null;
  return total === 0 ? 1 : Math.min(1, done / total);
}
