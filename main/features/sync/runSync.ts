import { FailureError, type Failure } from '../../../preload/contract/failures.ts';
import type { Query } from '../../../preload/contract/query.ts';
import { findField, resourceNames, resources } from '../../../preload/contract/resources.ts';
import type { JobControl } from '../jobs/jobs.ts';
import { listRequest } from '../../data-service/client.ts';
import { badAnswer } from '../../data-service/failures.ts';
import type { CompleteMark } from '../../../preload/contract/sync.ts';
import type { CacheStore } from '../../store/store.ts';
import type { SyncProgress, SyncSubject } from '../../store/syncTypes.ts';
import { largestPage } from '../records/pageSizes.ts';
import { settledIds } from '../records/settledIds.ts';
import { listPatiently, type PatientList } from '../records/patientList.ts';

export interface SyncRunOptions extends PatientList {
  readonly cache: CacheStore;
}

/** Further passes over pages already read, where records appeared while they were read. */
const maxPasses = 3;

/** Ids requested at once. */
const idsAtOnce = 100;

/**
 * Fetches every record of a subject, from where an earlier run stopped, and marks the subject as complete. Everything fetched
 * is in the cache at once.
 * @throws FailureError when a page cannot be had, or the records keep changing: what was fetched stays, and the next run goes on.
 */
export async function runSync(
  options: SyncRunOptions,
  subject: SyncSubject,
  control: JobControl,
): Promise<CompleteMark> {
  const { syncs } = options.cache;
  const perPage = largestPage(subject.resource);
  let { progress } = await syncs.begin({ ...subject, startedAt: options.now(), perPage });
  control.update(shownProgress(progress));
  for (;;) {
    progress = await readPages(options, subject, control, progress);
    const seen = await syncs.countSeen(subject);
    const count = progress.resultCount ?? 0;
    if (seen >= count) break;
    const missing = await syncs.missingFields(subject);
    if (missing.length > 0) throw new FailureError(cannotFollow(subject, missing));
    if (progress.pass >= maxPasses) throw new FailureError(keepsChanging(count - seen));
    // Without a change of the count as many came as went: then the missing ones may stand anywhere.
    const lastPage = progress.grownAt > 0 ? progress.grownAt : (progress.lastPage ?? 1);
    progress = await syncs.beginPass({ ...subject, lastPage });
  }
  const unseen = await requestUnseen(options, subject, control);
  const { mark, vanished } = await syncs.finish({ ...subject, now: options.now(), unseen });
  control.update({ done: mark.count, total: mark.count });
  const note = noteOf(progress, vanished);
  if (note !== null) control.update({ note });
  return mark;
}

/** Reads the pages of one pass. */
async function readPages(
  options: SyncRunOptions,
  subject: SyncSubject,
  control: JobControl,
  from: SyncProgress,
): Promise<SyncProgress> {
  let progress = from;
  let empties = 0;
  while (progress.lastPage === null || progress.nextPage <= progress.lastPage) {
    const { nextPage: page, perPage, requests } = progress;
    const maxRequests = 50 + 4 * maxPasses * (progress.lastPage ?? 1);
    if (requests > maxRequests) throw new FailureError(keepsChanging(null));
    const written = await fetchPage(options, subject, control, { page, perPage });
    if (written.progress.requests === requests) {
      // The service is known to answer empty where there are records: it is requested once more, then that is a failure.
      empties += 1;
      if (empties > 1) throw new FailureError(badAnswer(`Page ${page.toString()} came empty.`, 'sync'));
      continue;
    }
    empties = 0;
    progress = written.progress;
    control.update(shownProgress(progress));
    if (progress.pass > 1 && (await isAllSeen(options, subject, progress))) break;
  }
  return progress;
}

async function isAllSeen(
  { cache }: SyncRunOptions,
  subject: SyncSubject,
  progress: SyncProgress,
): Promise<boolean> {
  return (await cache.syncs.countSeen(subject)) >= (progress.resultCount ?? 0);
}

async function fetchPage(
  options: SyncRunOptions,
  subject: SyncSubject,
  control: JobControl,
  pagination: { page: number; perPage: number },
): Promise<{ progress: SyncProgress }> {
  const { resource, filter } = subject;
  const query: Query = {
    ...(filter === undefined ? {} : { filter }),
    sort: { field: 'id', direction: 'asc' },
    pagination,
  };
  const bytes = await listPatiently(options, resource, query, control);
  const request = listRequest(resource, query);
  const answer = { ...subject, ...pagination, bytes, fetchedAt: options.now(), request };
  const written = await options.cache.syncs.writePage(answer);
  if ('problem' in written) throw new FailureError(badAnswer(written.problem, request));
  const [note] = written.notes;
  if (note !== undefined) control.update({ note });
  return written;
}

/**
 * Asks for the records of a filtered sync that are cached and were not seen: they may have vanished, or no longer match. Those
 * that still exist are stored as they are now.
 * @returns what is to be thought of those that then remain.
 */
async function requestUnseen(
  options: SyncRunOptions,
  subject: SyncSubject,
  control: JobControl,
): Promise<'vanished' | 'unknown'> {
  if (subject.filter === undefined) return 'vanished';
  const { resource } = subject;
  const requested = new Set<string | number>();
  for (;;) {
    const ids = await options.cache.syncs.listUnseen({ ...subject, limit: idsAtOnce });
    // Requested and not given: these are gone.
    const unrequested = ids.filter((id) => !requested.has(id));
    if (unrequested.length === 0) return ids.length < idsAtOnce ? 'vanished' : 'unknown';
    const query: Query = {
      filter: { operator: 'in', field: 'id', value: unrequested },
      pagination: { page: 1, perPage: idsAtOnce },
    };
    try {
      const bytes = await listPatiently(options, resource, query, control);
      const request = listRequest(resource, query);
      const answer = { resource, query, bytes, etag: null, fetchedAt: options.now(), request };
      const page = await options.cache.writeAnswer({ ...answer, fields: ['id'] });
      const settled = 'problem' in page ? [] : settledIds(unrequested, page);
      if (settled.length === 0) return 'unknown';
      for (const id of settled) requested.add(id);
    } catch (error) {
      if (error instanceof FailureError && error.failure.code === 'bad-query') return 'unknown';
      throw error;
    }
  }
}

/** Records read, and how many there are to be read, as far as that is known. */
export function shownProgress(progress: SyncProgress): { done: number; total: number | null } {
  const { nextPage, perPage, resultCount: total, pass } = progress;
  const read = (nextPage - 1) * perPage;
  return { total, done: total === null ? 0 : pass > 1 ? total : Math.min(read, total) };
}

function keepsChanging(missing: number | null): { code: 'bad-answer'; message: string; detail?: string } {
  return {
    code: 'bad-answer',
    message: 'The records kept changing during the sync. Start it again later: it resumes where it stopped.',
    ...(missing === null ? {} : { detail: `${missing.toString()} records are missing.` }),
  };
}

/** The service filters by what its records do not say: no later answer could be given from the cache. */
function cannotFollow({ resource }: SyncSubject, missing: readonly string[]): Failure {
  const others = missing.flatMap((name) => findField(resources[resource], name)?.via?.resource ?? []);
  const [other] = resourceNames.filter((name) => others.includes(name));
  return {
    code: 'bad-query',
    message:
      other === undefined
        ? 'This filter cannot be synced: no record has what it filters by. Change the filter.'
        : `This filter asks for what ${resources[other].label.toLowerCase()} say, and none are cached. Sync ${resources[other].label.toLowerCase()} first.`,
    detail: missing.join(', '),
  };
}

/** What is said of a sync during which records changed. */
function noteOf({ changes, pass }: SyncProgress, vanished: number): string | null {
  const parts = [
    ...(changes > 0 ? [`The count changed by ${changes.toString()} while reading.`] : []),
    ...(pass > 1 ? ['Pages were read again to find what had appeared.'] : []),
    ...(vanished > 0 ? [`${vanished.toString()} cached records are no longer at the service.`] : []),
  ];
  return parts.length === 0 ? null : parts.join(' ');
}
