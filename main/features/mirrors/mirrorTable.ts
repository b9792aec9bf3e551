import type { Json } from '../../../preload/contract/json.ts';
import { metricMembers, readMetric } from '../../../preload/contract/metric.ts';
import type { Filter } from '../../../preload/contract/query.ts';
import type { ResourceRecord } from '../../../preload/contract/records.ts';
import { anyElement, hasManyValues, nestedPath } from '../../../preload/contract/resources/fieldValue.ts';
import {
  findField,
  resources,
  type Field,
  type FieldType,
  type ResourceName,
} from '../../../preload/contract/resources.ts';
import { asSent } from '../../../preload/contract/twins.ts';
import { comparableId } from '../../store/query/values.ts';
import { viewName } from '../../store/records/resourceViews.ts';
import { exportColumns, valueOf, type ExportColumn } from '../exports/exportColumns.ts';
import { columnText, storableText, widthOf, type MirrorColumnType } from './columnText.ts';

export interface MirrorColumn {
  /** The field's name in the SQL views; a metric's column has its current value. */
  readonly name: string;
  readonly type: MirrorColumnType;
  readonly description: string;
  readonly source: ExportColumn | null;
}

export interface MirrorTable {
  readonly name: string;
  readonly description: string;
  readonly columns: readonly MirrorColumn[];
}

export const recordColumn: MirrorColumn = {
  name: '_record',
  type: 'json',
  description:
    'The whole record as the service sent it; numbers beyond double precision are texts of their digits.',
  source: null,
};

const types: Readonly<Record<FieldType, MirrorColumnType>> = {
  id: 'text',
  text: 'text',
  url: 'text',
  color: 'text',
  address: 'text',
  hash: 'text',
  integer: 'number',
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

/** Returns a resource's table. A field that the service never filled gets a column once it does. */
export function mirrorTable(resource: ResourceName): MirrorTable {
  const fields = resources[resource].fields.filter(({ unseen }) => unseen !== true);
  return {
    name: viewName(resource),
    description: resources[resource].description,
    columns: [...fields.flatMap((field) => columnsOf(resource, field)), recordColumn],
  };
}

export function fieldsThatTurnUp(
  resource: ResourceName,
  described: readonly Field[],
): (record: ResourceRecord) => MirrorColumn[] {
  const known = new Set(resources[resource].fields.flatMap(({ name, unseen }) => (unseen ? [] : name)));
  return (record) =>
    Object.entries(record).flatMap(([name, value]) => {
      if (known.has(name) || value === null) return [];
      known.add(name);
      const field =
        findField(resources[resource], name) ??
        described.find((one) => one.name === name) ??
        unknownField(name, value);
      return columnsOf(resource, field);
    });
}

function unknownField(name: string, value: Json): Field {
  const kind = typeof value;
  const nested = readMetric(value) === null ? 'object' : 'metric';
  const type = kind === 'object' ? nested : kind === 'number' || kind === 'boolean' ? kind : 'text';
  return furtherField(name, type, 'Not described by the service.');
}

function furtherField(name: string, type: FieldType, description: string): Field {
  const use = { filterable: true, sortable: false, searchable: false };
  return { name, label: name, type, description, group: 'Record', ...use };
}

function columnsOf(resource: ResourceName, field: Field): MirrorColumn[] {
  // A join reads fields of another record.
  if (field.via !== undefined) return [];
  const isMetric = field.type === 'metric';
  const isKnown = findField(resources[resource], field.name) !== undefined;
  // Only for the catalogue's own metrics a bare name means the current value.
  const [source] = exportColumns(resource, [isMetric && !isKnown ? `${field.name}:val` : field.name]);
  if (source === undefined) return [];
  return [
    {
      name: field.name,
      type: hasManyValues(field) && field.derived === true ? 'json' : types[field.type],
      description: `${field.description}${originOf(resource, field)}`,
      // A name from outside is a member of the record, even with dots.
      source: isKnown ? source : { ...source, path: [field.name], ...(isMetric ? { member: 'val' } : {}) },
    },
  ];
}

function originOf(resource: ResourceName, field: Field): string {
  const path = nestedPath(resources[resource], field.name);
  if (path === null || (hasManyValues(field) && field.derived !== true)) return '';
  const place = path.join('.').replaceAll(`.${anyElement}`, '[]');
  return field.derived === true ? ` Taken from ${place}.` : ` Where it is null, that of ${place}.`;
}

export interface MirrorRow {
  readonly id: string;
  readonly values: readonly (string | null)[];
  readonly metrics: readonly (readonly (string | null)[])[];
  /** Fields whose values only the whole record contains. */
  readonly misfits: readonly string[];
}

/** PostgreSQL's limit is 8,160, even with TOAST. Rule: PostgreSQL 15, "TOAST" and "Limits". */
export const rowBytes = 8000;

interface RowColumns {
  readonly columns: readonly MirrorColumn[];
  readonly beyond: readonly MirrorColumn[];
  readonly isIndexed: (column: MirrorColumn) => boolean;
}

export function rowOf(record: ResourceRecord, { columns, beyond, isIndexed }: RowColumns): MirrorRow {
  const misfits: string[] = [];
  const id = String(comparableId(record.id));
  const values = columns.map((column): string | null => {
    const { source, type, name } = column;
    const value = source === null ? asSent(record) : name === 'id' ? id : valueOf(record, source);
    const text = columnText(value, type);
    const fits = text !== undefined && (text === null || !isIndexed(column) || isShort(text));
    // Members of a metric are counted there.
    if (!fits && source?.member === undefined) misfits.push(name);
    return fits ? text : null;
  });
  for (const { source, name } of beyond) {
    if (source !== null && source.member === undefined && (valueOf(record, source) ?? null) !== null)
      misfits.push(name);
  }
  let bytes = 64 + columns.length / 8;
  for (const [index, { type, source, name }] of byImportance(columns)) {
    const text = values[index] ?? null;
    if (text === null) continue;
    bytes += widthOf(text, type);
    if (bytes <= rowBytes || source === null) continue;
    bytes -= widthOf(text, type);
    values[index] = null;
    misfits.push(name);
  }
  const metrics = [...columns, ...beyond].flatMap(({ name, source }) => {
    if (source?.member === undefined) return [];
    const members = metricMembers.map((member) => {
      const text = columnText(valueOf(record, { ...source, member }), 'number');
      if (text === undefined) misfits.push(`${name}:${member}`);
      return text ?? null;
    });
    return members.every((member) => member === null) ? [] : [[id, storableText(name), ...members]];
  });
  return { id, values, metrics, misfits };
}

/** An index entry takes 2,704 bytes. */
export function isShort(text: string): boolean {
  return text.length <= 600 || Buffer.byteLength(text) <= 2000;
}

const ordered = new WeakMap<readonly MirrorColumn[], [number, MirrorColumn][]>();

function byImportance(columns: readonly MirrorColumn[]): readonly [number, MirrorColumn][] {
  const known = ordered.get(columns);
  if (known?.length === columns.length) return known;
  const rank = ({ source }: MirrorColumn): number =>
    source === null ? 0 : source.member === undefined ? 1 : 2;
  const sorted = [...columns.entries()].sort(([, a], [, b]) => rank(a) - rank(b));
  ordered.set(columns, sorted);
  return sorted;
}

export function describedFields(
  resource: ResourceName,
  fields: readonly { name: string; fieldType: FieldType; description: string }[],
): Field[] {
  return fields.flatMap(({ name, fieldType, description }) =>
    findField(resources[resource], name) === undefined ? furtherField(name, fieldType, description) : [],
  );
}

export function sinceDay(filter: Filter | undefined, from: string | null): Filter | undefined {
  if (from === null) return filter;
  const since: Filter = { operator: 'gte', field: 'date', value: from };
  return filter === undefined ? since : { operator: 'and', filters: [filter, since] };
}
