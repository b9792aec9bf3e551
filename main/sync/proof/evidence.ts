import { counted } from '../../../preload/contract/counted.ts';
import type { PageCounts } from '../../../preload/contract/records.ts';
import { mayBeCap } from './caps.ts';

/** Evidence of one reading. Counts are of records, or of groups in a list of groups. */
export interface Evidence {
  /** Distinct records that came, including those that could not be kept. */
  readonly read: number;
  /** Position of the last record. Insertions before it count; deletions before it do not. */
  readonly end: number;
  /** The newest count of the service; null without one, or if it is less than what came. */
  readonly count: number | null;
  /** Unread records that were inserted before the current position while reading. */
  readonly arrived: number;
  /** The largest count of this pass, and of earlier ones. */
  readonly most: number;
  readonly mostBefore: number;
  /** Records of earlier passes that the service no longer returns by id. */
  readonly gone: number;
  /** Records of earlier passes that did not come again, and were not requested by id. */
  readonly lost: number;
  /**
   * True if nothing came after the last record, the list’s other end begins with it, or the list ended at a
   * count that is not merely that of its page.
   */
  readonly isEndSeen: boolean;
  /**
   * True if the list may be cut: its length is a usual cap, or it has no count, and its other end proved
   * nothing.
   */
  readonly mayBeCut: boolean;
  /** True if every page began with a known record, in one order: nothing slipped between two pages. */
  readonly isJoined: boolean;
  /** True if two passes in a row read the same records. */
  readonly isSteady: boolean;
  /** True for a filtered list, which may be empty. */
  readonly isFiltered: boolean;
  /** Cached records that did not come, and of which the service does not say whether they are gone. */
  readonly unsettled: number;
  /** Records that came only when the list was requested in another way. */
  readonly unread: number;
  /** Records that came with further members when they were requested by id. */
  readonly fuller: number;
  /** What the last page says against it: more records follow, or a filter was applied. */
  readonly denial: 'none' | 'more' | 'filter';
  /** Records that the service changed earlier than their cached copies: it answers from a replica that is behind. */
  readonly older: number;
  /**
   * Records that do not match the filter; 0 if the service is known to have listed everything. Otherwise its
   * answer may lack matches.
   */
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
  lost: 0,
  isEndSeen: false,
  mayBeCut: false,
  isJoined: true,
  isSteady: false,
  isFiltered: false,
  unsettled: 0,
  unread: 0,
  fuller: 0,
  denial: 'none',
  older: 0,
  unmatched: 0,
};

/**
 * Decides whether a list is complete, from evidence alone: the only place that says so.
 * @returns why it is not proven, in sentences with numbers; none if it is
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
      `${counted(read, one)} came, but the service counts ${text(stands)}: some may have gone while the list was read.`,
    );
  if (!evidence.isJoined && !evidence.isSteady)
    sentences.push(
      `The service keeps no order of ids: some may be missing where the list changed meanwhile.`,
    );
  if (unsettled > 0)
    sentences.push(
      `${counted(unsettled, `cached ${one}`)} did not come, and the service does not confirm that they are gone: kept.`,
    );
  if (evidence.lost > 0) sentences.push(`${counted(evidence.lost, one)} came at first, and not again.`);
  if (evidence.unread > 0)
    sentences.push(
      `The service does not list all at once: requested in another way, it has ${counted(evidence.unread, `further ${one}`)}.`,
    );
  if (evidence.fuller > 0)
    sentences.push(
      `The list leaves out values of ${counted(evidence.fuller, one)} that the service sends by id.`,
    );
  if (evidence.denial === 'more') sentences.push('The service says that more records follow its last page.');
  if (evidence.denial === 'filter')
    sentences.push('The service says that it applied a filter, which was not requested.');
  if (evidence.older > 0)
    sentences.push(
      `${text(evidence.older)} of ${counted(read, one)} ${evidence.older === 1 ? 'is' : 'are'} older than those read before.`,
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

/** The missing records are gone, or the answer is of a replica that is behind. */
function fewerNow(read: number, before: number, now: number): string {
  return `${text(read)} of ${text(before)} that the service counted before; now it counts ${text(now)}.`;
}

function text(count: number): string {
  return count.toLocaleString('en');
}

/** An answer that may have a complete list by itself. */
interface SinglePage {
  readonly records: { readonly length: number };
  readonly pagination: PageCounts;
  /** As in `ListAnswer`. */
  readonly count: number | null;
  readonly sent: number;
  readonly denial: Evidence['denial'];
  /** The most records that the service has ever sent at once. */
  readonly served: number;
}

/**
 * The evidence of one answer. Its list ends there if the service counts no more and did not cut the page: it
 * is shorter than stated, and the service has sent more at once before, or it has no size at which services
 * cut.
 */
export function evidenceOfPage(
  { records, pagination, count, sent, denial, served }: SinglePage,
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
    denial,
  };
}

/**
 * Returns how many of `others`, records that came in another way only, the list lacks: `arrived` of them are
 * new. A page of `sent` without any known record is of another list.
 */
export function missedOf(others: number, arrived: number, sent: number): number {
  return others === sent ? others : Math.max(0, others - Math.max(0, arrived));
}
