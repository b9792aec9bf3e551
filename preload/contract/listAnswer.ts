import { z } from 'zod';
import { isTooDeep, parseAnswer } from './answerNotes.ts';
import { canonicalJson } from './json.ts';
import { cutNotes, keptRecord } from './recordAnswer.ts';
import { isResourceRecord, type ResourceRecord } from './recordsText.ts';
import { recordKey, type PageCounts, type RecordList } from './records.ts';

/** The answer of a list endpoint, read tolerantly: unknown members are ignored, numbers may come as text. */
export interface ListAnswer {
  readonly records: ResourceRecord[];
  /** Where the service counts nothing, or less than it lists, as many as came. */
  readonly pagination: PageCounts;
  /** Records of the list, as the service counts them; null where it does not. */
  readonly count: number | null;
  readonly applied: RecordList['applied'];
  /** Records of the answer, with those that are left out of `records`. */
  readonly sent: number;
  /** The records that cannot be kept, each by its id or its position, with the reason. */
  readonly leftOut: readonly string[];
  /** What of the answer could not be read or kept as it came, beside `leftOut`, in sentences. */
  readonly notes: readonly string[];
}

export interface RequestedPage {
  readonly page: number;
  readonly perPage: number;
  /** True where records of the list came before: a page may have nothing but its last one, which cannot be kept. */
  readonly isFurther?: boolean;
}

/** Records that a page may have where fewer were requested. Rule: service notes, "Paging". */
const mostAccepted = 1000;

/** Numbers may come as text; null, and whatever is no count, is as good as absent. */
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
 * Reads the answer of a list endpoint, which came as a text of this length. Rule: data service interface, "Common conventions".
 * Where the service sends no counts, a page as full as requested means that another may follow.
 * @returns null where the answer is not a list, where it has no record, or has more records than were requested and than a page may have.
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
  // A record that is sent twice is one.
  const different = before + kept.records.length + kept.leftOut.length;
  // A count below what came is none, as is the number of pages that comes with it.
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
    applied: {
      ...(isReadable(parsed.data.filter) ? { filter: parsed.data.filter } : {}),
      ...(isReadable(parsed.data.sort) ? { sort: parsed.data.sort } : {}),
    },
  };
}

/** The records that can be kept, each id once, and what is said of the others. `before`: records on the pages before. */
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
      leftOut.push(`${shortened(key)} (${kept})`);
      continue;
    }
    if (kept.cut) cut.push(shortened(key));
    if (twin === undefined) records.set(key, kept.record);
    else if (canonicalJson(twin) !== canonicalJson(kept.record))
      leftOut.push(`${shortened(key)} (the id of another record)`);
  }
  return { records: [...records.values()], leftOut, notes: cutNotes(cut) };
}

function shortened(id: string): string {
  return id.length > 80 ? `${id.slice(0, 80)}…` : id;
}

function isReadable(value: unknown): boolean {
  return value !== undefined && !isTooDeep(value);
}

/** Without counts: a full page may be followed by another, an empty one comes after the last. */
function lastPageSeen(page: number, length: number, perPage: number): number {
  if (length >= perPage) return page + 1;
  return length === 0 ? page - 1 : page;
}

/**
 * Reads the text of the answer of a list endpoint.
 * @returns a sentence for the problem where it is no list of records, else its records.
 */
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
  const list = readList(answer.value, requested, text.length);
  return list === null
    ? { problem: 'The response is not a list of records.' }
    : { ...list, notes: [...answer.notes, ...list.notes] };
}
