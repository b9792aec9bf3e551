import { braces, movingDatePattern, resolveMovingDates } from '../../preload/contract/movingDates.ts';
import {
  isGroup,
  type ConditionValue,
  type Filter,
  type Query,
  type Scalar,
} from '../../preload/contract/query.ts';
import { findBuilderField, type BuilderField } from './fields.ts';
import { convertEntries, convertEntry, isListOperator, keptLocale } from './valueEntry.ts';

/**
 * Values that are filled in when a query runs. `{{network}}` is a parameter, asked for then. `{{30 days ago}}`,
 * `{{start of month}}` and `{{today}}` are moving dates.
 */

const wholeBraces = /^\{\{\s*([^{}]+?)\s*\}\}$/;

/** What stands between the braces, where the value is nothing else. */
export function templateName(value: ConditionValue): string | null {
  return typeof value === 'string' ? (wholeBraces.exec(value)?.[1] ?? null) : null;
}

export function isMovingDate(value: ConditionValue): boolean {
  const name = templateName(value);
  return name !== null && movingDatePattern.test(name);
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
  return [...new Set(names.filter((name) => !movingDatePattern.test(name)))];
}

/** True where something is filled in when the query runs. */
export function isTemplate(query: Query): boolean {
  return valuesOf(query.filter).some((value) =>
    [value].flat().some((scalar) => typeof scalar === 'string' && scalar.search(braces) >= 0),
  );
}

export interface Answers {
  readonly now: number;
  /** What was entered for each parameter, numbers as `keptLocale` writes them. */
  readonly parameters: Readonly<Record<string, string>>;
}

/** The query that is sent: moving dates and answered parameters filled in. What has no answer stays. */
export function resolveQuery(query: Query, fields: readonly BuilderField[], answers: Answers): Query {
  if (query.filter === undefined || !isTemplate(query)) return query;
  const filter = fillFilter(query.filter, fields, answers.parameters);
  return resolveMovingDates({ ...query, filter }, answers.now);
}

function fillFilter(
  filter: Filter,
  fields: readonly BuilderField[],
  parameters: Answers['parameters'],
): Filter {
  if (isGroup(filter)) {
    return { ...filter, filters: filter.filters.map((part) => fillFilter(part, fields, parameters)) };
  }
  const { field } = findBuilderField(fields, filter.field);
  const kind = field?.kind ?? 'free';
  const whole = templateName(filter.value);
  const answer = whole === null || movingDatePattern.test(whole) ? undefined : parameters[whole];
  if (answer !== undefined) {
    const value = isListOperator(filter.operator)
      ? convertEntries(answer, kind, keptLocale).values
      : idOfName(convertEntry(answer, kind, keptLocale) ?? answer, field);
    return { ...filter, value };
  }
  const value = Array.isArray(filter.value)
    ? filter.value.map((scalar) => fill(scalar, parameters))
    : fill(filter.value, parameters);
  return { ...filter, value };
}

/** Returns the query with names in place of identifiers replaced, as far as a field names its options: `Mint` becomes 1. */
export function withIds(query: Query, fields: readonly BuilderField[]): Query {
  const replace = (filter: Filter): Filter => {
    if (isGroup(filter)) return { ...filter, filters: filter.filters.map(replace) };
    const { field } = findBuilderField(fields, filter.field);
    return Array.isArray(filter.value) ? filter : { ...filter, value: idOfName(filter.value, field) };
  };
  return query.filter === undefined ? query : { ...query, filter: replace(query.filter) };
}

function idOfName<Value extends Scalar>(value: Value, field: BuilderField | undefined): Value | Scalar {
  if (typeof value !== 'string' || field?.kind !== 'id') return value;
  const name = value.trim().toLowerCase();
  return field.options.find(({ label }) => label.toLowerCase() === name)?.value ?? value;
}

function fill(scalar: Scalar, parameters: Answers['parameters']): Scalar {
  if (typeof scalar !== 'string') return scalar;
  return scalar.replaceAll(braces, (text, name: string) => parameters[name] ?? text);
}

function valuesOf(filter: Filter | undefined): ConditionValue[] {
  if (filter === undefined) return [];
  return isGroup(filter) ? filter.filters.flatMap(valuesOf) : [filter.value];
}
