import { z } from 'zod';
import { isJsonObject, type Json } from '../../preload/contract/json.ts';
import { isResourceRecord, type ResourceRecord } from '../../preload/contract/records.ts';

/** Reads what the service answers, tolerantly: unknown members are kept or ignored, numbers may come as text. */

export interface ListAnswer {
  readonly records: ResourceRecord[];
  readonly pagination: { page: number; perPage: number; pageCount: number; resultCount: number };
  readonly applied: { filter?: unknown; sort?: unknown };
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
 * Where the service tells no counts, a page as full as asked for means that another may follow.
 * @returns null where the answer is not a list of records.
 */
export function readList(answer: unknown, asked: { page: number; perPage: number }): ListAnswer | null {
  const parsed = listSchema.safeParse(answer);
  if (!parsed.success) return null;
  const records = parsed.data.results.filter(isResourceRecord);
  if (records.length !== parsed.data.results.length) return null;
  const told = parsed.data.pagination;
  const page = told?.page ?? asked.page;
  const perPage = told?.perPage ?? asked.perPage;
  const atLeast = (page - 1) * perPage + records.length;
  const resultCount = told?.resultCount ?? atLeast;
  const pageCount =
    told?.pageCount ??
    (told?.resultCount === undefined
      ? lastPageSeen(page, records.length, perPage)
      : Math.ceil(resultCount / Math.max(perPage, 1)));
  return {
    records,
    pagination: { page, perPage, resultCount, pageCount },
    applied: {
      ...(parsed.data.filter === undefined ? {} : { filter: parsed.data.filter }),
      ...(parsed.data.sort === undefined ? {} : { sort: parsed.data.sort }),
    },
  };
}

/** Without counts: a full page may be followed by another, an empty one comes after the last. */
function lastPageSeen(page: number, length: number, perPage: number): number {
  if (length >= perPage) return page + 1;
  return length === 0 ? page - 1 : page;
}

/**
 * Reads the answer of a record endpoint, whose envelope is not shown anywhere: the bare record, `{results: record}` and
 * `{results: [record]}` are all taken.
 * @returns null where there is no record in it.
 */
export function readRecord(answer: unknown): ResourceRecord | null {
  if (isResourceRecord(answer)) return answer;
  if (!isJsonObject(answer)) return null;
  const results: Json | undefined = answer['results'];
  const record = Array.isArray(results) ? (results as Json[])[0] : results;
  return isResourceRecord(record) ? record : null;
}

/** The service's own words in an error body (`{"message": "…"}`), or undefined. */
export function readErrorMessage(answer: unknown): string | undefined {
  const parsed = z.looseObject({ message: z.string() }).safeParse(answer);
  return parsed.success ? parsed.data.message : undefined;
}
