import {
  isGroup,
  type ConditionValue,
  type Filter,
  type Query,
  type Scalar,
} from '../../preload/contract/query.ts';
import { findBuilderField, type BuilderField } from './fields.ts';
import { convertEntries, convertEntry, isListOperator } from './valueEntry.ts';

/**
 * Values that are filled in when a query runs. `{{network}}` is a parameter, asked for then. `{{30 days ago}}`,
 * `{{start of month}}` and `{{today}}` are moving dates.
 */

const braces = /\{\{\s*([^{}]+?)\s*\}\}/g;
const wholeBraces = /^\{\{\s*([^{}]+?)\s*\}\}$/;
const movingWords =
  /^(?:today|yesterday|(\d{1,4}) (day|week|month|year)s? ago|start of (week|month|quarter|year))$/i;

/** The moving dates that are offered, with what they are called in `on or after` conditions. */
export const offeredMovingDates = [
  { value: '{{7 days ago}}', label: 'last 7 days' },
  { value: '{{30 days ago}}', label: 'last 30 days' },
  { value: '{{90 days ago}}', label: 'last 90 days' },
  { value: '{{12 months ago}}', label: 'last 12 months' },
  { value: '{{start of month}}', label: 'this month' },
  { value: '{{start of quarter}}', label: 'this quarter' },
  { value: '{{start of year}}', label: 'this year' },
  { value: '{{yesterday}}', label: 'since yesterday' },
  { value: '{{today}}', label: 'today' },
] as const;

/** What stands between the braces, where the value is nothing else. */
export function templateName(value: ConditionValue): string | null {
  return typeof value === 'string' ? (wholeBraces.exec(value)?.[1] ?? null) : null;
}

export function isMovingDate(value: ConditionValue): boolean {
  const name = templateName(value);
  return name !== null && movingWords.test(name);
}

/** The day that a moving date means, `YYYY-MM-DD` in UTC. `now` in milliseconds since 1970 UTC. Null for other words. */
export function resolveMovingDate(name: string, now: number): string | null {
  const parts = movingWords.exec(name.trim());
  if (parts === null) return null;
  const [whole, count = '', unit = '', start = ''] = parts.map((part) => part?.toLowerCase());
  const day = new Date(now);
  const [year, month, date] = [day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate()];
  const on = (y: number, m: number, d: number): string =>
    new Date(Date.UTC(y, m, d)).toISOString().slice(0, 10);
  const back = Number(count);
  if (whole === 'today') return on(year, month, date);
  if (whole === 'yesterday') return on(year, month, date - 1);
  if (unit === 'day') return on(year, month, date - back);
  if (unit === 'week') return on(year, month, date - back * 7);
  // The same day of an earlier month, or its last: the 31st has no counterpart in every month.
  if (unit === 'month' || unit === 'year') {
    const months = unit === 'year' ? back * 12 : back;
    const last = new Date(Date.UTC(year, month - months + 1, 0)).getUTCDate();
    return on(year, month - months, Math.min(date, last));
  }
  if (start === 'week') return on(year, month, date - ((day.getUTCDay() + 6) % 7));
  if (start === 'month') return on(year, month, 1);
  if (start === 'quarter') return on(year, month - (month % 3), 1);
  return on(year, 0, 1);
}

/** The names of the parameters in a query, in the order in which they stand. */
export function parametersOf(query: Query): string[] {
  const names = valuesOf(query.filter).flatMap((value) =>
    [value]
      .flat()
      .flatMap((scalar) =>
        typeof scalar === 'string' ? [...scalar.matchAll(braces)].map(([, name = '']) => name) : [],
      ),
  );
  return [...new Set(names.filter((name) => !movingWords.test(name)))];
}

/** True where something is filled in when the query runs. */
export function isTemplate(query: Query): boolean {
  return valuesOf(query.filter).some((value) =>
    [value].flat().some((scalar) => typeof scalar === 'string' && scalar.search(braces) >= 0),
  );
}

export interface Answers {
  readonly now: number;
  /** What was entered for each parameter. */
  readonly parameters: Readonly<Record<string, string>>;
}

/** The query that is sent: moving dates and answered parameters filled in. What has no answer stays. */
export function resolveQuery(query: Query, fields: readonly BuilderField[], answers: Answers): Query {
  if (query.filter === undefined || !isTemplate(query)) return query;
  return { ...query, filter: resolveFilter(query.filter, fields, answers) };
}

function resolveFilter(filter: Filter, fields: readonly BuilderField[], answers: Answers): Filter {
  if (isGroup(filter)) {
    return { ...filter, filters: filter.filters.map((part) => resolveFilter(part, fields, answers)) };
  }
  const { field } = findBuilderField(fields, filter.field);
  const kind = field?.kind ?? 'free';
  const whole = templateName(filter.value);
  const answer = whole === null || movingWords.test(whole) ? undefined : answers.parameters[whole];
  if (answer !== undefined) {
    const value = isListOperator(filter.operator)
      ? convertEntries(answer, kind).values
      : (convertEntry(answer, kind) ?? answer);
    return { ...filter, value };
  }
  const value = Array.isArray(filter.value)
    ? filter.value.map((scalar) => fill(scalar, answers))
    : fill(filter.value, answers);
  return { ...filter, value };
}

function fill(scalar: Scalar, { now, parameters }: Answers): Scalar {
  if (typeof scalar !== 'string') return scalar;
  return scalar.replaceAll(
    braces,
    (text, name: string) => resolveMovingDate(name, now) ?? parameters[name] ?? text,
  );
}

function valuesOf(filter: Filter | undefined): ConditionValue[] {
  if (filter === undefined) return [];
  return isGroup(filter) ? filter.filters.flatMap(valuesOf) : [filter.value];
}
