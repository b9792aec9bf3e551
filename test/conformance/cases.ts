import { z } from 'zod';
import { isJsonObject, type Json } from '../../preload/contract/json.ts';
import { readErrorMessage } from '../../main/data-service/answers.ts';
import type { Ask, ProbeAnswer } from './ask.ts';
import { outOfOrder, expectationsSchema, fill, resolvePath, unmet, type Variables } from './expectations.ts';

/**
 * Requests as data, each with what must hold of its answer: the cases in the JSON files of this folder, which run against any service of this
 * interface. What an expectation may be is in `expectations.ts`.
 */

const requestSchema = z.strictObject({
  path: z.string().startsWith('/'),
  query: z.record(z.string(), z.json()).optional(),
  /** Parameters beside the query, as they are. */
  parameters: z.string().optional(),
  /** Sends no key, or one that no service accepts. */
  without: z.enum(['missing', 'invalid']).optional(),
});
type CaseRequest = z.infer<typeof requestSchema>;

const caseSchema = z.strictObject({
  name: z.string(),
  /** How this is known: as in the service notes. */
  known: z.string(),
  /** What it decides of docs/service-assumptions.md, by the id there. */
  assumption: z.string().optional(),
  /** Requests that come first, and the path to what is read from each answer. */
  let: z.record(z.string(), requestSchema.extend({ take: z.string() })).default({}),
  request: requestSchema,
  holds: z.strictObject({
    status: z.union([z.int(), z.array(z.int())]).default(200),
    /** A part of the message of an error. */
    message: z.string().optional(),
    /** Members of the answer as a whole. */
    answer: expectationsSchema.default({}),
    /** Only results that meet these are looked at; if none does, the case is not seen. */
    where: expectationsSchema.default({}),
    /** How many results there are on the page. */
    least: z.int().default(0),
    most: z.int().optional(),
    /** Of each result, and of at least one. */
    every: expectationsSchema.default({}),
    some: expectationsSchema.default({}),
    /** What is in order: a path into each result, or into the points of each with `within`. */
    order: z
      .strictObject({ by: z.string(), direction: z.enum(['asc', 'desc']), within: z.string().optional() })
      .optional(),
    /** Another request that finds as many results. */
    asMany: requestSchema.optional(),
  }),
});
export type ConformanceCase = z.infer<typeof caseSchema>;

export const conformanceFileSchema = z.strictObject({ about: z.string(), cases: z.array(caseSchema) });

export interface ConformanceFinding {
  readonly name: string;
  readonly known: string;
  /** Null if it could not be seen: the limit of requests was reached, or the service has no record to ask for. */
  readonly holds: boolean | null;
  /** Sentences that say what does not hold, or why it could not be seen. */
  readonly problems: readonly string[];
}

/** The rest of a file is not requested once the limit of requests is reached, so that nothing waits. */
const rateLimited = 429;

/**
 * Sends the requests of a case and says what does not hold of the answer.
 *
 * @throws FailureError if the service cannot be reached or rejects the key
 */
export async function runCase(one: ConformanceCase, ask: Ask): Promise<ConformanceFinding> {
  const { name, known, holds, request } = one;
  const notSeen = (reason: string): ConformanceFinding => ({ name, known, holds: null, problems: [reason] });
  const variables = new Map<string, Json>();
  for (const [variable, { take, ...first }] of Object.entries(one.let)) {
    const { status, body } = await send(ask, first, variables);
    if (status === rateLimited) return notSeen('The limit of requests is reached.');
    const [value] = resolvePath(body, take);
    if (value === undefined || value === null) {
      return notSeen(`${targetOf(first, variables)} has nothing at ${take} (status ${status.toString()}).`);
    }
    variables.set(variable, value as Json);
  }
  const answer = await send(ask, request, variables);
  if (answer.status === rateLimited) return notSeen('The limit of requests is reached.');
  const results = resultsOf(answer).filter(
    (result) => unmet(holds.where, result, variables, '').length === 0,
  );
  if (Object.keys(holds.where).length > 0 && answer.status === 200 && results.length === 0) {
    return notSeen('No result has the form that the case is about.');
  }
  const problems = problemsOf(holds, answer, results, variables);
  if (holds.asMany !== undefined && problems.length === 0) {
    const other = await send(ask, holds.asMany, variables);
    const [count, expected] = [answer, other].map(
      ({ body }) => resolvePath(body, 'pagination.resultCount')[0],
    );
    if (count !== expected)
      problems.push(`There are ${String(count)} results, of the other request ${String(expected)}.`);
  }
  return { name, known, holds: problems.length === 0, problems };
}

function send(ask: Ask, request: CaseRequest, variables: Variables): Promise<ProbeAnswer> {
  return ask(targetOf(request, variables), request.without);
}

function targetOf({ path, query, parameters }: CaseRequest, variables: Variables): string {
  const filledPath = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(variables.get(name))),
  );
  const all = [
    ...(query === undefined ? [] : [`query=${encodeURIComponent(JSON.stringify(fill(query, variables)))}`]),
    ...(parameters === undefined ? [] : [parameters]),
  ];
  return all.length === 0 ? filledPath : `${filledPath}?${all.join('&')}`;
}

/** At most so many problems of one case are reported: the first say what is wrong. */
const maxProblems = 5;

function problemsOf(
  holds: ConformanceCase['holds'],
  { status, body }: ProbeAnswer,
  results: readonly Json[],
  variables: Variables,
): string[] {
  const message = readErrorMessage(body) ?? 'no message';
  if (![holds.status].flat().includes(status)) return [`Status ${status.toString()}: ${message}`];
  const problems: string[] = [];
  if (holds.message !== undefined && !message.includes(holds.message)) {
    problems.push(`The message is “${message}”.`);
  }
  problems.push(...unmet(holds.answer, body, variables, 'the answer'));
  if (status !== 200) return problems;
  if (results.length < holds.least || results.length > (holds.most ?? Infinity)) {
    problems.push(`There are ${results.length.toString()} results.`);
  }
  results.forEach((result, index) =>
    problems.push(...unmet(holds.every, result, variables, `result ${index.toString()}`)),
  );
  for (const [path, expected] of Object.entries(holds.some)) {
    const missed = results.map((result) => unmet({ [path]: expected }, result, variables, 'each result'));
    if (missed.every((lines) => lines.length > 0)) problems.push(missed[0]?.[0] ?? 'There are no results.');
  }
  if (holds.order !== undefined) problems.push(...outOfOrder(holds.order, results));
  return problems.slice(0, maxProblems);
}

function resultsOf({ body }: ProbeAnswer): readonly Json[] {
  return isJsonObject(body) && Array.isArray(body['results']) ? (body['results'] as Json[]) : [];
}
