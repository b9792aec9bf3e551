import { z } from 'zod';
import { isJsonObject, type Json } from '../../preload/contract/json.ts';
import { isResourceRecord, type ResourceRecord } from '../../preload/contract/recordsText.ts';

/** Reads what the service answers, tolerantly: unknown members are passed on or ignored. */

/**
 * Reads the answer of a record endpoint, whose envelope is not shown anywhere: the bare record, `{results: record}` and
 * `{results: [record]}` are all accepted.
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
