import { dayMs, dayOf, hourMs } from '../../../preload/contract/days.ts';
import { FailureError } from '../../../preload/contract/failures.ts';
import { z } from 'zod';
import { canonicalJson } from '../../../preload/contract/json.ts';
import { readListText, type ListAnswer } from '../../../preload/contract/listAnswer.ts';
import { isDated } from '../../../preload/contract/mirrors.ts';
import type { Filter, Query } from '../../../preload/contract/query.ts';
import { resources, type ResourceName } from '../../../preload/contract/resources.ts';
import { listRequest } from '../../data-service/client.ts';
import { badAnswer } from '../../data-service/failures.ts';
import type { JobControl } from '../jobs/jobs.ts';
import type { Descriptions } from '../metadata/describe.ts';
import { largestPage } from '../records/pageSizes.ts';
import { listPatiently, type PatientList } from '../records/patientList.ts';
import { readState, type MirrorPass, type MirrorState, type MirrorWindow } from './mirrorState.ts';
import { furtherFields, mirroredResource } from './mirrorTable.ts';
import type { MirrorBatch, MirrorChanges, PostgresTarget } from './postgres/postgresTarget.ts';
import { addDays, nextWindow, queryOf, shortened, spanAfter } from './windows.ts';

export interface MirrorOptions extends PatientList {
  readonly resource: ResourceName;
  /** Only records that match; all where it is left out. */
  readonly filter?: Filter | undefined;
  /** The connection, so that a target is not filled from two services. */
  readonly baseUrl: string;
  readonly target: PostgresTarget;
  /** After so many days a run reads everything again, and marks what is gone. */
  readonly compareEveryDays: number;
  /** True to do so now. */
  readonly compareNow?: boolean;
  /** What the service says of its fields; those of the catalogue alone are columns where left out. */
  readonly describe?: Descriptions['describe'];
  /** While everything is read, the latest days are read again after so long; an hour where left out. */
  readonly latestEveryMs?: number;
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
/** What is written with a state alone. */
const noRows = { window: { kind: 'undated' }, begin: true, rows: [], end: true, compare: false } as const;

type PassName = 'whole' | 'latest';

/**
 * Brings a target up to date: everything at first, later what came since the last run, with a day of overlap. Goes on where an earlier run
 * stopped, whatever stopped it. To read everything may take weeks: the latest days are read again meanwhile.
 * @throws FailureError where a page cannot be had or stored: the target is then as its last stored state says, and the next run goes on.
 */
export async function runMirror(options: MirrorOptions, control: JobControl): Promise<MirrorResult> {
  const { resource, filter, baseUrl, target, now, latestEveryMs = hourMs } = options;
  const known = resources[resource].fields;
  const stated = await options.describe?.(resource, { signal: control.signal });
  const further = stated === undefined ? [] : furtherFields(resource, stated);
  const { table, rowOf } = mirroredResource(resource, [...known, ...further]);
  const { state: stored, notes } = await target.open(table);
  let state = readState(stored, canonicalJson({ baseUrl, resource, filter: filter ?? null }));
  if (state.whole === null && isWholeDue(options, state))
    state = { ...state, whole: await beginWhole(options, control) };
  const compared = state.whole !== null;
  const sum = { read: 0, requests: 0, inserted: 0, changed: 0, gone: 0 };
  const skipped = new Set<string>();

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

  async function store(batch: Omit<MirrorBatch, 'fetchedAt' | 'state'>, next: MirrorState): Promise<void> {
    const changes = await target.write({ ...batch, fetchedAt: now(), state: z.json().parse(next) });
    sum.read += batch.rows.length;
    sum.inserted += changes.inserted;
    sum.changed += changes.changed;
    sum.gone += changes.gone;
    state = next;
    control.update({ done: sum.read });
    await options.onStored?.({ ...sum }, state);
  }

  /** Reads a window of a pass to its end, from the page at which an earlier run stopped. */
  async function readWindow(name: PassName, begun: MirrorPass, wanted: MirrorWindow): Promise<void> {
    let { page, count } = begun;
    let window = wanted;
    // A record that cannot be read is not gone.
    let isComplete = true;
    for (let reads = 1; ;) {
      let answer: ListAnswer;
      if (page === 1) {
        ({ window, first: answer } = await openWindow(window));
        count = answer.pagination.resultCount;
      } else answer = await readPage(window, page);
      const { pageCount, resultCount } = answer.pagination;
      isComplete &&= answer.leftOut.length === 0;
      if (resultCount !== count) {
        if (reads >= maxReads) throw new FailureError(keepsChanging);
        reads += 1;
        page = 1;
        continue;
      }
      const end = page >= pageCount;
      if (answer.records.length === 0 && !end)
        throw new FailureError(badAnswer(`Page ${page.toString()} came empty.`, 'mirror'));
      const pass = end ? passAfter(begun, window, pageCount) : { ...begun, window, page: page + 1, count };
      const compare = name === 'whole' && isComplete;
      const rows = answer.records.map(rowOf);
      await store({ window, begin: page === 1, rows, end, compare }, { ...state, [name]: pass });
      if (end) return;
      page += 1;
    }
  }

  /** Reads the next window of a pass; false where none is left after it. */
  async function readNext(name: PassName): Promise<boolean> {
    const pass = state[name];
    const window = pass && (pass.window ?? nextWindow(resource, pass));
    if (pass === null || window === null) return false;
    try {
      await readWindow(name, pass, window);
    } catch (error) {
      // Not every service filters by an empty date.
      if (window.kind !== 'undated' || !isRefused(error)) throw error;
      skipped.add('The service does not list transactions without a date: they are not in the mirror.');
      state = { ...state, [name]: { ...pass, nextDay: null } };
    }
    return isDated(resource);
  }

  async function readLatest(): Promise<void> {
    const from = state.upTo ?? state.whole?.lastDay ?? dayOf(now());
    const pass = state.latest ?? beginPass(now(), addDays(from, -1));
    state = { ...state, latest: pass };
    while (await readNext('latest'));
    await store(noRows, { ...state, latest: null, upTo: pass.lastDay, latestAt: pass.startedAt });
  }

  async function readWhole(pass: MirrorPass): Promise<void> {
    const { startedAt, lastDay } = pass;
    const isLatestDue = (): boolean =>
      isDated(resource) && (state.latest !== null || now() - (state.latestAt ?? startedAt) >= latestEveryMs);
    // A window that was interrupted ends before others are read: the target compares one at a time.
    if (pass.window !== null) await readNext('whole');
    do {
      if (isLatestDue()) await readLatest();
    } while (await readNext('whole'));
    const upTo = isDated(resource) ? ([lastDay, state.upTo ?? lastDay].sort()[1] ?? lastDay) : null;
    await store(noRows, { ...state, whole: null, upTo, comparedAt: startedAt });
  }

  if (state.whole === null) await readLatest();
  else await readWhole(state.whole);
  return { ...sum, compared, upTo: state.upTo, notes: [...notes, ...skipped] };
}

/** Everything is read where that has never ended, was long ago, or is requested; always of a resource without days. */
function isWholeDue(
  { resource, now, compareEveryDays, compareNow = false }: MirrorOptions,
  { comparedAt }: MirrorState,
): boolean {
  return (
    compareNow || !isDated(resource) || comparedAt === null || now() - comparedAt >= compareEveryDays * dayMs
  );
}

function beginPass(startedAt: number, nextDay: string | null): MirrorPass {
  const lastDay = dayOf(startedAt);
  return { startedAt, lastDay, nextDay, window: null, page: 1, count: 0, span: firstSpan };
}

/** Begins a pass through everything, at the day of the oldest record. */
async function beginWhole(options: MirrorOptions, control: JobControl): Promise<MirrorPass> {
  const { resource, filter, now } = options;
  const startedAt = now();
  if (!isDated(resource)) return beginPass(startedAt, null);
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
  return beginPass(startedAt, first?.day ?? dayOf(startedAt));
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
