import { dirname } from 'node:path';
import { FailureError, hasCode } from '../../preload/contract/failures.ts';
import type { Query } from '../../preload/contract/query.ts';
import { listRequest } from '../data-service/client.ts';
import { badAnswer } from '../data-service/failures.ts';
import { fetchPageWithRetry, type PageFetchOptions } from '../jobs/fetchPageWithRetry.ts';
import type { JobControl } from '../jobs/jobs.ts';
import { leaveRoom } from '../platform/system/diskSpace.ts';
import { readAnswer } from '../store/records/readAnswer.ts';
import { storedBytes, type CacheStore } from '../store/store.ts';
import type { SyncSubject } from './proof/types.ts';
import type { SyncPage, SyncPageResult } from './tables/syncTables.ts';

export interface SyncRunOptions extends PageFetchOptions {
  readonly cache: CacheStore;
}

/** One run of a sync. */
export interface Run extends SyncRunOptions {
  readonly subject: SyncSubject;
  readonly control: JobControl;
  /** Notes about unreadable parts of pages. */
  readonly said: Set<string>;
}

/** Requests a page without storing it: a record stored outside of the pass would count as not read. */
export async function peekAt(
  { control, ...run }: Run,
  query: Query,
): Promise<Exclude<ReturnType<typeof readAnswer>, { problem: string }>> {
  const { resource } = run.subject;
  const bytes = await fetchPageWithRetry(run, resource, query, control);
  const page = readAnswer(bytes, { page: 1, perPage: query.pagination?.perPage ?? 1 });
  if ('problem' in page) throw new FailureError(badAnswer(page.problem, listRequest(resource, query)));
  return page;
}

/** Requests a page of the pass, or one that is compared with it. */
export async function takePage(
  run: Run,
  query: Query,
  pagination: { page: number; perPage: number },
  comparison: Pick<SyncPage, 'check' | 'unseen'> = {},
): Promise<Exclude<SyncPageResult, { problem: string }>> {
  const { subject, control, cache, now } = run;
  const request = listRequest(subject.resource, query);
  leaveRoom(dirname(cache.path), 0, noRoom);
  const bytes = await fetchPageWithRetry(run, subject.resource, query, control);
  leaveRoom(dirname(cache.path), storedBytes(bytes), noRoom);
  const answer = { ...subject, ...pagination, ...comparison, bytes, fetchedAt: now(), request };
  const written = await cache.syncs.writePage(answer);
  if ('problem' in written) throw new FailureError(badAnswer(written.problem, request));
  for (const note of written.notes) run.said.add(note);
  return written;
}

const noRoom = { what: 'The sync stopped', next: 'sync again: it continues from here.' };

type Stored = Exclude<Awaited<ReturnType<CacheStore['writeAnswer']>>, { problem: string }>;

/** Requests a page and stores it like any other answer. */
export async function storePage(run: Run, query: Query): Promise<Stored> {
  return storeAnswer(run, query, await fetchPageWithRetry(run, run.subject.resource, query, run.control));
}

/** Stores an answer to the query of a page. */
export async function storeAnswer(run: Run, query: Query, bytes: Uint8Array): Promise<Stored> {
  const { resource } = run.subject;
  const request = listRequest(resource, query);
  const answer = { resource, query, bytes, etag: null, fetchedAt: run.now(), request };
  const page = await run.cache.writeAnswer({ ...answer, fields: ['id'] });
  if ('problem' in page) throw new FailureError(badAnswer(page.problem, request));
  return page;
}

/** True if the service answers, but not this. */
export function isRefusal(error: unknown): boolean {
  return hasCode(error, 'bad-query') || hasCode(error, 'not-found');
}
