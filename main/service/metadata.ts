import { z } from 'zod';
import { isJsonObject, type Json } from '../../preload/contract/json.ts';
import type { FieldMetadata, ResourceMetadata } from '../../preload/contract/metadata.ts';

/**
 * Reads the answer of a metadata endpoint. Its shape is not shown anywhere, so every likely form is taken: `fields` as an
 * array or as a map by name, operators as words or objects, options under three names, each a scalar or an object.
 * @returns null where no field can be found in it.
 */
export function readMetadata(answer: unknown): ResourceMetadata | null {
  if (!isJsonObject(answer)) return null;
  const fields = readFields(answer['fields'] ?? answer['results']);
  if (fields === null) return null;
  const defaults = isJsonObject(answer['defaults']) ? answer['defaults'] : {};
  const sort = z
    .looseObject({ field: z.string(), direction: z.enum(['asc', 'desc']) })
    .safeParse(defaults['sort']);
  const perPage = z
    .looseObject({ perPage: z.coerce.number().int().min(1) })
    .safeParse(defaults['pagination']);
  const aggregate = isJsonObject(answer['aggregate']) ? answer['aggregate'] : undefined;
  return {
    source: 'service',
    fields,
    ...(sort.success ? { defaultSort: { field: sort.data.field, direction: sort.data.direction } } : {}),
    ...(perPage.success ? { defaultPerPage: perPage.data.perPage } : {}),
    ...(aggregate === undefined
      ? {}
      : {
          aggregate: {
            groupBy: readWords(aggregate['groupBy']),
            aggregateFunction: readWords(aggregate['aggregateFunction']),
            interval: readWords(aggregate['interval']),
            mode: readWords(aggregate['mode']),
          },
        }),
  };
}

function readFields(value: Json | undefined): FieldMetadata[] | null {
  if (Array.isArray(value)) {
    return (value as Json[]).flatMap((field) =>
      readField(isJsonObject(field) ? firstText(field, ['name', 'field', 'key']) : undefined, field),
    );
  }
  if (isJsonObject(value)) return Object.entries(value).flatMap(([name, field]) => readField(name, field));
  return null;
}

function readField(name: string | undefined, value: Json): FieldMetadata[] {
  if (name === undefined) return [];
  const field = isJsonObject(value) ? value : {};
  const operators = readWords(field['operators'] ?? field['allowedOperators']);
  return [
    {
      name,
      label: firstText(field, ['label', 'title', 'displayName']) ?? name,
      type: (typeof value === 'string' ? value : firstText(field, ['type', 'dataType'])) ?? 'unknown',
      description: firstText(field, ['description']) ?? '',
      filterable: typeof field['filterable'] === 'boolean' ? field['filterable'] : operators.length > 0,
      sortable: typeof field['sortable'] === 'boolean' ? field['sortable'] : false,
      operators,
      options: readOptions(field['selectOptions'] ?? field['options'] ?? field['values']),
    },
  ];
}

/** Words given as text, or as objects that name themselves; a map gives its names. */
function readWords(value: Json | undefined): string[] {
  if (isJsonObject(value)) return Object.keys(value);
  if (!Array.isArray(value)) return [];
  return (value as Json[]).flatMap((word) => {
    if (typeof word === 'string') return [word];
    const named = isJsonObject(word)
      ? firstText(word, ['value', 'name', 'operator', 'slug', 'id', 'key'])
      : undefined;
    return named === undefined ? [] : [named];
  });
}

function readOptions(value: Json | undefined): FieldMetadata['options'] {
  if (!Array.isArray(value)) return [];
  return (value as Json[]).flatMap((option): FieldMetadata['options'] => {
    if (isScalar(option)) return [{ value: option, label: String(option) }];
    if (!isJsonObject(option)) return [];
    const held = [option['value'], option['id'], option['slug'], option['name']].find(isScalar);
    return held === undefined
      ? []
      : [{ value: held, label: firstText(option, ['label', 'name']) ?? String(held) }];
  });
}

function isScalar(value: Json | undefined): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

function firstText(object: Readonly<Record<string, Json>>, names: readonly string[]): string | undefined {
  return names.map((name) => object[name]).find((value) => typeof value === 'string');
}
