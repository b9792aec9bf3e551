import { labelOfName } from '../../../preload/contract/labelOfName.ts';
import type {
  FieldMetadata,
  ResourceMetadata,
  ServiceField,
  ServiceMetadata,
} from '../../../preload/contract/metadata.ts';
import { operatorsOfType } from '../../../preload/contract/operators.ts';
import type { Field, FieldType } from '../../../preload/contract/resources.ts';
import { catalogueOperators, catalogueOptions, type CatalogueMetadata } from './catalogueMetadata.ts';

export interface StoredMetadata {
  readonly metadata: ServiceMetadata;
  readonly fetchedAt: number;
}

/** The service takes precedence; the catalogue fills gaps. A field that only one has is marked. */
export function mergeMetadata(
  catalogue: CatalogueMetadata,
  stored: StoredMetadata | null,
  problem?: string,
): ResourceMetadata {
  const { request, fields: known, ...defaults } = catalogue;
  const stated = new Map(stored?.metadata.fields.map((field) => [field.name, field]));
  const names = new Set(known.map(({ name }) => name));
  const fields = [
    ...known.map((field) => mergeField(field, stated.get(field.name))),
    ...[...stated.values()].filter(({ name }) => !names.has(name)).map(newField),
  ];
  const { defaultSort, defaultPerPage, aggregate, further } = { ...defaults, ...stored?.metadata };
  return {
    source: stored === null ? 'catalogue' : 'service',
    fetchedAt: stored?.fetchedAt ?? null,
    ...(problem === undefined ? {} : { problem }),
    ...(stored?.metadata.notes === undefined ? {} : { notes: stored.metadata.notes }),
    request,
    fields,
    ...(defaultSort === undefined ? {} : { defaultSort }),
    ...(defaultPerPage === undefined ? {} : { defaultPerPage }),
    ...(aggregate === undefined ? {} : { aggregate: joinTerms(catalogue.aggregate, aggregate) }),
    ...(further === undefined ? {} : { further }),
  };
}

/** An empty list of the service counts as missing. */
function joinTerms(
  known: ResourceMetadata['aggregate'],
  stated: NonNullable<ResourceMetadata['aggregate']>,
): NonNullable<ResourceMetadata['aggregate']> {
  const words = (name: keyof typeof stated): string[] =>
    stated[name].length > 0 ? stated[name] : (known?.[name] ?? []);
  return {
    groupBy: words('groupBy'),
    aggregateFunction: words('aggregateFunction'),
    interval: words('interval'),
    mode: words('mode'),
  };
}

function mergeField(field: Field, stated: ServiceField | undefined): FieldMetadata {
  const operators = stated?.operators ?? [];
  return {
    name: field.name,
    label: field.label,
    type: stated?.type ?? field.type,
    fieldType: field.type,
    description: field.description,
    filterable: stated?.filterable ?? (operators.length > 0 || field.filterable),
    sortable: stated?.sortable ?? field.sortable,
    operators: operators.length > 0 ? operators : [...catalogueOperators(field)],
    options: stated?.options ?? catalogueOptions(field),
    origin: stated === undefined ? 'catalogue' : 'both',
    ...(stated?.further === undefined ? {} : { further: stated.further }),
  };
}

function newField(stated: ServiceField): FieldMetadata {
  const fieldType = typeOfWord(stated.type);
  const filterable = stated.filterable ?? (stated.operators ?? []).length > 0;
  return {
    name: stated.name,
    label: stated.label ?? labelOfName(stated.name),
    type: stated.type ?? fieldType,
    fieldType,
    description: stated.description ?? '',
    filterable,
    sortable: stated.sortable ?? false,
    operators: stated.operators ?? (filterable ? [...operatorsOfType[fieldType]] : []),
    options: stated.options ?? [],
    origin: 'service',
    ...(stated.further === undefined ? {} : { further: stated.further }),
  };
}

/** Maps the service's type names, which are undocumented. */
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
