import { fewestRequests, type Due } from './optimum.ts';
import { compile, makeMatcher } from './serviceModel.ts';
import type { Run } from './simulate.ts';
import { hourMs, type Span, type Trace, type TracedTransaction } from './trace.ts';
import { planRequests } from '../../../../../../../main/features/watchlists/plan/planRequests.ts';
import type { MergedRequest } from '../../../../../../../main/features/watchlists/plan/types.ts';

/** The figures of a run. Waits are counted in the time in which the service could be asked. */
export interface Judgement {
  /** Transactions that some list wanted and that were not fetched, of those that had half a day for it. */
  readonly missed: readonly string[];
  readonly twice: number;
  readonly fetched: number;
  /** Requests by which we ever went beyond a bucket of the hour's requests that fills evenly. */
  readonly overLimit: number;
  /** Requests of the lists: sent, refused by the service, failed. */
  readonly sent: number;
  readonly refused: number;
  readonly failed: number;
  /** The longest wait of a list, in parts of its fair share. */
  readonly worstWait: number;
  /** What the optimum would have sent; see `optimumOf`. */
  readonly optimum: number;
  readonly ratio: number;
}

export function judge(
  trace: Trace,
  run: Run,
  options: {
    perHour: number;
    lateDays: number;
    othersAnHour: number;
    refusesEverything?: boolean;
    maxBytes: number;
  },
): Judgement {
  const upTime = makeUpTime(trace);
  const listsOf = makeMatcher(trace.lists);
  const lastFair = trace.end - 12 * hourMs;
  const missed = trace.transactions
    .filter((one) => one.appearsAt < lastFair && !run.fetchedAt.has(one.id) && listsOf(one).length > 0)
    .map(({ id }) => id);
  const ofLists = run.sent.filter(({ by }) => by === 'background');
  const optimum = optimumOf(trace, run, upTime, options);
  return {
    missed,
    twice: [...run.told.values()].filter((count) => count > 1).length,
    fetched: run.fetchedAt.size,
    overLimit: overLimit(
      run.sent.map(({ at }) => at),
      options.perHour,
    ),
    sent: ofLists.length,
    refused: ofLists.filter(({ outcome }) => outcome === 'refused').length,
    failed: ofLists.filter(({ outcome }) => outcome === 'failed').length,
    worstWait: worstWait(trace, run, upTime, options),
    optimum,
    ratio: ofLists.length / optimum,
  };
}

/** True time to the time in which the app ran, had a network and the service was up. */
function makeUpTime(trace: Trace): (moment: number) => number {
  const down = unite([...trace.outages, ...trace.offline, ...trace.closed]);
  const before: number[] = [];
  let sum = 0;
  for (const { from, until } of down) {
    before.push(sum);
    sum += until - from;
  }
  return (moment) => {
    let [low, high] = [0, down.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((down[middle]?.from ?? Infinity) <= moment) low = middle + 1;
      else high = middle;
    }
    const span = down[low - 1];
    if (span === undefined) return moment;
    return moment - (before[low - 1] ?? 0) - (Math.min(moment, span.until) - span.from);
  };
}

/** By how many requests we went beyond what a bucket allows that is full at first, for any stretch of time. */
function overLimit(moments: readonly number[], perHour: number): number {
  let tokens = perHour;
  let last = moments[0] ?? 0;
  let worst = 0;
  for (const moment of moments) {
    tokens = Math.min(perHour, tokens + ((moment - last) * perHour) / hourMs) - 1;
    last = moment;
    worst = Math.max(worst, -tokens);
  }
  return Math.max(0, Math.ceil(worst - 1e-6));
}

/**
 * The longest time from one check of a list to the next, in parts of its fair share: how long its plan lets it wait, times how often
 * what all lists need exceeds what the other client and the person leave of the limit.
 */
function worstWait(
  trace: Trace,
  run: Run,
  upTime: (moment: number) => number,
  { perHour, othersAnHour }: { perHour: number; othersAnHour: number },
): number {
  const supply = perHour - othersAnHour - (trace.person.length * hourMs) / (trace.end - trace.start);
  const shares = new Map(trace.lists.map(({ id }) => [id, shareOver(run, id, supply)]));
  let worst = 0;
  for (const { id } of trace.lists) {
    const share = shares.get(id);
    const moments = [trace.start, ...(run.checks.get(id) ?? []), trace.end];
    for (const [at, moment] of moments.entries()) {
      const next = moments[at + 1];
      if (next === undefined || share === undefined) break;
      worst = Math.max(worst, (upTime(next) - upTime(moment)) / share(moment, next));
    }
  }
  return worst;
}

/** The largest fair share of a list within a stretch of time and an hour around it, as the hourly plans state it. */
function shareOver(run: Run, id: string, supply: number): (from: number, until: number) => number {
  const shares = run.reports.map(({ at, report }) => {
    const list = report.lists.find(({ listId }) => listId === id);
    const stretch = Math.max(1, report.needed / (report.had ?? Infinity));
    return { at, share: ((list?.everyMs ?? 0) / stretch) * Math.max(1, report.needed / supply) };
  });
  let first = 0;
  return (from, until) => {
    while ((shares[first]?.at ?? Infinity) < from - hourMs) first += 1;
    let largest = 0;
    for (let at = first; (shares[at]?.at ?? Infinity) <= until + hourMs; at += 1)
      largest = Math.max(largest, shares[at]?.share ?? 0);
    return largest;
  };
}

/**
 * The fewest requests, for one who knows the future, by which every transaction is fetched as fresh as the run fetched it, or as its
 * lists were promised where the run was faster. The requests are those of the lists as they stand, or one that brings
 * everything, whichever are fewer; a transaction that several of them would bring is wanted of the first only. A request is
 * taken to bring however much there is, where the service gives 1,000 on a page: nobody can do with fewer.
 */
function optimumOf(
  trace: Trace,
  run: Run,
  upTime: (moment: number) => number,
  { refusesEverything = false, maxBytes }: { refusesEverything?: boolean; maxBytes: number },
): number {
  const lists = trace.lists.map((list) => ({ ...list, fromDay: '2026-01-01', perHour: null, apart: 0 }));
  const narrow = planRequests(lists, { maxBytes, perPage: 1000 });
  const promised = promises(trace, run);
  const listsOf = makeMatcher(trace.lists);
  const dues = trace.transactions.flatMap((transaction) => {
    const fetched = run.fetchedAt.get(transaction.id);
    if (fetched === undefined || listsOf(transaction).length === 0) return [];
    const from = upTime(transaction.appearsAt);
    return [{ transaction, from, until: Math.max(from + promised(transaction), upTime(fetched)) }];
  });
  return Math.min(refusesEverything ? Infinity : fewestRequests(dues), fewestByEach(narrow, dues));
}

/** As many as each of the requests needs for what it is the first to bring. */
function fewestByEach(
  requests: readonly MergedRequest[],
  dues: readonly (Due & { readonly transaction: TracedTransaction })[],
): number {
  const matches = requests.map(({ filter }) => compile(filter));
  const of = requests.map((): Due[] => []);
  for (const due of dues) of[matches.findIndex((match) => match(due.transaction))]?.push(due);
  return of.reduce((sum, each) => sum + fewestRequests(each), 0);
}

/** How long the plan in force lets the most urgent list of a transaction wait. */
function promises(trace: Trace, run: Run): (transaction: TracedTransaction) => number {
  const plans = run.reports.map(({ at, report }) => ({
    at,
    every: new Map(report.lists.map(({ listId, everyMs }) => [listId, everyMs])),
  }));
  const listsOf = makeMatcher(trace.lists);
  return (transaction) => {
    let [low, high] = [0, plans.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((plans[middle]?.at ?? Infinity) < transaction.appearsAt) low = middle + 1;
      else high = middle;
    }
    const every = plans[low]?.every;
    return Math.min(...listsOf(transaction).map((id) => every?.get(id) ?? Infinity));
  };
}

function unite(spans: readonly Span[]): Span[] {
  const united: { from: number; until: number }[] = [];
  for (const { from, until } of [...spans].sort((a, b) => a.from - b.from)) {
    const last = united.at(-1);
    if (last !== undefined && from <= last.until) last.until = Math.max(last.until, until);
    else united.push({ from, until });
  }
  return united;
}
