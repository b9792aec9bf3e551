import type { ResourceMetadata } from '../../../preload/contract/metadata.ts';
import { metricMembers } from '../../../preload/contract/metric.ts';
import type { Json } from '../../../preload/contract/json.ts';
import { memberField } from '../../../preload/contract/resources/memberFields.ts';
import {
  findField,
  resources,
  type Field,
  type FieldType,
  type ResourceName,
} from '../../../preload/contract/resources.ts';
import type { ResourceRecord } from '../../../preload/contract/records.ts';
import {
  comparableBoolean,
  comparableInstant,
  comparableNumber,
  comparableText,
} from '../../store/query/values.ts';
import { viewName } from '../../store/cache/resourceViews.ts';
import { exportColumns, valueOf, type ExportColumn } from '../exports/exportColumns.ts';
import { dayText, momentText } from '../exports/instants.ts';

/** The type of a column. An identifier is text: it is digits or text, compared by its text. */
export type MirrorColumnType = 'text' | 'integer' | 'number' | 'boolean' | 'date' | 'datetime' | 'json';

export interface MirrorColumn {
  /** As the views of SQL over the cache name it: `market_value_dollar`, `market_value_dollar__val_7d`. */
  readonly name: string;
  readonly type: MirrorColumnType;
  /** The definition of the field, one or two sentences. */
  readonly description: string;
}

export interface MirrorTable {
  /** The name of the view of SQL over the cache: `assets`, `service_providers`. */
  readonly name: string;
  readonly description: string;
  /** `id` first. The last is `_record`, the whole record as the service sent it. */
  readonly columns: readonly MirrorColumn[];
}

/** A record: its values in the order of the columns; null where it has none, or one that its column does not take. */
export interface MirrorRow {
  readonly id: string;
  /** The UTC day of its date, `YYYY-MM-DD`; null where the resource or the record has none. */
  readonly day: string | null;
  /** A number, a boolean, a text; a day as `YYYY-MM-DD`; a moment in ISO 8601 with `Z`; `json` as JSON text. */
  readonly values: readonly (string | number | boolean | null)[];
}

/** The table of a resource in a mirror, and how its rows are read from records. */
export interface MirroredResource {
  readonly table: MirrorTable;
  rowOf(record: ResourceRecord): MirrorRow;
}

interface ReadColumn extends MirrorColumn {
  readonly source: ExportColumn;
}

const recordColumn: MirrorColumn = {
  name: '_record',
  type: 'json',
  description: 'The whole record as the service sent it.',
};

const types: Readonly<Record<FieldType, MirrorColumnType>> = {
  id: 'text',
  text: 'text',
  url: 'text',
  color: 'text',
  address: 'text',
  hash: 'text',
  integer: 'integer',
  number: 'number',
  metric: 'number',
  boolean: 'boolean',
  date: 'date',
  datetime: 'datetime',
  'id-list': 'json',
  'text-list': 'json',
  object: 'json',
  'object-list': 'json',
};

/** A name that is a column of PostgreSQL without quotes, with a member of a metric behind it. Those of the mirror itself begin with `_`. */
const columnName = /^[a-z][a-z0-9_]{0,47}$/;

/** Returns the fields that the service describes and the catalogue does not have: they become columns too. */
export function furtherFields(resource: ResourceName, { fields }: Pick<ResourceMetadata, 'fields'>): Field[] {
  return fields.flatMap(({ name, label, fieldType: type, description, origin }): Field[] =>
    origin === 'service' && columnName.test(name) && findField(resources[resource], name) === undefined
      ? [
          {
            name,
            label,
            type,
            description,
            group: 'Record',
            filterable: true,
            sortable: false,
            searchable: false,
          },
        ]
      : [],
  );
}

/** Returns the table of a resource, with the columns of `fields`: those of the catalogue that records hold themselves, where left out. */
export function mirroredResource(
  resource: ResourceName,
  fields: readonly Field[] = resources[resource].fields,
): MirroredResource {
  const columns = fields.flatMap((field) => columnsOf(resource, field));
  const dayIndex = columns.findIndex(({ name, type }) => name === 'date' && type === 'date');
  return {
    table: {
      name: viewName(resource),
      description: resources[resource].description,
      columns: [...columns.map(({ source: _, ...column }) => column), recordColumn],
    },
    rowOf(record) {
      const values = columns.map((column) => mirrorValue(valueOf(record, column.source), column.type));
      const day = values[dayIndex];
      return {
        id: String(record.id),
        day: typeof day === 'string' ? day : null,
        values: [...values, JSON.stringify(record)],
      };
    },
  };
}

function columnsOf(resource: ResourceName, field: Field): ReadColumn[] {
  // What another record holds is read by a join with it.
  if (field.via !== undefined) return [];
  const [value, ...members] =
    field.type === 'metric'
      ? [
          // The catalogue knows for its own metrics that a name alone means the value of now.
          findField(resources[resource], field.name) === undefined ? `${field.name}:val` : field.name,
          ...metricMembers.flatMap((member) => (member === 'val' ? [] : `${field.name}:${member}`)),
        ]
      : [field.name];
  const { description } = field;
  const type = types[field.type];
  return exportColumns(resource, [value ?? field.name, ...members]).map((source) => ({
    source,
    type,
    name: source.name.replace(/:val$/, '').replace(':', '__'),
    description: source.member === undefined ? description : memberField(field, source.member).description,
  }));
}

/** The value as a column of the type takes it; null for another. */
function mirrorValue(value: Json | undefined, type: MirrorColumnType): MirrorRow['values'][number] {
  switch (type) {
    case 'text':
      return comparableText(value);
    case 'integer':
    case 'number':
      return comparableNumber(value);
    case 'boolean': {
      const truth = comparableBoolean(value);
      return truth === null ? null : truth === 1;
    }
    case 'date': {
      const ms = comparableInstant(value);
      return ms === null ? null : dayText(ms);
    }
    case 'datetime': {
      const ms = comparableInstant(value);
      return ms === null ? null : momentText(ms);
    }
    case 'json':
      return value === undefined || value === null ? null : JSON.stringify(value);
  }
}
