import type { Field, FieldType, Resource } from '../../../../../preload/contract/resources/types.ts';

/** A resource with a field of every type. */

const types: readonly FieldType[] = [
  'text',
  'url',
  'color',
  'address',
  'hash',
  'integer',
  'number',
  'boolean',
  'date',
  'datetime',
  'metric',
  'id-list',
  'text-list',
  'object',
  'object-list',
];

function field(name: string, type: FieldType): Field {
  const isNested = type === 'object' || type === 'object-list';
  const isList = type === 'id-list' || type === 'text-list';
  return {
    name,
    label: name,
    type,
    group: 'Record',
    filterable: true,
    sortable: !isNested && !isList,
    searchable: false,
    description: `${name}.`,
  };
}

/** Its fields are named after their types, with `_` for `-`; `id` is the record's own, `other_id` another's. */
export function resourceOfAllTypes(name: string): Resource {
  return {
    name,
    path: `/v4/${name}`,
    label: name,
    singular: name,
    description: 'A record for tests.',
    hasRecordEndpoint: true,
    defaultSort: { field: 'text', direction: 'asc' },
    defaultPerPage: 25,
    titleField: 'text',
    fields: [
      field('id', 'id'),
      field('other_id', 'id'),
      ...types.map((type) => field(type.replace('-', '_'), type)),
      { ...field('hidden', 'number'), filterable: false, sortable: false },
    ],
    defaultColumns: ['text'],
    related: [],
  };
}
