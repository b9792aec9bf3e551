import { z } from 'zod';
import { isJsonObject, type Json } from '../../../preload/contract/json.ts';
import { readErrorMessage } from '../answers.ts';
import type { ProbeAnswer } from './questions.ts';

/**
 * Requests as data, each with what must hold of its answer: the cases of `test/conformance`, which run against any service of this
 * interface. A value may be a word (`value`, `number`, `text`, `day`, `list`, `object`, `null`; several joined by `|`), or
 * `{"equals": …}`. `{"$": "name"}` stands for what `let` has taken from an earlier answer.
 */

const requestSchema = z.strictObject({
  path: z.string().startsWith('/'),
  query: z.record(z.string(), z.json()).optional(),
  /** Parameters beside the query, as they are. */
  parameters: z.string().optional(),
});
type CaseRequest = z.infer<typeof requestSchema>;

const expectedSchema = z.union([z.string(), z.strictObject({ equals: z.json() })]);
type Expected = z.infer<typeof expectedSchema>;

/** Paths into a value: members by name, elements by place from 0, from -1 backwards, or `*` for each of them. */
const expectationsSchema = z.record(z.string(), expectedSchema);

const caseSchema = z.strictObject({
  name: z.string(),
  /** What is known of it, and how: as in the service notes. */
  known: z.string(),
  /** What is asked first, and the path to what is taken from the answer. */
  let: z.record(z.string(), requestSchema.extend({ take: z.string() })).default({}),
  request: requestSchema,
  holds: z.strictObject({
    status: z.union([z.int(), z.array(z.int())]).default(200),
    /** A part of the message of an error. */
    message: z.string().optional(),
    /** Members of the answer as a whole. */
    answer: expectationsSchema.default({}),
    /** Only the results of this form are looked at; where there are none, nothing is seen. */
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

/** What was found of a case: the words say what does not hold; none where all does. */
export interface ConformanceFinding {
  readonly name: string;
  readonly known: string;
  /** Null where it could not be seen: what is asked first was not there. */
  readonly holds: boolean | null;
  readonly faults: readonly string[];
}

export type Ask = (pathAndQuery: string) => Promise<ProbeAnswer>;

/** Asks what a case asks, and tells what does not hold. */
export async function runCase(one: ConformanceCase, ask: Ask): Promise<ConformanceFinding> {
  const { name, known, holds, request } = one;
  const taken = new Map<string, Json>();
  for (const [variable, { take, ...first }] of Object.entries(one.let)) {
    const { body } = await ask(targetOf(first, taken));
    const [value] = valuesAt(body, take);
    if (value === undefined || value === null) {
      return { name, known, holds: null, faults: [`Nothing is at ${take} of ${first.path}.`] };
    }
    taken.set(variable, value as Json);
  }
  const answer = await ask(targetOf(request, taken));
  const results = resultsOf(answer).filter((result) => unmet(holds.where, result, taken, '').length === 0);
  if (Object.keys(holds.where).length > 0 && answer.status === 200 && results.length === 0) {
    return { name, known, holds: null, faults: ['No result is of the form that is looked for.'] };
  }
  const faults = faultsOf(holds, answer, results, taken);
  if (holds.asMany !== undefined && faults.length === 0) {
    const [count, other] = [answer, await ask(targetOf(holds.asMany, taken))].map(
      ({ body }) => valuesAt(body, 'pagination.resultCount')[0],
    );
    if (count !== other)
      faults.push(`There are ${String(count)} results, of the other request ${String(other)}.`);
  }
  return { name, known, holds: faults.length === 0, faults };
}

function targetOf({ path, query, parameters }: CaseRequest, taken: ReadonlyMap<string, Json>): string {
  const place = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(taken.get(name))));
  const filled =
    query === undefined ? [] : [`query=${encodeURIComponent(JSON.stringify(fill(query, taken)))}`];
  const all = [...filled, ...(parameters === undefined ? [] : [parameters])];
  return all.length === 0 ? place : `${place}?${all.join('&')}`;
}

/** Puts in what was taken. */
function fill(value: Json, taken: ReadonlyMap<string, Json>): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map((one) => fill(one, taken));
  if (!isJsonObject(value)) return value;
  const name = value['$'];
  if (typeof name === 'string') return taken.get(name) ?? null;
  return Object.fromEntries(Object.entries(value).map(([member, one]) => [member, fill(one, taken)]));
}

function faultsOf(
  holds: ConformanceCase['holds'],
  { status, body }: ProbeAnswer,
  results: readonly Json[],
  taken: ReadonlyMap<string, Json>,
): string[] {
  if (![holds.status].flat().includes(status)) {
    return [`Status ${status.toString()}: ${readErrorMessage(body) ?? 'no message'}.`];
  }
  const faults: string[] = [];
  if (holds.message !== undefined && !(readErrorMessage(body) ?? '').includes(holds.message)) {
    faults.push(`The message is “${readErrorMessage(body) ?? ''}”.`);
  }
  faults.push(...unmet(holds.answer, body, taken, 'the answer'));
  if (status !== 200) return faults;
  const most = holds.most ?? Infinity;
  if (results.length < holds.least || results.length > most) {
    faults.push(`There are ${results.length.toString()} results.`);
  }
  results.forEach((result, place) => {
    faults.push(...unmet(holds.every, result, taken, `result ${place.toString()}`));
  });
  for (const [path, expected] of Object.entries(holds.some)) {
    if (!results.some((result) => unmet({ [path]: expected }, result, taken, '').length === 0)) {
      faults.push(`No result has ${wordsOf(expected, taken)} at ${path}.`);
    }
  }
  if (holds.order !== undefined) faults.push(...disorder(holds.order, results));
  return faults.slice(0, mostFaults);
}

function resultsOf({ body }: ProbeAnswer): readonly Json[] {
  return isJsonObject(body) && Array.isArray(body['results']) ? (body['results'] as Json[]) : [];
}

/** Faults told of one case: the first say what is wrong. */
const mostFaults = 5;

function unmet(
  expectations: Readonly<Record<string, Expected>>,
  value: unknown,
  taken: ReadonlyMap<string, Json>,
  where: string,
): string[] {
  return Object.entries(expectations).flatMap(([path, expected]) => {
    const found = valuesAt(value, path);
    const wrong =
      found.length === 0 && !isOptional(expected)
        ? [undefined]
        : found.filter((one) => !fits(one, expected, taken));
    return wrong.length === 0
      ? []
      : [`${path} of ${where} is ${JSON.stringify(wrong[0]) ?? 'missing'}, not ${wordsOf(expected, taken)}.`];
  });
}

function isOptional(expected: Expected): boolean {
  return typeof expected === 'string' && expected.split('|').includes('missing');
}

const tests: Readonly<Record<string, (value: unknown) => boolean>> = {
  value: (value) => value !== undefined && value !== null,
  present: (value) => value !== undefined,
  missing: (value) => value === undefined,
  null: (value) => value === null,
  number: (value) => typeof value === 'number',
  text: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  list: (value) => Array.isArray(value),
  object: (value) => isJsonObject(value),
  day: (value) => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}/.test(value),
};

function fits(value: unknown, expected: Expected, taken: ReadonlyMap<string, Json>): boolean {
  if (typeof expected === 'string') return expected.split('|').some((word) => tests[word]?.(value) === true);
  return JSON.stringify(value) === JSON.stringify(fill(expected.equals, taken));
}

function wordsOf(expected: Expected, taken: ReadonlyMap<string, Json>): string {
  return typeof expected === 'string' ? expected : JSON.stringify(fill(expected.equals, taken));
}

/** Numbers and texts in their order, nulls last. */
function disorder(
  { by, direction, within }: NonNullable<ConformanceCase['holds']['order']>,
  results: readonly Json[],
): string[] {
  const lists = within === undefined ? [results] : results.map((result) => valuesAt(result, within).flat());
  return lists.flatMap((list) => {
    const values = list.map((element) => valuesAt(element, by)[0] ?? null).filter((value) => value !== null);
    const wrong = values.findIndex((value, place) => {
      const before = values[place - 1];
      if (place === 0 || before === undefined) return false;
      return direction === 'asc' ? before > value : before < value;
    });
    return wrong < 0 ? [] : [`${String(values[wrong])} comes after ${String(values[wrong - 1])} at ${by}.`];
  });
}

function valuesAt(value: unknown, path: string): unknown[] {
  return (path === '' ? [] : path.split('.')).reduce<unknown[]>(
    (found, step) => found.flatMap((one) => stepInto(one, step)),
    [value],
  );
}

function stepInto(value: unknown, step: string): unknown[] {
  if (step === '*') return Array.isArray(value) ? (value as unknown[]) : [];
  if (Array.isArray(value) && /^-?\d+$/.test(step)) {
    const element: unknown = value.at(Number(step));
    return element === undefined ? [] : [element];
  }
  if (!isJsonObject(value)) return [];
  return Object.hasOwn(value, step) ? [value[step]] : [undefined];
}
