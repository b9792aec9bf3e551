import { z } from 'zod';
import { parseExactJson } from './exactNumbers.ts';
import { isTooDeep } from './answerNotes.ts';
import {
  isResourceRecord,
  recordKey,
  type PageCounts,
  type RecordList,
  type ResourceRecord,
} from './records.ts';

/** The answer of a list endpoint, read tolerantly: unknown members are ignored, numbers may come as text. */
export interface ListAnswer {
  readonly records: ResourceRecord[];
  readonly pagination: PageCounts;
  readonly applied: RecordList['applied'];
  /** The ids of records that are nested too deep to be read, and left out of `records`. */
  readonly tooDeep: readonly string[];
}

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
 * Reads the answer of a list endpoint. Rule: data service interface, "Common conventions".
 * Where the service sends no counts, a page as full as requested means that another may follow.
 * @returns null where the answer is not a list of records.
 */
export function readList(answer: unknown, requested: { page: number; perPage: number }): ListAnswer | null {
  const parsed = listSchema.safeParse(answer);
  if (!parsed.success) return null;
  const sent = parsed.data.results.filter(isResourceRecord);
  if (sent.length !== parsed.data.results.length) return null;
  const deep = sent.filter((record) => isTooDeep(record));
  const records = deep.length === 0 ? sent : sent.filter((record) => !deep.includes(record));
  const stated = parsed.data.pagination;
  const page = stated?.page ?? requested.page;
  const perPage = stated?.perPage ?? requested.perPage;
  const atLeast = (page - 1) * perPage + sent.length;
  const resultCount = stated?.resultCount ?? atLeast;
  const pageCount =
    stated?.pageCount ??
    (stated?.resultCount === undefined
      ? lastPageSeen(page, sent.length, perPage)
      : Math.ceil(resultCount / Math.max(perPage, 1)));
  return {
    records,
    pagination: { page, perPage, resultCount, pageCount },
    applied: {
      ...(isReadable(parsed.data.filter) ? { filter: parsed.data.filter } : {}),
      ...(isReadable(parsed.data.sort) ? { sort: parsed.data.sort } : {}),
    },
    tooDeep: deep.map(recordKey),
  };
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
 * @returns a sentence for the problem where it is no list of records.
 */
export function readListText(
  text: string,
  requested: { page: number; perPage: number },
): ListAnswer | { readonly problem: string } {
  let answer: unknown;
  try {
    answer = parseExactJson(text);
  } catch {
    return { problem: 'The response is not JSON, or was cut off.' };
  }
  return readList(answer, requested) ?? { problem: 'The response is not a list of records.' };
}
