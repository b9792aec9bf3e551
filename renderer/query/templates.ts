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

/** `{{network}}` is a parameter; `{{30 days ago}}` and `{{start of month}}` are relative dates. */

const wholeBraces = /^\{\{\s*([^{}]+?)\s*\}\}$/;

/** Null unless the braces are the whole value. */
export function templateName(value: ConditionValue): string | null {
  return typeof value === 'string' ? (wholeBraces.exec(value)?.[1] ?? null) : null;
}

export function isMovingDate(value: ConditionValue): boolean {
  const name = templateName(value);
  return name !== null && movingDatePattern.test(name);
}

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

export function isTemplate(query: Query): boolean {
  return valuesOf(query.filter).some((value) =>
    [value].flat().some((scalar) => typeof scalar === 'string' && scalar.search(braces) >= 0),
  );
}

export interface Answers {
  readonly now: number;
  /** By parameter; numbers in `keptLocale`. */
  readonly parameters: Readonly<Record<string, string>>;
}

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

/** Replaces option names by ids: `Mint` becomes 1. */
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
