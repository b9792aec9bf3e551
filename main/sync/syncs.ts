import { minuteMs } from '../../preload/contract/days.ts';
import { counted } from '../../preload/contract/counted.ts';
import type { Budget } from '../../preload/contract/budgets.ts';
import type { Job } from '../../preload/contract/jobs.ts';
import { canonicalJson } from '../../preload/contract/json.ts';
import { resources } from '../../preload/contract/resources.ts';
import type { Filter, Query } from '../../preload/contract/query.ts';
import type { PageCounts } from '../../preload/contract/records.ts';
import type { SyncPlan } from '../../preload/contract/sync.ts';
import { FailureError, hasCode } from '../../preload/contract/failures.ts';
import type { AppEvents } from '../platform/appEvents.ts';
import type { JobControl, Jobs } from '../jobs/jobs.ts';
import type { SyncProgress, SyncSubject } from './proof/types.ts';
import { largestPage, requestsFor } from './pageSizes.ts';
import type { ReadWhole, WholeList } from './wholeList.ts';
import { commonOf, partsOf } from './filterParts.ts';
import type { SyncRunOptions } from './run.ts';
import { runSync, shownProgress } from './runSync.ts';
import { syncInParts } from './syncInParts.ts';
import { durationOf, durationText, withTimeLeft } from './timeLeft.ts';

export interface SyncsOptions extends Omit<SyncRunOptions, 'title'> {
  readonly recordReader: {
    list(
      resource: SyncSubject['resource'],
      query: Query,
      options: { signal?: AbortSignal | undefined; fields: readonly string[]; notBefore: number },
    ): Promise<{ readonly pagination: PageCounts }>;
  };
  readonly jobs: Jobs;
  /** The request budget of the resource; null if unknown. */
  readonly readBudget: (resource: SyncSubject['resource']) => Promise<Budget | null>;
  readonly connectionId: string;
  /**
   * Emits `recordsFetched` and `refreshed` when a sync ends without failure: its lists then come from the
   * cache.
   */
  readonly events: AppEvents;
}

/** Full syncs of one connection. Each is a job; equal queries share one. */
export interface Syncs {
  /** Sends a request that counts the records. */
  plan(subject: SyncSubject, signal?: AbortSignal): Promise<SyncPlan>;
  start(subject: SyncSubject, acceptRemovals?: boolean): Job;
  /** Fetches a subject as part of other work, which reports progress. @throws FailureError as `runSync` */
  readonly run: ReadWhole;
  /** Resumes syncs that ran when the app was closed; paused ones wait. */
  takeUp(): Promise<void>;
  /** Cancels the syncs of this connection before its cache is cleared, and waits until they have ended. */
  endAll(): Promise<void>;
}

/** A page, one that confirms its end, and one with the values reversed. */
const requestsOfPart = 3;

/** Fewer parts are not worth a request that counts everything. */
const leastParts = 10;

export function createSyncs(options: SyncsOptions): Syncs {
  const { recordReader, jobs, cache, connectionId, events } = options;
  const jobOf = new Map<string, string>();
  const running = new Map<string, Promise<WholeList | null>>();
  let isCleared = false;

  const keyOf = ({ resource, filter }: SyncSubject): string => canonicalJson({ resource, filter });

  function liveJob(subject: SyncSubject): Job | null {
    const jobId = jobOf.get(keyOf(subject));
    const job = jobId === undefined ? undefined : jobs.find(jobId);
    return job?.endedAt === null ? job : null;
  }

  /** Runs one sync of a subject at a time. Other callers wait, then share its result unless it failed. */
  async function run(
    subject: SyncSubject,
    title: string,
    control: JobControl,
    acceptRemovals = false,
  ): Promise<WholeList> {
    const key = keyOf(subject);
    for (let other = running.get(key); other !== undefined; other = running.get(key)) {
      const whole = await withCancel(other, control.signal);
      if (whole !== null) return whole;
    }
    const parts = subject.filter === undefined ? [] : partsOf(subject.filter);
    const read = (part: SyncSubject, ofPart: JobControl): Promise<WholeList> =>
      run(part, title, ofPart, acceptRemovals);
    const measured = withTimeLeft(control, () => options.readBudget(subject.resource));
    const work =
      parts.length > 1
        ? readParted(subject, parts, read, control)
        : runSync({ ...options, title }, subject, measured, acceptRemovals);
    running.set(
      key,
      work.catch(() => null),
    );
    try {
      const whole = await work;
      events.emit('recordsFetched', connectionId, subject.resource);
      events.emit('refreshed', { connectionId, resource: subject.resource, key: '' });
      return whole;
    } catch (error) {
      // Closing the store removes the mark of this process.
      await cache.syncs.release(subject).catch(() => undefined);
      throw error;
    } finally {
      running.delete(key);
      measured.end();
    }
  }

  /** Returns the plan; null if no request is left to count the records. */
  async function planUnlessLimited(subject: SyncSubject, signal: AbortSignal): Promise<SyncPlan | null> {
    try {
      return await plan(subject, signal);
    } catch (error) {
      if (hasCode(error, 'rate-limited')) return null;
      throw error;
    }
  }

  /**
   * Reads a subject whose filter is too long for a request: in parts, or all records if that takes fewer
   * requests.
   */
  async function readParted(
    subject: SyncSubject,
    parts: readonly Filter[],
    read: (part: SyncSubject, control: JobControl) => Promise<WholeList>,
    control: JobControl,
  ): Promise<WholeList> {
    const { resource, filter } = subject;
    const common = filter === undefined ? undefined : commonOf(filter);
    const everything: SyncSubject = { resource, ...(common === undefined ? {} : { filter: common }) };
    const all = parts.length < leastParts ? null : await planUnlessLimited(everything, control.signal);
    const least = requestsOfPart * parts.length;
    const isFewer = all !== null && all.requests <= least;
    const requests = isFewer ? all.requests : least;
    const ms = durationOf(requests, await options.readBudget(resource));
    const time = isFewer
      ? ` That takes ${ms < minuteMs ? 'less than a minute' : `about ${durationText(ms)}`}.`
      : ms < minuteMs
        ? ''
        : ` That takes at least ${durationText(ms)}.`;
    control.update({
      note: `The filter is too long for one request: ${
        isFewer
          ? `everything is read, in ${counted(requests, 'request')} instead of ${least.toLocaleString('en')} or more`
          : `it is sent in ${counted(parts.length, 'part')}`
      }.${time}`,
    });
    if (!isFewer) return syncInParts({ cache, now: options.now, parts, read }, subject, control);
    const whole = await read(everything, control);
    if (filter === undefined || whole.mark === null) {
      const filters = [whole.filter, filter].filter((one) => one !== undefined);
      return whole.mark === null ? { ...whole, filter: { operator: 'and', filters } } : whole;
    }
    return { ...whole, filter };
  }

  function startJob(
    subject: SyncSubject,
    acceptRemovals = false,
    left?: { paused: boolean; progress: SyncProgress },
  ): Job {
    const { label } = resources[subject.resource];
    const title = `Sync of ${label.toLowerCase()}${subject.filter === undefined ? '' : ', filtered'}`;
    const job = jobs.start({
      kind: 'sync',
      title,
      path: null,
      pausable: true,
      subject: {
        connectionId,
        resource: subject.resource,
        query: subject.filter === undefined ? {} : { filter: subject.filter },
      },
      ...(left === undefined ? {} : { paused: left.paused, progress: shownProgress(left.progress) }),
      work: async (control) => {
        await keepingState(subject, control, async () => {
          const whole = await run(subject, title, control, acceptRemovals);
          if (whole.mark === null) throw new FailureError(whole.failure);
          if (whole.notes.length > 0) control.update({ note: whole.notes.join(' ') });
        });
      },
    });
    jobOf.set(keyOf(subject), job.id);
    return job;
  }

  /** A stopped sync leaves where to go on; a canceled one nothing. */
  async function keepingState(
    subject: SyncSubject,
    { signal, update }: JobControl,
    work: () => Promise<void>,
  ): Promise<void> {
    try {
      if (!signal.aborted) await work();
      else throw new FailureError({ code: 'canceled', message: 'The sync was canceled.' });
    } catch (error) {
      if (isCleared) update({ note: 'The sync ended, since the cache was cleared.' });
      if (signal.reason === 'cancel') await cache.syncs.drop(subject);
      if (signal.reason === 'pause') await cache.syncs.pause(subject);
      throw error;
    }
  }

  async function plan(subject: SyncSubject, signal?: AbortSignal): Promise<SyncPlan> {
    const { resource, filter } = subject;
    const query = {
      ...(filter === undefined ? {} : { filter }),
      sort: { field: 'id', direction: 'asc' },
      pagination: { page: 1, perPage: largestPage(resource) },
    } as const;
    const [{ pagination }, completeAsOf, unfinished] = await Promise.all([
      recordReader.list(resource, query, { signal, fields: ['id'], notBefore: options.now() }),
      cache.completeAsOf({ resource, query }),
      cache.syncs.listUnfinished(),
    ]);
    // Read after the request that counts the records, which takes one from the budget.
    const budget = await options.readBudget(resource);
    const started = unfinished.find((sync) => keyOf(sync) === keyOf(subject));
    const done = started === undefined ? 0 : shownProgress(started.progress).done;
    const requests = requestsFor(pagination.resultCount - done, pagination.perPage);
    return {
      records: pagination.resultCount,
      perPage: pagination.perPage,
      requests,
      durationMs: durationOf(requests, budget),
      budget: budget && { left: budget.left, perHour: budget.perHour, reserve: budget.reserve },
      completeAsOf,
      jobId: liveJob(subject)?.id ?? null,
    };
  }

  return {
    plan,
    run,
    start(subject, acceptRemovals) {
      const live = liveJob(subject);
      if (live === null) return startJob(subject, acceptRemovals);
      jobs.resume(live.id);
      return jobs.find(live.id) ?? live;
    },
    async takeUp() {
      for (const { resource, filter, state, progress } of await cache.syncs.listUnfinished()) {
        const subject = { resource, filter };
        if (liveJob(subject) === null) startJob(subject, false, { paused: state === 'paused', progress });
      }
    },
    async endAll() {
      isCleared = true;
      await Promise.all([...jobOf.values()].map((jobId) => jobs.cancel(jobId)));
      isCleared = false;
    },
  };
}

/** Resolves as the promise does; rejects with `canceled` as soon as the signal is aborted. */
async function withCancel<Value>(promise: Promise<Value>, signal: AbortSignal): Promise<Value> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = (): void => {
    reject(new FailureError({ code: 'canceled', message: 'The sync was canceled.' }));
  };
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort);
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}
