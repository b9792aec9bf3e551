import { z } from 'zod';
import { isJsonObject, type Json } from '../../preload/contract/json.ts';
import { isResourceRecord, type ResourceRecord } from '../../preload/contract/records.ts';

/** Reads what the service answers, tolerantly: unknown members are kept or ignored, numbers may come as text. */

export interface ListAnswer {
  readonly records: ResourceRecord[];
  readonly pagination: { page: number; perPage: number; pageCount: number; resultCount: number };
  readonly applied: { filter?: unknown; sort?: unknown };
}

const count = z.coerce.number().int().min(0);

const listSchema = z.looseObject({
  results: z.array(z.unknown()),
  pagination: z
    .looseObject({
      page: count.optional(),
      perPage: count.optional(),
      pageCount: count.optional(),
      resultCount: count.optional(),
    })
    .optional(),
  filter: z.unknown().optional(),
  sort: z.unknown().optional(),
});

/**
 * Reads the answer of a list endpoint. Rule: data service interface, "Common conventions".
 * A missing pagination is filled from what was asked and what came.
 * @returns null where the answer is not a list of records.
 */
export function readList(answer: unknown, asked: { page: number; perPage: number }): ListAnswer | null {
  const parsed = listSchema.safeParse(answer);
  if (!parsed.success) return null;
  const records = parsed.data.results.filter(isResourceRecord);
  if (records.length !== parsed.data.results.length) return null;
  const perPage = parsed.data.pagination?.perPage ?? Math.max(asked.perPage, records.length);
  const resultCount = parsed.data.pagination?.resultCount ?? records.length;
  return {
    records,
    pagination: {
      page: parsed.data.pagination?.page ?? asked.page,
      perPage,
      resultCount,
      pageCount: parsed.data.pagination?.pageCount ?? Math.ceil(resultCount / Math.max(perPage, 1)),
    },
    applied: {
      ...(parsed.data.filter === undefined ? {} : { filter: parsed.data.filter }),
      ...(parsed.data.sort === undefined ? {} : { sort: parsed.data.sort }),
    },
  };
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
