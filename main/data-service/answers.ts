import { z } from 'zod';
import { isJsonObject } from '../../preload/contract/json.ts';

/** Reads what the service answers, tolerantly: unknown members are passed on or ignored. */

/** The members of an error body, in all forms that are read. */
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

/** True for a body that has nothing but words about an error, whatever its status. */
export function isErrorBody(answer: unknown): boolean {
  return (
    readErrorMessage(answer) !== undefined &&
    isJsonObject(answer) &&
    Object.keys(answer).every((name) => problemMembers.has(name))
  );
}

/**
 * The words of an error body; undefined where there are none. Rule: data service interface, "Errors" (`message`, a list where there are
 * several); RFC 9457 (`detail`, `title`); `error`, `errors` and `result` as gateways send them.
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
