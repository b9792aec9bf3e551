import { z } from 'zod';
import { isJsonObject, type Json } from '../../preload/contract/json.ts';
import { dayNumber } from '../../preload/contract/days.ts';
import { repeatsDays } from '../../preload/contract/repeatedDays.ts';

const tests: Readonly<Record<string, (value: unknown) => boolean>> = {
  value: (value) => value !== undefined && value !== null,
  present: (value) => value !== undefined,
  missing: (value) => value === undefined,
  null: (value) => value === null,
  number: (value) => typeof value === 'number',
  integer: (value) => Number.isInteger(value),
  text: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  list: (value) => Array.isArray(value),
  object: (value) => isJsonObject(value),
  day: (value) => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}/.test(value),
  'own-days': (value) => Array.isArray(value) && !repeatsDays(...columnsOf(value)),
  'transaction-id': (value) =>
    typeof value === 'string' && /^(?:[^-]+-.+-\d+-\d+|\d+-[^-_]+-\d+|\d+_[^-_]+_\d+_\d+)$/.test(value),
};

/** The days and the figures of points. */
function columnsOf(points: readonly unknown[]): [days: number[], values: number[]] {
  const pairs = points.filter((point) => Array.isArray(point)) as unknown[][];
  return [pairs.map(([day]) => dayNumber(String(day))), pairs.map(([, value]) => Number(value ?? NaN))];
}

/**
 * What must hold of a value in JSON. An expectation is a word (`value`, `number`, `text`, `day`, `list`, `object`, `null`, …; several
 * joined by `|`), or `{"equals": …}`. `{"$": "name"}` stands for a variable: what was read from an earlier answer.
 */
const expectedSchema = z.union([
  z
    .string()
    .refine((words) => words.split('|').every((word) => word in tests), 'This is no word for a value.'),
  z.strictObject({ equals: z.json() }),
]);
type Expected = z.infer<typeof expectedSchema>;

/** Paths into a value: members by name, elements by index from 0, from -1 backwards, or `*` for each of them. */
export const expectationsSchema = z.record(z.string(), expectedSchema);
type Expectations = Readonly<Record<string, Expected>>;

export type Variables = ReadonlyMap<string, Json>;

/** Replaces variables by their values. */
export function fill(value: Json, variables: Variables): Json {
  if (Array.isArray(value)) return (value as readonly Json[]).map((one) => fill(one, variables));
  if (!isJsonObject(value)) return value;
  const name = value['$'];
  if (typeof name === 'string') return variables.get(name) ?? null;
  return Object.fromEntries(Object.entries(value).map(([member, one]) => [member, fill(one, variables)]));
}

/** Returns a sentence for each expectation that `value`, which `where` names, does not meet. */
export function unmet(
  expectations: Expectations,
  value: unknown,
  variables: Variables,
  where: string,
): string[] {
  return Object.entries(expectations).flatMap(([path, expected]) => {
    const found = resolvePath(value, path);
    const wrong =
      found.length === 0 && !isOptional(expected)
        ? [undefined]
        : found.filter((one) => !fits(one, expected, variables));
    return wrong.length === 0
      ? []
      : [`${path} of ${where} is ${describe(wrong[0])}, not ${wordsOf(expected, variables)}.`];
  });
}

function describe(value: unknown): string {
  const text = value === undefined ? 'missing' : JSON.stringify(value);
  return text.length <= 120 ? text : `${text.slice(0, 120)}…`;
}

function isOptional(expected: Expected): boolean {
  return typeof expected === 'string' && expected.split('|').includes('missing');
}

function fits(value: unknown, expected: Expected, variables: Variables): boolean {
  if (typeof expected === 'string') return expected.split('|').some((word) => tests[word]?.(value) === true);
  return JSON.stringify(value) === JSON.stringify(fill(expected.equals, variables));
}

function wordsOf(expected: Expected, variables: Variables): string {
  return typeof expected === 'string' ? expected : JSON.stringify(fill(expected.equals, variables));
}

export interface ExpectedOrder {
  readonly by: string;
  readonly direction: 'asc' | 'desc';
  readonly within?: string | undefined;
}

/** Returns a sentence for each list that is out of order. Values without an order (null) are skipped. */
export function outOfOrder({ by, direction, within }: ExpectedOrder, results: readonly Json[]): string[] {
  const lists =
    within === undefined ? [results] : results.map((result) => resolvePath(result, within).flat());
  return lists.flatMap((list) => {
    const values = list.map((element) => resolvePath(element, by)[0]).filter(isOrdered);
    const index = values.findIndex((value, position) => {
      const before = values[position - 1];
      return before !== undefined && (direction === 'asc' ? before > value : before < value);
    });
    return index < 0 ? [] : [`${String(values[index])} comes after ${String(values[index - 1])} at ${by}.`];
  });
}

function isOrdered(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

/** Returns every value that a path leads to; `undefined` for a member that is missing. */
export function resolvePath(value: unknown, path: string): unknown[] {
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
