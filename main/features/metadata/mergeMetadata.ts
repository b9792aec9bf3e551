import { labelOfName } from '../../../preload/contract/labelOfName.ts';
import type {
  FieldMetadata,
  MetadataDifferences,
  ResourceMetadata,
  ServiceField,
  ServiceMetadata,
} from '../../../preload/contract/metadata.ts';
import { isKnownOperator, operatorsOfType } from '../../../preload/contract/operators.ts';
import type { Field, FieldType } from '../../../preload/contract/resources.ts';
import { catalogueOperators, catalogueOptions, type CatalogueMetadata } from './catalogueMetadata.ts';

export interface StoredMetadata {
  readonly told: ServiceMetadata;
  readonly fetchedAt: number;
}

/**
 * Joins what the service tells with the catalogue. What the service says of a field counts; what it leaves out comes from the
 * catalogue. A field that only one of them knows is kept and marked.
 */
export function mergeMetadata(
  catalogue: CatalogueMetadata,
  telling: StoredMetadata | null,
  problem?: string,
): ResourceMetadata {
  const { request, fields: known, ...defaults } = catalogue;
  const told = new Map(telling?.told.fields.map((field) => [field.name, field]));
  const names = new Set(known.map(({ name }) => name));
  const fields = [
    ...known.map((field) => mergeField(field, told.get(field.name))),
    ...[...told.values()].filter(({ name }) => !names.has(name)).map(newField),
  ];
  const { defaultSort, defaultPerPage, aggregate, further } = { ...defaults, ...telling?.told };
  return {
    source: telling === null ? 'catalogue' : 'service',
    fetchedAt: telling?.fetchedAt ?? null,
    ...(problem === undefined ? {} : { problem }),
    ...(telling?.told.notes === undefined ? {} : { notes: telling.told.notes }),
    request,
    fields,
    ...(defaultSort === undefined ? {} : { defaultSort }),
    ...(defaultPerPage === undefined ? {} : { defaultPerPage }),
    ...(aggregate === undefined ? {} : { aggregate: joinWords(catalogue.aggregate, aggregate) }),
    ...(further === undefined ? {} : { further }),
    differences: telling === null ? noDifferences : differencesOf(known, told),
  };
}

const noDifferences: MetadataDifferences = { newFields: [], goneFields: [], newOperators: [] };

/** A list of words that the service leaves empty tells nothing. */
function joinWords(
  known: ResourceMetadata['aggregate'],
  told: NonNullable<ResourceMetadata['aggregate']>,
): NonNullable<ResourceMetadata['aggregate']> {
  const words = (name: keyof typeof told): string[] =>
    told[name].length > 0 ? told[name] : (known?.[name] ?? []);
  return {
    groupBy: words('groupBy'),
    aggregateFunction: words('aggregateFunction'),
    interval: words('interval'),
    mode: words('mode'),
  };
}

function mergeField(field: Field, told: ServiceField | undefined): FieldMetadata {
  const operators = told?.operators ?? [];
  return {
    name: field.name,
    label: field.label,
    type: told?.type ?? field.type,
    fieldType: field.type,
    description: field.description,
    filterable: told?.filterable ?? (operators.length > 0 || field.filterable),
    sortable: told?.sortable ?? field.sortable,
    operators: operators.length > 0 ? operators : [...catalogueOperators(field)],
    options: told?.options ?? catalogueOptions(field),
    origin: told === undefined ? 'catalogue' : 'both',
    ...(told?.further === undefined ? {} : { further: told.further }),
  };
}

function newField(told: ServiceField): FieldMetadata {
  const fieldType = typeOfWord(told.type);
  const filterable = told.filterable ?? (told.operators ?? []).length > 0;
  return {
    name: told.name,
    label: told.label ?? labelOfName(told.name),
    type: told.type ?? fieldType,
    fieldType,
    description: told.description ?? '',
    filterable,
    sortable: told.sortable ?? false,
    operators: told.operators ?? (filterable ? [...operatorsOfType[fieldType]] : []),
    options: told.options ?? [],
    origin: 'service',
    ...(told.further === undefined ? {} : { further: told.further }),
  };
}

/** How values under a type of the service are read. Its words are not documented. */
function typeOfWord(word: string | undefined): FieldType {
  const plain = word?.toLowerCase() ?? '';
  if (/metric/.test(plain)) return 'metric';
  if (/^(array|list)|\[\]$/.test(plain)) return /number|int/.test(plain) ? 'id-list' : 'text-list';
  if (/datetime|timestamp/.test(plain)) return 'datetime';
  if (/date/.test(plain)) return 'date';
  if (/bool/.test(plain)) return 'boolean';
  if (/int/.test(plain)) return 'integer';
  if (/number|float|double|decimal|numeric/.test(plain)) return 'number';
  if (/object|json/.test(plain)) return 'object';
  return 'text';
}

function differencesOf(
  known: readonly Field[],
  told: ReadonlyMap<string, ServiceField>,
): MetadataDifferences {
  const names = new Set(known.map(({ name }) => name));
  return {
    newFields: [...told.keys()].filter((name) => !names.has(name)),
    goneFields: known
      .filter(
        (field) => (field.filterable || field.sortable) && field.unseen !== true && !told.has(field.name),
      )
      .map(({ name }) => name),
    newOperators: known.flatMap((field) => {
      const offered = catalogueOperators(field);
      const operators = (told.get(field.name)?.operators ?? []).filter(
        (operator) => !isKnownOperator(operator) || (offered.length > 0 && !offered.includes(operator)),
      );
      return operators.length > 0 ? [{ field: field.name, operators }] : [];
    }),
  };
}
