import { z } from 'zod';
import { isJsonObject, type Json, type JsonObject } from '../../preload/contract/json.ts';
import type {
  AggregateTerms,
  MetadataOption,
  ServiceField,
  ServiceMetadata,
} from '../../preload/contract/metadata.ts';

/**
 * Reads a metadata endpoint. Its shape is undocumented, so likely forms are accepted: `fields`, or `filters`
 * and `sorts`, at the top or under any name, or bare fields; as array or map; operators as words or objects;
 * options under three names. Keeps unknown members.
 * @returns null if there is no field
 */
export function readMetadata(answer: unknown): ServiceMetadata | null {
  const found = findFields(answer);
  if (found === null) return null;
  const { fields, inside } = found;
  const defaults = isJsonObject(inside['defaults']) ? inside['defaults'] : {};
  const sort = sortSchema.safeParse(defaults['sort']);
  const perPage = perPageSchema.safeParse(defaults['pagination']);
  return {
    fields,
    ...(sort.success ? { defaultSort: { field: sort.data.field, direction: sort.data.direction } } : {}),
    ...(perPage.success ? { defaultPerPage: perPage.data.perPage } : {}),
    ...(isJsonObject(inside['aggregate']) ? { aggregate: readAggregate(inside['aggregate']) } : {}),
    ...furtherOf(inside, [...fieldLists, ...envelopes, 'defaults', 'aggregate']),
  };
}

interface FoundFields {
  readonly fields: ServiceField[];
  readonly inside: JsonObject;
}

const fieldLists = ['fields', 'filters', 'sorts'] as const;
const envelopes = ['results', 'data'] as const;

function findFields(answer: unknown): FoundFields | null {
  if (Array.isArray(answer)) return foundIn(answer);
  if (!isJsonObject(answer)) return null;
  if (holdsFields(answer)) return foundBeside(answer);
  for (const name of envelopes) {
    const content = answer[name];
    if (isJsonObject(content)) return holdsFields(content) ? foundBeside(content) : foundIn(content);
    if (isList(content)) return foundIn(content);
  }
  const named = Object.values(answer).filter(isJsonObject);
  const around = named.find(holdsFields);
  if (around !== undefined) return foundBeside(around);
  const areFields = named.length === Object.keys(answer).length && named.every(describesField);
  return areFields ? foundIn(answer) : null;
}

function foundIn(value: Json): FoundFields | null {
  const fields = readFields(value) ?? [];
  return fields.length === 0 ? null : { fields, inside: {} };
}

function foundBeside(inside: JsonObject): FoundFields | null {
  const fields = readFields(inside['fields']) ?? allowedFields(inside);
  return fields.length === 0 ? null : { fields, inside };
}

function holdsFields(value: JsonObject): boolean {
  return fieldLists.some((name) => isJsonObject(value[name]) || isList(value[name]));
}

function describesField(value: JsonObject): boolean {
  const { type, operators, options, filterable, sortable, description } = names;
  return [type, operators, options, filterable, sortable, description].flat().some((name) => name in value);
}

function allowedFields(inside: JsonObject): ServiceField[] {
  const filters = readFields(inside['filters']);
  const sorts = readFields(inside['sorts']);
  const all = new Map<string, ServiceField>();
  for (const field of [...(filters ?? []), ...(sorts ?? [])])
    all.set(field.name, { ...field, ...all.get(field.name) });
  const isIn = (list: readonly ServiceField[] | null, name: string): boolean | undefined =>
    list?.some((field) => field.name === name);
  return [...all.values()].map((field) => {
    const filterable = field.filterable ?? isIn(filters, field.name);
    const sortable = field.sortable ?? isIn(sorts, field.name);
    return {
      ...field,
      ...(filterable === undefined ? {} : { filterable }),
      ...(sortable === undefined ? {} : { sortable }),
    };
  });
}

const sortSchema = z.looseObject({ field: z.string(), direction: z.enum(['asc', 'desc']) });
const perPageSchema = z.looseObject({ perPage: z.coerce.number().int().min(1) });

function readAggregate(aggregate: JsonObject): AggregateTerms {
  return {
    groupBy: readNames(aggregate['groupBy']) ?? [],
    aggregateFunction: readNames(aggregate['aggregateFunction']) ?? [],
    interval: readNames(aggregate['interval']) ?? [],
    mode: readNames(aggregate['mode']) ?? [],
  };
}

function readFields(value: Json | undefined): ServiceField[] | null {
  if (isList(value)) {
    return value.flatMap((field) => {
      if (typeof field === 'string') return [{ name: field }];
      // An object with an id is a record.
      const isField = isJsonObject(field) && (!('id' in field) || describesField(field));
      const name = isField ? firstText(field, names.name) : undefined;
      return name === undefined || !isJsonObject(field) ? [] : [readField(name, field)];
    });
  }
  if (!isJsonObject(value)) return null;
  return Object.entries(value).map(([name, field]) => {
    if (isJsonObject(field)) return readField(name, field);
    return typeof field === 'string' ? { name, type: field } : { name };
  });
}

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

function readField(name: string, field: JsonObject): ServiceField {
  const label = firstText(field, names.label);
  const type = firstText(field, names.type);
  const description = firstText(field, names.description);
  const filterable = firstBoolean(field, names.filterable);
  const sortable = firstBoolean(field, names.sortable);
  const operators = readNames(firstOf(field, names.operators));
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

function readNames(value: Json | undefined): string[] | undefined {
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

function readOptions(value: Json | undefined): MetadataOption[] | undefined {
  if (isJsonObject(value)) {
    return Object.entries(value).map(([optionValue, label]) => ({
      value: optionValue,
      label: typeof label === 'string' ? label : optionValue,
    }));
  }
  if (!isList(value)) return undefined;
  return value.flatMap((option): MetadataOption[] => {
    if (isScalar(option)) return [{ value: option, label: String(option) }];
    if (!isJsonObject(option)) return [];
    const optionValue = [option['value'], option['id'], option['slug'], option['name']].find(isScalar);
    return optionValue === undefined
      ? []
      : [{ value: optionValue, label: firstText(option, ['label', 'name']) ?? String(optionValue) }];
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
