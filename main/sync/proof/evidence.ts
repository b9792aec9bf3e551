import { counted } from '../../../preload/contract/counted.ts';
import type { PageCounts } from '../../../preload/contract/records.ts';
import { mayBeCap } from './caps.ts';

/** What the reading of a list has shown. Counts are of records, or of groups where it is a list of groups. */
export interface Evidence {
  /** Different ones that came, with those that could not be kept. */
  readonly read: number;
  /** The position of the last one, as its page had it. What went meanwhile was read and has no position; what came meanwhile behind the reader has one. */
  readonly end: number;
  /** What the newest answer counts; null where it counts nothing, or less than it lists. */
  readonly count: number | null;
  /** Those that came meanwhile and were not read, since they stand before what was read then: they are newer than the list that was to be read. */
  readonly arrived: number;
  /** The most that any answer of this look counted, and of an earlier one. */
  readonly most: number;
  readonly mostBefore: number;
  /** Of what earlier looks have read, what the service no longer lists by id. */
  readonly gone: number;
  /** True where nothing came behind the last one, or the list ended there by a count that was not made of what came. */
  readonly isEndSeen: boolean;
  /** True if as many were listed as a service may list at most, or it counts nothing, and no other order shows that these are all. */
  readonly mayBeCut: boolean;
  /** True where every page began with what was read before, in one order: then nothing can have slipped between two pages. */
  readonly isJoined: boolean;
  /** True where two looks, one after the other, have read the same ones, so the list stood still. */
  readonly isSteady: boolean;
  /** True where the list is one of a filter, which may match nothing. */
  readonly isFiltered: boolean;
  /** Cached ones that did not come, and of which the service does not say whether they are gone. */
  readonly unsettled: number;
  /** Those that came only when the list was requested in another order. */
  readonly unread: number;
  /** Those that do not match the filter, where the list is not known to be the whole one: its others may be missing. */
  readonly unmatched: number;
}

export const noEvidence: Evidence = {
  read: 0,
  end: 0,
  count: null,
  arrived: 0,
  most: 0,
  mostBefore: 0,
  gone: 0,
  isEndSeen: false,
  mayBeCut: false,
  isJoined: true,
  isSteady: false,
  isFiltered: false,
  unsettled: 0,
  unread: 0,
  unmatched: 0,
};

/**
 * Whether a list was read whole: the only place that says so, from evidence alone.
 * @returns why it is not proven, in sentences with numbers; none where it is
 */
export function provenWhole(evidence: Evidence, one = 'record'): string[] {
  const { read, end, count, arrived, isEndSeen, isFiltered, unsettled } = evidence;
  const most = Math.max(evidence.most, evidence.mostBefore - evidence.gone);
  if (read === 0 && !(isFiltered && isEndSeen && most === 0))
    return most > 0 ? [shortOf(0, most)] : [isFiltered ? unconfirmed : `The service lists no ${one}.`];
  const stands = count ?? end;
  const missing = Math.max(stands, most) - read;
  const went = read - stands;
  const sentences: string[] = [];
  if (missing > arrived)
    sentences.push(
      most > stands && read >= stands ? fewerNow(read, most, stands) : shortOf(read, Math.max(stands, most)),
    );
  else if (!isEndSeen) sentences.push(`The end of the list was not seen: ${counted(read, one)} came.`);
  if (evidence.mayBeCut && evidence.unread === 0 && sentences.length === 0)
    sentences.push(
      count === null
        ? `The service counts nothing, and does not list its ${counted(read, one)} in descending order: some may be missing.`
        : `The service lists and counts ${counted(read, one)}. That may be its limit, and it does not list them in descending order.`,
    );
  if (went > 0)
    sentences.push(
      `${counted(read, one)} came of a list that has ${text(stands)}: ${text(went)} went while it was read.`,
    );
  if (!evidence.isJoined && !evidence.isSteady)
    sentences.push(
      `The service keeps no order of ids: some may be missing where the list changed meanwhile.`,
    );
  if (unsettled > 0)
    sentences.push(
      `${counted(unsettled, `cached ${one}`)} did not come, and the service does not answer requests by id: kept.`,
    );
  if (evidence.unread > 0)
    sentences.push(
      `The service does not list all at once: requested in another way, it sent ${counted(evidence.unread, `further ${one}`)}.`,
    );
  if (evidence.unmatched > 0)
    sentences.push(
      `The service answered another filter: ${counted(evidence.unmatched, one)} of its answer ${evidence.unmatched === 1 ? 'does' : 'do'} not match.`,
    );
  return sentences;
}

const unconfirmed = 'The service answered with an empty list, and did not confirm it.';

function shortOf(read: number, count: number): string {
  return `${text(read)} of ${text(count)} that the service counts.`;
}

/** Those that are missing may have gone, or the answer is of a replica that is behind. */
function fewerNow(read: number, before: number, now: number): string {
  return `${text(read)} of ${text(before)} that the service counted before; now it counts ${text(now)}.`;
}

function text(count: number): string {
  return count.toLocaleString('en');
}

/** An answer that is to have a whole list by itself. */
interface SinglePage {
  readonly records: { readonly length: number };
  readonly pagination: PageCounts;
  /** As in `ListAnswer`. */
  readonly count: number | null;
  readonly sent: number;
  /** The most records that the service is known to have sent at once. */
  readonly served: number;
}

/**
 * What one answer shows. Its list ends there if the service counts no more, and did not cut it: the page is shorter than the service states, and it has sent
 * more at once before, or this is no size at which services cut.
 */
export function evidenceOfPage(
  { records, pagination, count, sent, served }: SinglePage,
  isFiltered: boolean,
): Evidence {
  const mayBeCut = sent >= pagination.perPage || (sent >= served && mayBeCap(sent));
  return {
    ...noEvidence,
    read: records.length,
    end: sent,
    count,
    isEndSeen: sent > 0 && count === sent && pagination.pageCount <= 1 && !mayBeCut,
    isFiltered,
  };
}

/**
 * Of `others`, records that came in another order alone, those that are no news: so many as `arrived` are counted and were not read, since they came
 * meanwhile. A page of `sent` without any record that was read is of another list.
 */
export function missedOf(others: number, arrived: number, sent: number): number {
  return others === sent ? others : Math.max(0, others - Math.max(0, arrived));
}
