import { hourMs } from '../../../../preload/contract/days.ts';
import type { Filter } from '../../../../preload/contract/query.ts';
import { canonicalJson } from '../../../../preload/contract/json.ts';
import { earlierOf, throughOf } from '../plan/days.ts';
import { learnRate } from '../plan/intervals.ts';
import { costOfList } from '../plan/cost.ts';
import { chooseRequests, type Choice, type WideKnowledge } from '../plan/wide.ts';
import { planRequests } from '../plan/planRequests.ts';
import type { PlanList, RequestShape } from '../plan/types.ts';
import type { ScheduledList, ScheduleOptions, ScheduledRequest } from './scheduleTypes.ts';
import {
  isStillKnown,
  isRefused,
  shortKey,
  type Counts,
  type ListState,
  type PlanState,
} from './planState.ts';
import { firstDays, fromDayOf } from './reading.ts';
import { leastOf, stateOfRequest } from './requestState.ts';
import { nextLength } from './requestLength.ts';
import { afterSweep } from './sweep.ts';
import type { WatchedRules } from './types.ts';

/** Learnt rates change the plan once a day, so that requests stay what they are for long. */
const planEveryMs = 24 * hourMs;
/** What has begun with the newest is ended first, since pages shift. Nothing else is later than this. */
const latest = 1e6;
/** Fewer requests are not worth the tries that longer ones take. */
const fewestJoined = 8;
/** The weight of the latest check in the average of its pages. */
const pagesWeight = 0.3;

/** The lists that are on and the requests that serve them: what is known of each, and which is next. */
export class Schedule {
  readonly #options: ScheduleOptions;
  readonly #lists = new Map<string, ScheduledList>();
  #requests = new Map<string, ScheduledRequest>();
  /** The requests that serve each list. */
  #serving = new Map<string, string[]>();
  #stored: PlanState;
  #plannedAt = -Infinity;
  #measure: Choice['measure'] = null;
  #suspicions = 0;

  constructor(stored: PlanState, options: ScheduleOptions) {
    this.#stored = stored;
    this.#options = options;
  }

  get lists(): readonly ScheduledList[] {
    return [...this.#lists.values()];
  }

  get requests(): readonly ScheduledRequest[] {
    return [...this.#requests.values()];
  }

  get horizon(): string | null {
    return this.#stored.horizon;
  }

  /** How the service sorts the newest first. */
  get newestBy(): PlanState['newestBy'] {
    return this.#stored.newestBy;
  }

  /** A request of which it should be known how much it brings. */
  get measure(): Choice['measure'] {
    return this.#measure;
  }

  /** How many transactions a day a wide request brings; null where the service does not answer it. */
  noteWide(key: string, perDay: number | null): void {
    const short = shortKey(key);
    const others = this.#stored.wide.filter((one) => one.key !== short).slice(-9);
    this.#stored = { ...this.#stored, wide: [...others, { key: short, perDay, at: this.#options.now() }] };
  }

  /** Whether a request may look through slots. */
  sweeps({ merged }: ScheduledRequest): boolean {
    return merged.isWide && this.#sweeps;
  }

  get #sweeps(): boolean {
    return this.#stored.sweeps && this.#stored.newestBy === 'timestamp';
  }

  /** The service does not tell times apart. */
  stopSweeps(): void {
    this.#stored = { ...this.#stored, sweeps: false };
  }

  /** The service does not sort by time: days must do. */
  sortByDay(): void {
    this.#stored = { ...this.#stored, newestBy: 'date' };
  }

  /** What is to be stored. */
  state(share: number): PlanState {
    return {
      ...this.#stored,
      share,
      lists: this.lists.map(({ state }) => state),
      requests: this.requests.map(({ state }) => state),
    };
  }

  /** Takes over the lists that are on; what is known of others is forgotten. */
  setLists(rules: readonly WatchedRules[]): void {
    const stored = new Map(this.#stored.lists.map((state) => [state.id, state]));
    const before = new Map(this.#lists);
    this.#lists.clear();
    for (const one of rules) {
      const key = shortKey(canonicalJson(one.filter));
      const known = before.get(one.id);
      if (known?.state.key === key) {
        this.#lists.set(one.id, { ...known, rules: one, state: restarted(known.state, one) });
        continue;
      }
      const old = stored.get(one.id);
      const state: ListState =
        old?.key === key
          ? restarted(old, one)
          : { id: one.id, key, through: null, checkedAt: null, perHour: null, refused: null };
      const learntAt = this.#options.elapsed();
      this.#lists.set(one.id, {
        rules: one,
        state,
        added: 0,
        learntAt,
        checkedAt: null,
        suspicion: 0,
        cleared: 0,
      });
    }
    this.plan();
  }

  /** Plans again where a day has passed. */
  keepUp(): void {
    if (this.#options.elapsed() - this.#plannedAt >= planEveryMs) this.plan();
  }

  /** What rules cost that are not watched yet. */
  costOf(rules: Pick<WatchedRules, 'filter' | 'importance'>): ReturnType<typeof costOfList> {
    return costOfList(rules, this.#shape, this.#knowledge);
  }

  get #shape(): RequestShape {
    const { perPage, maxBytes } = this.#options;
    return { maxBytes: this.#stored.maxBytes ?? maxBytes, perPage };
  }

  get #knowledge(): WideKnowledge {
    const { now, lateDays } = this.#options;
    const known = this.#stored.wide.filter((one) => isStillKnown(one, now()));
    return {
      perDayOf: (key) => known.find((one) => one.key === shortKey(key))?.perDay,
      isWide: this.requests.some((request) => request.merged.isWide),
      sweeps: this.#sweeps,
      lateDays: lateDays(),
      firstDays,
    };
  }

  /** The lists as the planner sees them, without those that the service refuses. */
  #planLists(): PlanList[] {
    const { now, lateDays } = this.#options;
    return this.lists
      .filter(({ state }) => !isRefused(state, now()))
      .map(({ rules, state, suspicion }) => ({
        id: rules.id,
        filter: rules.filter,
        importance: rules.importance,
        fromDay: fromDayOf(state.through, this.horizon, lateDays(), now()),
        perHour: state.perHour,
        apart: suspicion > 0 ? 1 + suspicion : state.through === null ? 1 : 0,
      }));
  }

  /** Merges the lists into requests again, without those that the service refuses. A request that stays the same keeps its progress. */
  plan(): void {
    const lists = this.#planLists();
    const { requests: merged, measure } = chooseRequests(lists, this.#shape, this.#knowledge);
    this.#measure = measure;
    const stored = new Map(this.#stored.requests.map((state) => [state.key, state]));
    const before = this.#requests;
    this.#requests = new Map(
      merged.map((request) => {
        const key = shortKey(
          request.apart === 0 ? request.key : `${request.apart.toString()} ${request.key}`,
        );
        const known = before.get(key);
        const served = request.listIds.flatMap((id) => this.#lists.get(id)?.state ?? []);
        const state = stateOfRequest(key, served, known?.state ?? stored.get(key));
        return [
          key,
          known === undefined
            ? {
                merged: request,
                state,
                since: this.#options.elapsed(),
                // Lists that were requested otherwise so far have been checked all the same.
                checkedAt: leastOf(
                  request.listIds.map((id) => this.#lists.get(id)?.checkedAt ?? null),
                  Math.min,
                ),
                doubts: 0,
                failures: 0,
                notBefore: 0,
              }
            : { ...known, merged: request, state },
        ];
      }),
    );
    this.#serving = new Map(lists.map(({ id }) => [id, []]));
    for (const [key, { merged: one }] of this.#requests)
      for (const id of one.listIds) this.#serving.get(id)?.push(key);
    this.#plannedAt = this.#options.elapsed();
  }

  /** How long ago it was checked, in parts of how long it may wait: from 1 on it is due. */
  lateness({ merged, state, since, checkedAt }: ScheduledRequest): number {
    const { now, elapsed } = this.#options;
    if (state.reading?.order === 'newest') return 2 * latest;
    const sinceScheduled = (elapsed() - since) / merged.intervalMs;
    if (state.checkedAt === null) return 1 + sinceScheduled;
    const onWall = now() - state.checkedAt;
    // A clock that was set back, or that is not known from before a restart, must keep nobody waiting.
    const onOwn = checkedAt === null ? (onWall < 0 ? Infinity : 0) : elapsed() - checkedAt;
    return Math.min(latest, Math.max(onWall, onOwn, 0) / merged.intervalMs);
  }

  /** The request that has waited for longest, and in how many milliseconds it is due. */
  next(): { request: ScheduledRequest; inMs: number } | null {
    const elapsed = this.#options.elapsed();
    let best: { request: ScheduledRequest; inMs: number; lateness: number } | null = null;
    for (const request of this.#requests.values()) {
      const lateness = this.lateness(request);
      const inMs = Math.max((1 - lateness) * request.merged.intervalMs, request.notBefore - elapsed, 0);
      const isBetter =
        best === null || (inMs > 0 || best.inMs > 0 ? inMs < best.inMs : lateness > best.lateness);
      if (isBetter) best = { request, inMs, lateness };
    }
    return best;
  }

  /** Returns the request as changed. One that a new plan has dropped stays dropped. */
  change(request: ScheduledRequest, change: Partial<ScheduledRequest>): ScheduledRequest {
    const changed = { ...request, ...change };
    if (this.#requests.has(changed.state.key)) this.#requests.set(changed.state.key, changed);
    return changed;
  }

  /** The service has transactions of these times. */
  sawSlots(slots: Iterable<string>): void {
    for (const day of new Set([...slots].map((slot) => slot.slice(0, 10))))
      if (this.#stored.horizon === null || day > this.#stored.horizon)
        this.#stored = { ...this.#stored, horizon: day };
  }

  /** New transactions of lists. */
  sawAdded(added: ReadonlyMap<string, number>): void {
    for (const [id, count] of added) {
      const list = this.#lists.get(id);
      if (list !== undefined) this.#lists.set(id, { ...list, added: list.added + count });
    }
  }

  /**
   * A reading of a request is over.
   * @returns the lists that are up to date by this, and those of them for the first time.
   */
  finish(
    request: ScheduledRequest,
    read: { counts: Counts; whole: boolean; pages: number },
  ): { checked: string[]; first: WatchedRules[] } {
    const { reading } = request.state;
    if (reading === null) return { checked: [], first: [] };
    const { now, elapsed } = this.#options;
    const { counts, whole, pages } = read;
    this.change(request, {
      checkedAt: elapsed(),
      doubts: 0,
      state: {
        ...request.state,
        counts,
        reading: null,
        checkedAt: reading.startedAt,
        pages: request.state.pages * (1 - pagesWeight) + pages * pagesWeight,
        ...(reading.span !== null
          ? afterSweep(request.state, reading, whole, now())
          : whole
            ? { through: throughOf(reading), readAt: now(), sweep: null }
            : {}),
      },
    });
    const lists = request.merged.listIds.flatMap((id) => this.#lists.get(id) ?? []);
    const first = lists.flatMap((list) => this.#advance(list));
    const suspects = lists.filter(({ suspicion }) => suspicion > 0);
    for (const { rules } of suspects) this.#clear(rules.id);
    // Planned again before that, those that still begin would begin again.
    const allHaveBegun = this.requests.every(({ state }) => state.through !== null);
    if ((first.length > 0 && allHaveBegun) || suspects.some(({ cleared }) => cleared === 0)) this.plan();
    return { checked: lists.map(({ rules }) => rules.id), first };
  }

  /** Takes over what the requests of a list now have in common; gives the list where that is all of it for the first time. */
  #advance(list: ScheduledList): WatchedRules[] {
    const { id } = list.rules;
    const serving = (this.#serving.get(id) ?? []).flatMap((key) => this.#requests.get(key)?.state ?? []);
    const through = leastOf(
      serving.map((state) => state.through),
      earlierOf,
    );
    const checkedAt = leastOf(
      serving.map((state) => state.checkedAt),
      Math.min,
    );
    const { now, elapsed } = this.#options;
    const sinceMs = Math.max(elapsed() - list.learntAt, now() - (list.state.checkedAt ?? now()));
    const isNew = checkedAt !== null && checkedAt !== list.state.checkedAt;
    const isFirst = list.state.through === null && through !== null;
    // What a list begins with says nothing of what comes to it.
    const perHour =
      isNew && list.state.through !== null
        ? learnRate(list.state.perHour, list.added, sinceMs)
        : list.state.perHour;
    this.#lists.set(id, {
      ...list,
      state: { ...list.state, through: through ?? list.state.through, checkedAt, perHour },
      ...(isNew ? { added: 0, learntAt: elapsed(), checkedAt: elapsed() } : {}),
    });
    return isFirst ? [list.rules] : [];
  }

  /** Its rules are not the cause of a refusal. Cleared twice it stays apart: it is refused together with others. */
  #clear(id: string): void {
    const list = this.#lists.get(id);
    if (list === undefined) return;
    const cleared = list.cleared + 1;
    this.#lists.set(id, { ...list, cleared, suspicion: cleared > 1 ? list.suspicion : 0 });
  }

  /** The service refuses a request: its only list, or one of each half of its lists, is the cause. */
  refuse(request: ScheduledRequest, message: string): void {
    const lists = request.merged.listIds.flatMap((id) => this.#lists.get(id) ?? []);
    const half = Math.ceil(lists.length / 2);
    if (lists.length > 1) this.#suspicions += 2;
    for (const [at, list] of lists.entries()) {
      const refused = lists.length === 1 ? { message, at: this.#options.now() } : null;
      const suspicion = lists.length === 1 ? 0 : this.#suspicions - (at < half ? 1 : 0);
      this.#lists.set(list.rules.id, { ...list, suspicion, state: { ...list.state, refused } });
    }
    this.plan();
  }

  /** The service takes no requests as long as these. */
  shorten(): void {
    const { maxBytes: refusedBytes } = this.#shape;
    const maxBytes = Math.max(1000, Math.floor(refusedBytes / 2));
    this.#stored = { ...this.#stored, maxBytes, refusedBytes };
    this.plan();
  }

  /** A longer request than any before, of which it should be known whether the service takes it; null where none is worth that. */
  longer(): { readonly bytes: number; readonly filter: Filter } | null {
    const { maxBytes: taken, perPage } = this.#shape;
    const bytes = nextLength(taken, this.#stored.refusedBytes);
    const narrow = this.requests.filter(({ merged }) => !merged.isWide && merged.apart <= 1);
    if (bytes === null || this.#measure !== null || narrow.length < fewestJoined) return null;
    const lists = this.#planLists().filter(({ apart }) => apart <= 1);
    const [first] = planRequests(lists, { maxBytes: bytes, perPage });
    return first === undefined ? null : { bytes, filter: first.filter };
  }

  /** Notes whether the service takes requests of a length. They stay as they are until that is known. */
  noteLength(bytes: number, isTaken: boolean): void {
    this.#stored = { ...this.#stored, ...(isTaken ? { maxBytes: bytes } : { refusedBytes: bytes }) };
    if (nextLength(this.#shape.maxBytes, this.#stored.refusedBytes) === null) this.plan();
  }

  /** Asks again for lists that were refused. */
  forgive(listIds: ReadonlySet<string>): void {
    let isAny = false;
    for (const [id, list] of this.#lists) {
      if (!listIds.has(id) || list.state.refused === null) continue;
      this.#lists.set(id, { ...list, state: { ...list.state, refused: null } });
      isAny = true;
    }
    if (isAny) this.plan();
  }
}

/** Where the cache was cleared, or the app ended before the end of the first reading was stored, a list starts over. */
function restarted(state: ListState, { synced }: WatchedRules): ListState {
  return synced ? state : { ...state, through: null };
}
