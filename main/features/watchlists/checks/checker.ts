import { setTimeout as sleep } from 'node:timers/promises';
import { dayMs, dayOf, hourMs, minuteMs } from '../../../../preload/contract/days.ts';
import { type Failure, FailureError, failureOf } from '../../../../preload/contract/failures.ts';
import type { RequestedPage } from '../../../../preload/contract/records.ts';
import { type Filter, maxRequestBytes, type Sort } from '../../../../preload/contract/query.ts';
import type { Settings } from '../../../../preload/contract/settings.ts';
import type { WatchChecks, CheckCost } from '../../../../preload/contract/watchlists.ts';
import { maxPerPage } from '../../../data-service/assumptions.ts';
import { isTooLongRequest, isUnanswered } from '../../../data-service/failures.ts';
import type { Purpose } from '../../../data-service/budget.ts';
import { listRequest } from '../../../data-service/client.ts';
import { provenWhole } from '../../../sync/proof/evidence.ts';
import { evidenceOf, firstProgress, nextPass } from '../../../sync/proof/progress.ts';
import { readPass } from '../../../sync/proof/readPass.ts';
import { fetchPageWithRetry, type PageFetchOptions } from '../../../jobs/fetchPageWithRetry.ts';
import type { ReadWhole } from '../../../sync/wholeList.ts';
import { reverseAlternatives } from '../../../sync/proof/alternatives.ts';
import { isProven, type WatchedList, type WatchIntake } from '../intake.ts';
import { byId, requestsOf, since, type ListsRequest } from '../../../data-service/filterRequests.ts';
import { windowBytes } from '../../../sync/filterParts.ts';

export interface CheckerOptions extends Omit<PageFetchOptions, 'title' | 'offline'> {
  readonly intake: WatchIntake;
  readonly sync: ReadWhole;
  /** Time of each request's last answer. Stored, so that after a restart the last ones get their turn. */
  readonly answered: Map<string, number>;
  readonly saveAnswered: () => Promise<void>;
  readonly readSettings: () => Settings;
  readonly pauseReason: () => 'offline' | 'paused' | null;
  readonly onChanged: () => void;
}

export type Checker = ReturnType<typeof createChecker>;

const pastDays = 30;
const pastFrom = (startedAt: number): string => dayOf(startedAt - pastDays * dayMs);
/** Interval of looking at the clock, which may be set, or stop while the computer sleeps. */
const recheckMs = minuteMs;
const title = 'Watchlists';
/** One page takes a second request if another must confirm that it is complete. */
const usualRequests = 2;

interface CheckRequest extends ListsRequest {
  readonly isPast: boolean;
  readonly lists: readonly WatchedList[];
  /** Earliest check of its lists; used if the request is new. Infinity if none was checked. */
  readonly checkedAt: number;
  /** Time since which one of its lists lacks its history; Infinity if none does. */
  readonly lacksSince: number;
}

/**
 * Checks the watchlists of one connection. All lists share requests. Each request is sent once per interval,
 * the longest due first, and covers the days since the last complete one, less the late days. A new or
 * changed list is first synced with its history.
 */
export function createChecker(options: CheckerOptions) {
  const { intake, answered, readSettings, pauseReason, now } = options;
  const stopping = new AbortController();
  let waking = new AbortController();
  let ended: Promise<void> | null = null;
  let lists: readonly WatchedList[] = [];
  let lacking: readonly WatchedList[] = [];
  let requests: readonly CheckRequest[] = [];
  /** Lists and requests are read again after a change, and daily, because of relative dates. */
  let changes = 0;
  let readAs = '';
  let maxBytes = maxRequestBytes;
  let served = 0;
  const taken = new Map<string, number>();
  const apart = new Map<string, Failure>();
  const refusedAt = new Map<string, number>();
  let failed: { readonly at: number; readonly failure: Failure } | null = null;
  const intervalMs = (): number => readSettings().watchMinutes * minuteMs;

  async function readLists(): Promise<void> {
    const current = `${dayOf(now())} ${changes.toString()}`;
    if (readAs === current) return;
    lists = await intake.listWatched();
    readAs = current;
    lacking = lists.filter((one) => !isProven(one));
    const make = (some: readonly WatchedList[], isPast: boolean): CheckRequest[] =>
      requestsOf(some, isPast ? maxBytes - windowBytes : maxBytes).map((request) => {
        const served = some.filter(({ list }) => request.listIds.includes(list.id));
        const key = isPast ? `past ${request.key}` : request.key;
        const checkedAt = Math.min(...served.map((one) => one.checkedAt ?? Infinity));
        const changedAt = served.filter((one) => lacking.includes(one)).map(({ list }) => list.changedAt);
        return { ...request, key, isPast, lists: served, checkedAt, lacksSince: Math.min(...changedAt) };
      });
    const pasts = lacking.flatMap((one) => make([one], true));
    const missing = new Set(pasts.filter(({ key }) => !answered.has(key)).flatMap(({ listIds }) => listIds));
    const begun = lists.filter(({ list }) => !missing.has(list.id));
    const groups = Map.groupBy(begun, ({ list }) => (apart.has(list.id) ? list.id : null));
    requests = [...pasts, ...[...groups.values()].flatMap((some) => make(some, false))];
    const keys = new Set(requests.map(({ key }) => key));
    for (const times of [answered, taken])
      for (const key of times.keys()) if (!keys.has(key)) times.delete(key);
  }

  const requestsFor = (id: string): CheckRequest[] => requests.filter(({ listIds }) => listIds.includes(id));

  function dueAt({ key, isPast, checkedAt, lacksSince }: CheckRequest): number {
    if (isPast && answered.has(key)) return Infinity;
    const asked = Math.max(answered.get(key) ?? 0, refusedAt.get(key) ?? 0);
    const isLacking = asked === 0 && lacksSince < Infinity;
    const at = isLacking ? lacksSince : asked === 0 ? checkedAt : asked;
    // A time in the future comes from a wrong clock.
    return at > now() ? 0 : isLacking ? at : at + intervalMs();
  }

  function firstDay({ key, checkedAt }: CheckRequest): string {
    const asked = Math.min(answered.get(key) ?? checkedAt, now());
    const latest = Math.max(...lists.map(({ lastDay }) => Date.parse(lastDay ?? '1970-01-01')));
    // The service may have lagged, so days after its latest transaction are unknown.
    const complete = Math.min(asked, Math.max(latest, asked - pastDays * dayMs));
    return dayOf(complete - readSettings().watchLateDays * dayMs);
  }

  /** Reads all pages, and adds each to all lists. Throws `incomplete` unless they are proven complete. */
  async function readPages(request: CheckRequest, purpose: Purpose, signal: AbortSignal): Promise<number> {
    const startedAt = now();
    const filter = since(firstDay(request), request.filter);
    let from = { ...firstProgress(maxPerPage), served };
    let before = new Set<string>();
    let requests = 0;
    for (;;) {
      let asked = 0;
      const ask = (requested: RequestedPage) => readPage(requested, asked++);
      const { progress, seen } = await readPass(from, before, ask, readOtherEnd);
      requests += progress.requests;
      taken.set(request.key, requests);
      served = progress.served;
      const shown = evidenceOf(progress, true);
      // Lists have received transactions that were removed meanwhile.
      const end = Math.max(shown.count ?? shown.end, Math.min(shown.read, shown.most));
      const count = shown.count === null ? null : end;
      const gone = [...before].filter((id) => !seen.has(id)).length;
      const shortfalls = provenWhole({ ...shown, end, count, gone }, 'transaction');
      if (shortfalls.length === 0) return startedAt;
      if (progress.pass > 1)
        throw new FailureError({ code: 'incomplete', message: `Not checked. ${shortfalls.join(' ')}` });
      from = nextPass(progress, 0);
      before = seen;
    }

    async function readOtherEnd(requested: RequestedPage) {
      try {
        return await readPage(requested, 1, { ...byId, direction: 'desc' });
      } catch (error) {
        if (isUnanswered(error)) return null;
        throw error;
      }
    }

    async function readPage(
      { isFurther = false, ...pagination }: RequestedPage,
      nth: number,
      sort: Sort = byId,
    ) {
      const query = { filter: nth % 2 === 0 ? filter : reverseAlternatives(filter), sort, pagination };
      const patience = { ...options, title, offline: () => pauseReason() !== null };
      const bytes =
        purpose === 'person'
          ? (await options.client.list('transactions', query, { signal, isUncached: true }))?.bytes
          : await fetchPageWithRetry(patience, 'transactions', query, { signal, update: options.onChanged });
      const about = { query, request: listRequest('transactions', query), fetchedAt: now(), isFurther };
      const found = await intake.takeIn({ ...about, bytes: bytes ?? new Uint8Array() });
      const denial = found.saysMore ? ('more' as const) : ('none' as const);
      return { ...found, perPage: found.pagination.perPage, denial };
    }
  }

  async function syncPast({ filter }: CheckRequest, signal: AbortSignal): Promise<number> {
    const startedAt = now();
    const ofPast = since(pastFrom(startedAt), filter);
    const control = { signal, update: options.onChanged };
    try {
      const whole = await options.sync({ resource: 'transactions', filter: ofPast }, title, control);
      if (whole.mark === null && whole.shortfalls.length > 0) throw new FailureError(whole.failure);
    } catch (error) {
      // Only missing records matter here, not cached ones that the service removed.
      const { code, detail } = failureOf(error, '');
      if (code !== 'many-removed' || detail !== undefined) throw error;
    }
    return startedAt;
  }

  async function send(request: CheckRequest, purpose: Purpose, signal: AbortSignal): Promise<void> {
    const { key, listIds, isPast } = request;
    try {
      answered.set(key, await (isPast ? syncPast(request, signal) : readPages(request, purpose, signal)));
    } catch (error) {
      const failure = failureOf(error, '');
      if (failure.code !== 'bad-query') throw error;
      changes += 1;
      refusedAt.set(key, now());
      if (isTooLongRequest(error) && maxBytes > 1000) maxBytes = Math.floor(maxBytes / 2);
      else for (const id of listIds) apart.set(id, failure);
      return;
    }
    failed = null;
    refusedAt.delete(key);
    if (listIds.filter((id) => apart.delete(id)).length > 0 || isPast) changes += 1;
    // Transactions that a changed list requested before are new. Only a check finds them.
    for (const one of request.lists) if (!isPast || one.synced === null) await noteList(one);
    await options.saveAnswered();
  }

  async function noteList(one: WatchedList): Promise<void> {
    const times = requestsFor(one.list.id).map(({ key }) => answered.get(key) ?? 0);
    if (times.includes(0)) return;
    const from = pastFrom(Math.max(...times));
    await intake.markChecked(one, Math.min(...times), from);
    if (!isProven(one)) changes += 1;
  }

  /** Returns when to send the next request after a failure; at once if the clock was set back. */
  const mayAskAt = (): number => (failed === null || failed.at > now() ? 0 : failed.at + intervalMs());

  /** Sends the due requests. Returns the milliseconds until the next one. */
  async function step(): Promise<number> {
    if (pauseReason() !== null) return Infinity;
    if (mayAskAt() > now()) return mayAskAt() - now();
    await readLists();
    const [next] = requests.toSorted((a, b) => dueAt(a) - dueAt(b));
    if (next === undefined) return Infinity;
    const ms = dueAt(next) - now();
    if (ms <= 0) await send(next, 'background', stopping.signal);
    return ms;
  }

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      waking = new AbortController();
      const ms = await step().catch((error: unknown) => {
        const failure = failureOf(error, 'The watchlists could not be checked because of an internal error.');
        if (pauseReason() === null) failed = { at: now(), failure };
        return recheckMs;
      });
      options.onChanged();
      const signal = AbortSignal.any([waking.signal, stopping.signal]);
      if (ms > 0) await sleep(Math.min(ms, recheckMs), undefined, { signal }).catch(() => undefined);
    }
  }

  function cost(some: readonly { readonly key: string }[]): CheckCost {
    const count = some.reduce((sum, { key }) => sum + (taken.get(key) ?? usualRequests), 0);
    const { transactionsPerHour, reservedRequests } = readSettings();
    const perHour = Math.max(1, transactionsPerHour - reservedRequests);
    return { requests: count, perHour, everyMs: Math.max(intervalMs(), (count * hourMs) / perHour) };
  }

  return {
    start(): void {
      ended ??= run();
    },
    nudge(): void {
      failed = null;
      changes += 1;
      waking.abort();
    },
    /**
     * Checks lists now (default: all) on the user's request, which may spend the reserve. Returns the checked
     * lists.
     * @throws FailureError if a request fails or the service refuses a list; fetched transactions stay
     */
    async checkNow(listIds?: readonly string[], signal = stopping.signal): Promise<string[]> {
      if (pauseReason() === 'offline') throw new FailureError(workingOffline);
      await readLists();
      const wanted = lists.filter(({ list }) => listIds?.includes(list.id) ?? true);
      const all = wanted.map(({ list }) => list.id);
      // A new list is complete with its history.
      const known = wanted.filter(({ synced }) => synced !== null).map(({ list }) => list.id);
      const sent = new Set<string>();
      for (;;) {
        await readLists();
        const next = requests.find((one) => {
          const isOpen = !sent.has(one.key) && dueAt(one) < Infinity;
          return isOpen && one.listIds.some((id) => (one.isPast ? all : known).includes(id));
        });
        if (next === undefined) break;
        sent.add(next.key);
        await send(next, 'person', AbortSignal.any([signal, stopping.signal]));
      }
      options.onChanged();
      for (const [id, failure] of apart) if (all.includes(id)) throw new FailureError(failure);
      return all;
    },
    async report(): Promise<Omit<WatchChecks, 'connectionId'>> {
      await readLists();
      const until = options.waiting.all.find((one) => one.title === title)?.until ?? null;
      const after = Math.max(now(), until ?? 0, mayAskAt());
      return {
        state: pauseReason() ?? (lists.length === 0 ? 'idle' : until === null ? 'running' : 'waiting'),
        until,
        failure: failed?.failure ?? null,
        ...cost(requests.filter(({ isPast }) => !isPast)),
        lists: lists.map(({ list: { id } }) => ({
          listId: id,
          nextAt: Math.max(after, Math.min(...requestsFor(id).map(dueAt))),
          failure: apart.get(id) ?? failed?.failure ?? null,
        })),
      };
    },
    costOf: (filter: Filter): CheckCost => cost(requestsOf([{ list: { id: '' }, filter }], maxBytes)),
    async stop(): Promise<void> {
      stopping.abort();
      await ended;
    },
  };
}

const workingOffline = { code: 'offline', message: 'Work offline is on, so nothing is requested.' } as const;
