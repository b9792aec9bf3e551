import { isJsonObject, type Json } from '../../preload/contract/json.ts';
import type { Value } from '../../preload/contract/expressions/values.ts';
import { readMetric } from '../../preload/contract/metric.ts';
import type { PartialRecord } from '../../preload/contract/records.ts';
import type { Field, FieldType, Resource } from '../../preload/contract/resources/types.ts';
import { labelOfName } from '../../preload/contract/labelOfName.ts';
import { twinDescription, twinMember } from '../../preload/contract/twins.ts';
import { parseInstant } from '../../preload/contract/instants.ts';

/** A field of the catalogue, a field found in records, or a computed column. */
export interface ShownField extends Omit<Field, 'group'> {
  readonly group: Field['group'] | 'Other' | 'Computed';
  readonly compute?: (record: PartialRecord) => Value;
}

/** Returns the catalogue's fields, then others in the records. */
export function fieldsOf(resource: Resource, records: readonly PartialRecord[]): readonly ShownField[] {
  const known = new Set(resource.fields.map((field) => field.name));
  const unknown = new Map<string, Json>();
  for (const record of records) {
    for (const [name, value] of Object.entries(record)) {
      if (known.has(name) || value === undefined) continue;
      if ((unknown.get(name) ?? null) === null) unknown.set(name, value);
    }
  }
  return [...resource.fields, ...[...unknown].map(([name, value]) => inferField(name, value))];
}

/** Returns a field for a name that the catalogue lacks. It cannot be filtered or sorted by. */
export function inferField(name: string, value: Json): ShownField {
  return {
    name,
    label: labelOfName(name),
    type: inferType(value),
    group: 'Other',
    filterable: false,
    sortable: false,
    searchable: false,
    description:
      name === twinMember ? twinDescription : 'The service sends this field without a written definition.',
    ...(name === twinMember ? ({ type: 'id', link: 'transactions' } as const) : {}),
  };
}

const isoDay = /^\d{4}-\d{2}-\d{2}$/;
const isoInstant = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/;

function inferType(value: Json): FieldType {
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'string') {
    if (/^https?:\/\//i.test(value)) return 'url';
    if (isoDay.test(value)) return 'date';
    if (isoInstant.test(value) && parseInstant(value) !== null) return 'datetime';
    return 'text';
  }
  if (Array.isArray(value)) return value.some(isJsonObject) ? 'object-list' : 'text-list';
  if (readMetric(value) !== null) return 'metric';
  return isJsonObject(value) ? 'object' : 'text';
}
