import { z } from 'zod';
import { isJsonObject, type Json, type JsonObject } from '../../preload/contract/json.ts';
import type {
  AggregateWords,
  MetadataOption,
  ToldField,
  ToldMetadata,
} from '../../preload/contract/metadata.ts';

/**
 * Reads the answer of a metadata endpoint. Its shape is not shown anywhere, so every likely form is taken: `fields` as an
 * array or as a map by name, operators as words or objects, options under three names, each a scalar or an object. What the
 * answer leaves out stays out, and members that the app does not know are kept.
 * @returns null where no field can be found in it.
 */
export function readMetadata(answer: unknown): ToldMetadata | null {
  if (!isJsonObject(answer)) return null;
  const inside = isJsonObject(answer['results']) && !('fields' in answer) ? answer['results'] : answer;
  const fields = readFields(
    inside['fields'] ?? inside['results'] ?? (inside === answer ? undefined : inside),
  );
  if (fields === null) return null;
  const defaults = isJsonObject(inside['defaults']) ? inside['defaults'] : {};
  const sort = sortSchema.safeParse(defaults['sort']);
  const perPage = perPageSchema.safeParse(defaults['pagination']);
  return {
    fields,
    ...(sort.success ? { defaultSort: { field: sort.data.field, direction: sort.data.direction } } : {}),
    ...(perPage.success ? { defaultPerPage: perPage.data.perPage } : {}),
    ...(isJsonObject(inside['aggregate']) ? { aggregate: readAggregate(inside['aggregate']) } : {}),
    ...furtherOf(inside, ['fields', 'results', 'defaults', 'aggregate']),
  };
}

const sortSchema = z.looseObject({ field: z.string(), direction: z.enum(['asc', 'desc']) });
const perPageSchema = z.looseObject({ perPage: z.coerce.number().int().min(1) });

function readAggregate(aggregate: JsonObject): AggregateWords {
  return {
    groupBy: readWords(aggregate['groupBy']) ?? [],
    aggregateFunction: readWords(aggregate['aggregateFunction']) ?? [],
    interval: readWords(aggregate['interval']) ?? [],
    mode: readWords(aggregate['mode']) ?? [],
  };
}

function readFields(value: Json | undefined): ToldField[] | null {
  if (isList(value)) {
    return value.flatMap((field) => {
      if (typeof field === 'string') return [{ name: field }];
      const name = isJsonObject(field) ? firstText(field, names.name) : undefined;
      return name === undefined || !isJsonObject(field) ? [] : [readField(name, field)];
    });
  }
  if (!isJsonObject(value)) return null;
  return Object.entries(value).map(([name, field]) => {
    if (isJsonObject(field)) return readField(name, field);
    return typeof field === 'string' ? { name, type: field } : { name };
  });
}

/** The names under which a member of a field may come, the likeliest first. */
const names = {
  name: ['name', 'field', 'key', 'slug'],
  label: ['label', 'title', 'displayName', 'display_name'],
  type: ['type', 'dataType', 'data_type'],
  description: ['description', 'definition'],
  filterable: ['filterable', 'isFilterable', 'is_filterable'],
  sortable: ['sortable', 'isSortable', 'is_sortable'],
  operators: ['operators', 'allowedOperators', 'allowed_operators'],
  options: ['selectOptions', 'options', 'values', 'select_options'],
} as const;

function readField(name: string, field: JsonObject): ToldField {
  const label = firstText(field, names.label);
  const type = firstText(field, names.type);
  const description = firstText(field, names.description);
  const filterable = firstBoolean(field, names.filterable);
  const sortable = firstBoolean(field, names.sortable);
  const operators = readWords(firstOf(field, names.operators));
  const options = readOptions(firstOf(field, names.options));
  return {
    name,
    ...(label === undefined ? {} : { label }),
    ...(type === undefined ? {} : { type }),
    ...(description === undefined ? {} : { description }),
    ...(filterable === undefined ? {} : { filterable }),
    ...(sortable === undefined ? {} : { sortable }),
    ...(operators === undefined ? {} : { operators }),
    ...(options === undefined ? {} : { options }),
    ...furtherOf(field, Object.values(names).flat()),
  };
}

/** Words given as text, or as objects that name themselves; a map gives its names. */
function readWords(value: Json | undefined): string[] | undefined {
  if (isJsonObject(value)) return Object.keys(value);
  if (!isList(value)) return undefined;
  return value.flatMap((word) => {
    if (typeof word === 'string') return [word];
    const named = isJsonObject(word)
      ? firstText(word, ['value', 'name', 'operator', 'slug', 'id', 'key'])
      : undefined;
    return named === undefined ? [] : [named];
  });
}

/** Choices given as scalars, as objects, or as a map from value to label. */
function readOptions(value: Json | undefined): MetadataOption[] | undefined {
  if (isJsonObject(value)) {
    return Object.entries(value).map(([held, label]) => ({
      value: held,
      label: typeof label === 'string' ? label : held,
    }));
  }
  if (!isList(value)) return undefined;
  return value.flatMap((option): MetadataOption[] => {
    if (isScalar(option)) return [{ value: option, label: String(option) }];
    if (!isJsonObject(option)) return [];
    const held = [option['value'], option['id'], option['slug'], option['name']].find(isScalar);
    return held === undefined
      ? []
      : [{ value: held, label: firstText(option, ['label', 'name']) ?? String(held) }];
  });
}

function furtherOf(object: JsonObject, known: readonly string[]): { further?: JsonObject } {
  const further = Object.entries(object).filter(([name]) => !known.includes(name));
  return further.length === 0 ? {} : { further: Object.fromEntries(further) };
}

function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

function isScalar(value: Json | undefined): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function firstOf(object: JsonObject, members: readonly string[]): Json | undefined {
  return members.map((name) => object[name]).find((value) => value !== undefined && value !== null);
}

function firstText(object: JsonObject, members: readonly string[]): string | undefined {
  return members.map((name) => object[name]).find((value) => typeof value === 'string');
}

function firstBoolean(object: JsonObject, members: readonly string[]): boolean | undefined {
  return members.map((name) => object[name]).find((value) => typeof value === 'boolean');
}
