import { z } from 'zod';
import {
  isPartialAnswer,
  isTooDeep,
  parseAnswer,
  partialAnswer,
  saysMore,
} from '../../../preload/contract/answerNotes.ts';
import { canonicalJson, isJsonObject } from '../../../preload/contract/json.ts';
import type { Query } from '../../../preload/contract/query.ts';
import { cutNotes, keptRecord, shortenId } from './recordAnswer.ts';
import { isResourceRecord, type ResourceRecord } from '../../../preload/contract/recordsText.ts';
import {
  recordKey,
  type PageCounts,
  type RecordList,
  type RequestedPage,
} from '../../../preload/contract/records.ts';

/** A list answer, parsed tolerantly: unknown members are ignored, numbers may be text. */
export interface ListAnswer {
  readonly records: ResourceRecord[];
  /** Its count is the number received, with earlier pages, if the service states none or less. */
  readonly pagination: PageCounts;
  /** The service's count; null without one. */
  readonly count: number | null;
  /** True if the answer itself says that more records follow. */
  readonly saysMore: boolean;
  readonly applied: RecordList['applied'];
  /** Includes records left out. */
  readonly sent: number;
  /** By id or position, with the reason. */
  readonly leftOut: readonly string[];
  readonly notes: readonly string[];
}

/** The first page of an unfiltered list must have records; an empty answer needs confirmation. */
export function hasRecordsSurely({ filter, pagination }: Query): boolean {
  return filter === undefined && (pagination?.page ?? 1) === 1;
}

export function cutList<List extends ListAnswer>(list: List, perPage: number): List {
  const { page, resultCount } = list.pagination;
  const size = Math.max(1, Math.min(list.pagination.perPage, perPage));
  return {
    ...list,
    records: list.records.slice(0, perPage),
    sent: Math.min(list.sent, perPage),
    pagination: { page, perPage: size, resultCount, pageCount: Math.ceil(resultCount / size) },
  };
}

/** A page may be larger than requested. Source: service notes, "Paging". */
const mostAccepted = 1000;

/** Numbers may be text; anything but a count is ignored. */
const count = z
  .union([z.number(), z.string().regex(/^\d+$/).transform(Number)])
  .pipe(z.int().min(0))
  .optional()
  .catch(undefined);

const listSchema = z.looseObject({
  results: z.array(z.unknown()),
  pagination: z
    .looseObject({
      page: count,
      perPage: count,
      pageCount: count,
      resultCount: count,
    })
    .optional(),
  filter: z.unknown().optional(),
  sort: z.unknown().optional(),
});

/**
 * Parses a list answer of this text length. Source: data service interface, "Common conventions". Without
 * counts, a full page implies that another may follow.
 * @returns null if it is no list, has no valid record, or exceeds both the requested and the accepted size.
 */
export function readList(answer: unknown, requested: RequestedPage, length = 0): ListAnswer | null {
  const parsed = listSchema.safeParse(answer);
  if (!parsed.success) return null;
  const { results } = parsed.data;
  if (results.length > 0 && requested.isFurther !== true && !results.some(isResourceRecord)) return null;
  const stated = parsed.data.pagination;
  const page = stated?.page ?? requested.page;
  const perPage = stated?.perPage ?? requested.perPage;
  const sent = results.length;
  if (sent > Math.max(requested.perPage, mostAccepted)) return null;
  const before = (page - 1) * perPage;
  const kept = keptOf(results, before, length);
  const counted = stated?.resultCount;
  // Duplicates count once.
  const different = before + kept.records.length + kept.leftOut.length;
  // A count below the number received is wrong, and so is its page count.
  const isFalse = counted !== undefined && sent > 0 && counted < different;
  const resultCount = isFalse ? different : (counted ?? before + sent);
  const pages = isFalse ? undefined : stated?.pageCount;
  const pageCount =
    counted === undefined || isFalse
      ? (pages ?? lastPageSeen(page, sent, perPage))
      : Math.max(pages ?? 0, Math.ceil(resultCount / Math.max(perPage, 1)));
  return {
    ...kept,
    sent,
    pagination: { page, perPage, resultCount, pageCount },
    count: counted ?? null,
    // Its schema has no count that is not a number.
    saysMore: isJsonObject(answer) && saysMore(answer['pagination']),
    applied: {
      ...(isReadable(parsed.data.filter) ? { filter: parsed.data.filter } : {}),
      ...(isReadable(parsed.data.sort) ? { sort: parsed.data.sort } : {}),
    },
  };
}

/** Keeps each id once. `before`: records of earlier pages. */
function keptOf(
  results: readonly unknown[],
  before: number,
  length: number,
): Pick<ListAnswer, 'records' | 'leftOut' | 'notes'> {
  const records = new Map<string, ResourceRecord>();
  const leftOut: string[] = [];
  const cut: string[] = [];
  for (const [index, result] of results.entries()) {
    if (!isResourceRecord(result)) {
      leftOut.push(`record ${(before + index + 1).toString()} of the list (no id)`);
      continue;
    }
    const key = recordKey(result);
    const twin = records.get(key);
    const kept = keptRecord(result, length);
    if (typeof kept === 'string') {
      leftOut.push(`${shortenId(key)} (${kept})`);
      continue;
    }
    if (kept.cut) cut.push(shortenId(key));
    if (twin === undefined) records.set(key, kept.record);
    else if (canonicalJson(twin) !== canonicalJson(kept.record))
      leftOut.push(`${shortenId(key)} (the id of another record)`);
  }
  return { records: [...records.values()], leftOut, notes: cutNotes(cut) };
}

function isReadable(value: unknown): boolean {
  return value !== undefined && !isTooDeep(value);
}

/** A full page may have a successor; an empty one follows the last. */
function lastPageSeen(page: number, length: number, perPage: number): number {
  if (length >= perPage) return page + 1;
  return length === 0 ? page - 1 : page;
}

/** @returns a sentence if it is no list of records */
export function readListText(
  text: string,
  requested: RequestedPage,
): ListAnswer | { readonly problem: string } {
  let answer: ReturnType<typeof parseAnswer>;
  try {
    answer = parseAnswer(text);
  } catch {
    return { problem: 'The response is not JSON, or was cut off.' };
  }
  if (isPartialAnswer(answer.value)) return { problem: partialAnswer };
  const list = readList(answer.value, requested, text.length);
  return list === null
    ? { problem: 'The response is not a list of records.' }
    : { ...list, notes: [...answer.notes, ...list.notes] };
}
