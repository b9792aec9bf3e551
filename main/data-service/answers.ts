import { z } from 'zod';
import { isJsonObject } from '../../preload/contract/json.ts';

/** Reads answers tolerantly: unknown members are passed on or ignored. */

const problemMembers = new Set([
  'message',
  'result',
  'detail',
  'title',
  'error',
  'errors',
  'status',
  'statusCode',
  'code',
  'type',
  'path',
  'timestamp',
  'instance',
  'success',
  'ok',
  'requestId',
  'request_id',
  'traceId',
  'trace_id',
  'documentation_url',
]);

/** Returns whether a body of any status reports an error: only words about one, or a list beside it. */
export function isErrorBody(answer: unknown): boolean {
  if (readErrorMessage(answer) === undefined || !isJsonObject(answer)) return false;
  const { results, error, errors, success, ok } = answer;
  if (results !== undefined)
    return (
      results === null ||
      success === false ||
      ok === false ||
      readErrorMessage({ error, errors }) !== undefined
    );
  return Object.keys(answer).every((name) => problemMembers.has(name));
}

/**
 * Returns the message of an error body. Rule: data service interface, "Errors" (`message`, or a list); RFC
 * 9457 (`detail`, `title`); `error`, `errors` and `result` as gateways send them.
 */
export function readErrorMessage(answer: unknown): string | undefined {
  const { message, result, detail, error, errors, title } = bodySchema.safeParse(answer).data ?? {};
  const found = message ?? detail ?? error ?? errors ?? title;
  return found === undefined || result === undefined ? found : `${found}: ${result}`;
}

const textSchema = z.string().min(1);
const wordsSchema = z.union([
  textSchema,
  z.object({ message: textSchema }).transform(({ message }) => message),
]);
const listedSchema = z.union([
  wordsSchema,
  z
    .array(wordsSchema)
    .min(1)
    .transform((words) => words.join('; ')),
]);
const memberSchema = listedSchema.optional().catch(undefined);
const bodySchema = z.looseObject({
  message: memberSchema,
  detail: memberSchema,
  error: memberSchema,
  errors: memberSchema,
  title: memberSchema,
  result: memberSchema,
});
