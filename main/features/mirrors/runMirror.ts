import { dayMs, dayOf } from '../../../preload/contract/days.ts';
import { FailureError } from '../../../preload/contract/failures.ts';
import { z } from 'zod';
import { canonicalJson } from '../../../preload/contract/json.ts';
import { readListText, type ListAnswer } from '../../../preload/contract/listAnswer.ts';
import type { Filter, Query } from '../../../preload/contract/query.ts';
import type { ResourceName } from '../../../preload/contract/resources.ts';
import { listRequest } from '../../data-service/client.ts';
import { badAnswer } from '../../data-service/failures.ts';
import type { JobControl } from '../jobs/jobs.ts';
import { largestPage } from '../records/pageSizes.ts';
import { listPatiently, type PatientList } from '../records/patientList.ts';
import { readState, type MirrorPass, type MirrorState } from './mirrorState.ts';
import { mirroredResource } from './mirrorTable.ts';
import type { MirrorChanges, MirrorTarget, MirrorWindow } from './mirrorTarget.ts';
import { addDays, isDated, nextWindow, queryOf, shortened, spanAfter } from './windows.ts';

export interface MirrorOptions extends PatientList {
  readonly resource: ResourceName;
  /** Only records that match; all where it is left out. */
  readonly filter?: Filter | undefined;
  /** The connection, so that a target is not filled from two services. */
  readonly baseUrl: string;
  readonly target: MirrorTarget;
  /** After so many days a run reads everything again, and marks what is gone. */
  readonly compareEveryDays: number;
  /** True to do so now. */
  readonly compareNow?: boolean;
  /** Called after each page is stored, with what this run has done so far and where the mirror stands. */
  readonly onStored?: (done: MirrorDone, state: MirrorState) => void | Promise<void>;
}

/** What a run has done so far. */
export interface MirrorDone extends MirrorChanges {
  /** Records read. */
  readonly read: number;
  readonly requests: number;
}

export interface MirrorResult extends MirrorDone {
  /** True where everything was read, and what is gone was marked. */
  readonly compared: boolean;
  /** The last day whose records are in the target; null of a resource without days. */
  readonly upTo: string | null;
  readonly notes: readonly string[];
}

/** A window that changes while it is read is read so often. */
const maxReads = 3;
const firstSpan = 30;

/**
 * Brings a target up to date: everything at first, later what came since the last run, with a day of overlap. Goes on where an earlier run
 * stopped, whatever stopped it.
 * @throws FailureError where a page cannot be had or stored: the target is then as its last stored state says, and the next run goes on.
 */
export async function runMirror(options: MirrorOptions, control: JobControl): Promise<MirrorResult> {
  const { resource, filter, baseUrl, target, now } = options;
  const { table, rowOf } = mirroredResource(resource);
  const { state: stored, notes } = await target.open(table);
  const source = canonicalJson({ baseUrl, resource, filter: filter ?? null });
  let state = readState(stored, source);
  let pass = state.pass ?? (await beginPass(options, state, control));
  const whole = pass.whole;
  const sum = { read: 0, requests: 0, inserted: 0, changed: 0, gone: 0 };
  const skipped: string[] = [];

  /** The first page of a window that is not too long, and the window. */
  async function openWindow(wanted: MirrorWindow): Promise<{ window: MirrorWindow; first: ListAnswer }> {
    for (let window = wanted; ;) {
      const first = await readPage(window, 1);
      const shorter = shortened(window, first.pagination.pageCount);
      if (shorter === null) return { window, first };
      window = shorter;
    }
  }

  async function readPage(window: MirrorWindow, page: number): Promise<ListAnswer> {
    const query = queryOf(window, filter, { page, perPage: largestPage(resource) });
    sum.requests += 1;
    return readAnswer(options, query, control);
  }

  async function store(
    window: MirrorWindow,
    page: number,
    answer: ListAnswer,
    { next, end, compare }: { next: MirrorState; end: boolean; compare: boolean },
  ): Promise<void> {
    const changes = await target.write({
      window,
      begin: page === 1,
      rows: answer.records.map(rowOf),
      fetchedAt: now(),
      end,
      compare,
      state: z.json().parse(next),
    });
    sum.read += answer.records.length;
    sum.inserted += changes.inserted;
    sum.changed += changes.changed;
    sum.gone += changes.gone;
    state = next;
    control.update({ done: sum.read });
    await options.onStored?.({ ...sum }, state);
  }

  /** Reads a window to its end, from the page at which an earlier run stopped. */
  async function readWindow(wanted: MirrorWindow, from: number): Promise<void> {
    let page = from;
    let window = wanted;
    let count = pass.count;
    // A record that cannot be read is not gone.
    let isComplete = true;
    for (let reads = 1; ;) {
      let answer: ListAnswer;
      if (page === 1) {
        ({ window, first: answer } = await openWindow(window));
        count = answer.pagination.resultCount;
      } else answer = await readPage(window, page);
      const { pageCount, resultCount } = answer.pagination;
      isComplete &&= answer.tooDeep.length === 0;
      if (resultCount !== count) {
        if (reads >= maxReads) throw new FailureError(keepsChanging);
        reads += 1;
        page = 1;
        continue;
      }
      const end = page >= pageCount;
      if (answer.records.length === 0 && !end)
        throw new FailureError(badAnswer(`Page ${page.toString()} came empty.`, 'mirror'));
      pass = end ? passAfter(pass, window, pageCount) : { ...pass, window, page: page + 1, count };
      await store(window, page, answer, { next: { ...state, pass }, end, compare: whole && isComplete });
      if (end) return;
      page += 1;
    }
  }

  if (pass.window !== null) await readWindow(pass.window, pass.page);
  for (let window = nextWindow(resource, pass); window !== null; window = nextWindow(resource, pass)) {
    try {
      await readWindow(window, 1);
    } catch (error) {
      // Not every service filters by an empty date.
      if (window.kind !== 'undated' || !isRefused(error)) throw error;
      skipped.push('The service does not list transactions without a date: they are not in the mirror.');
      pass = { ...pass, nextDay: null };
    }
    if (!isDated(resource)) break;
  }
  const upTo = isDated(resource) ? pass.lastDay : null;
  const done: MirrorState = {
    ...state,
    pass: null,
    upTo,
    comparedAt: whole ? pass.startedAt : state.comparedAt,
  };
  await target.write({
    window: { kind: 'undated' },
    begin: true,
    rows: [],
    fetchedAt: now(),
    end: true,
    compare: false,
    state: z.json().parse(done),
  });
  await options.onStored?.({ ...sum }, done);
  return { ...sum, compared: whole, upTo, notes: [...notes, ...skipped] };
}

/** Begins a pass: through everything where none has ended yet or the last is long ago, else from a day before the last one. */
async function beginPass(
  options: MirrorOptions,
  { upTo, comparedAt }: MirrorState,
  control: JobControl,
): Promise<MirrorPass> {
  const { resource, filter, now, compareEveryDays, compareNow = false } = options;
  const startedAt = now();
  const lastDay = dayOf(startedAt);
  const isDue = comparedAt === null || startedAt - comparedAt >= compareEveryDays * dayMs;
  const whole = compareNow || isDue || !isDated(resource) || upTo === null;
  const begun = { whole, startedAt, lastDay, window: null, page: 1, count: 0, span: firstSpan };
  if (!isDated(resource)) return { ...begun, nextDay: null };
  if (!whole) return { ...begun, nextDay: addDays(upTo, -1) };
  const oldest = await readAnswer(
    options,
    {
      ...(filter === undefined ? {} : { filter }),
      sort: { field: 'date', direction: 'asc' },
      pagination: { page: 1, perPage: 1 },
    },
    control,
  );
  const [first] = oldest.records.map(mirroredResource(resource).rowOf);
  return { ...begun, nextDay: first?.day ?? lastDay };
}

function passAfter(pass: MirrorPass, window: MirrorWindow, pages: number): MirrorPass {
  const between = { ...pass, window: null, page: 1, count: 0 };
  if (window.kind !== 'days') return { ...between, nextDay: null };
  return { ...between, nextDay: addDays(window.to, 1), span: spanAfter(window, pages) };
}

/** The answer to a query; an empty page where there are records is requested once more. */
async function readAnswer(options: MirrorOptions, query: Query, control: JobControl): Promise<ListAnswer> {
  const { resource } = options;
  const { page = 1, perPage = 1 } = query.pagination ?? {};
  for (let again = true; ; again = false) {
    const bytes = await listPatiently(options, resource, query, control);
    const answer = readListText(new TextDecoder().decode(bytes), { page, perPage });
    if ('problem' in answer) throw new FailureError(badAnswer(answer.problem, listRequest(resource, query)));
    const isMissing =
      answer.records.length === 0 && page <= answer.pagination.pageCount && answer.pagination.resultCount > 0;
    if (!isMissing || !again) return answer;
  }
}

function isRefused(error: unknown): boolean {
  return error instanceof FailureError && error.failure.code === 'bad-query';
}

const keepsChanging = {
  code: 'bad-answer',
  message:
    'The records kept changing while they were read. Run the mirror again later: it resumes where it stopped.',
} as const;
