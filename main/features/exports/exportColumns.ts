import type { Json } from '../../../preload/contract/json.ts';
import { isJsonObject } from '../../../preload/contract/json.ts';
import {
  exactMember,
  metricMembers,
  readMetric,
  type MetricMember,
} from '../../../preload/contract/metric.ts';
import { findField, resources, type Field, type ResourceName } from '../../../preload/contract/resources.ts';
import type { Unit } from '../../../preload/contract/units.ts';
import { memberLabel } from '../../../preload/contract/resources/memberFields.ts';
import { resolveField } from '../../../preload/contract/resources/fieldValue.ts';

/**
 * How the values of a column are written. `named` are records, each
 * by its name; `any` is a field that the catalogue does not know: each value by its own kind.
 */
export type ColumnKind = 'text' | 'number' | 'boolean' | 'date' | 'datetime' | 'nested' | 'named' | 'any';

/** A column of an exported file. */
export interface ExportColumn {
  /** As the service names it, with its member: `total_asset_value_dollar:val_7d`, `asset.name`. */
  readonly name: string;
  readonly label: string;
  readonly kind: ColumnKind;
  readonly unit: Unit | undefined;
  /** True where the numbers are whole. */
  readonly whole: boolean;
  /** Where the value stands in a record. Empty for a column of a ready-made table. */
  readonly path: readonly string[];
  readonly member: MetricMember | undefined;
  /** What the records are; undefined for a column of a ready-made table. */
  readonly resource: ResourceName | undefined;
  /** Of a `named` column: what identifiers in it stand for. */
  readonly names?: Readonly<Record<string, string>>;
}

/**
 * The columns that names stand for; without names every field of the catalogue that records have been seen to hold.
 *
 * The rule of flattening: a metric is its `val`, `field:member` another of its members; a dotted name is the nested member it
 * leads to. What is still nested then, an object or a list, is one value of its column.
 */
export function exportColumns(resource: ResourceName, names: readonly string[]): ExportColumn[] {
  const { fields } = resources[resource];
  const all = fields
    .filter(({ unseen, derived }) => unseen !== true && derived !== true)
    .map(({ name }) => name);
  return (names.length > 0 ? names : all).map((name) => exportColumn(resource, name));
}

function exportColumn(resource: ResourceName, name: string): ExportColumn {
  const [base = name, memberName] = name.split(':', 2);
  const field = findField(resources[resource], base);
  const member =
    field?.type === 'metric' ? (metricMembers.find((known) => known === memberName) ?? 'val') : undefined;
  if (field !== undefined && (member !== undefined || memberName === undefined)) {
    const isOther = member !== undefined && member !== 'val';
    return {
      name,
      label: isOther ? `${field.label}, ${memberLabel(member, field.unit)}` : field.label,
      kind: kindOf(field),
      unit: member?.endsWith('_pct') === true ? 'percent' : field.unit,
      whole: field.type === 'integer',
      path: [field.name],
      member,
      resource,
    };
  }
  const unknown = metricMembers.find((known) => known === memberName);
  if (field === undefined && unknown !== undefined) {
    const label = unknown === 'val' ? base : `${base}, ${memberLabel(unknown, undefined)}`;
    const unit = unknown.endsWith('_pct') ? ('percent' as const) : undefined;
    const path = base.split('.');
    return { name, label, kind: 'number', unit, whole: false, path, member: unknown, resource };
  }
  const path = name.split('.');
  const top = findField(resources[resource], path[0] ?? '');
  const label = top === undefined ? name : [top.label, ...path.slice(1)].join(' ');
  return {
    name,
    label,
    kind: 'any',
    unit: undefined,
    whole: false,
    path,
    member: undefined,
    resource,
  };
}

function kindOf({ type }: Field): ColumnKind {
  switch (type) {
    case 'id':
    case 'text':
    case 'url':
    case 'color':
    case 'address':
    case 'hash':
      return 'text';
    case 'integer':
    case 'number':
    case 'metric':
      return 'number';
    case 'boolean':
    case 'date':
    case 'datetime':
      return type;
    case 'id-list':
    case 'text-list':
    case 'object':
    case 'object-list':
      return 'nested';
  }
}

/** A member may have a name that every object knows, such as `function Object() { [native code] }`. */
function ownMember(object: Readonly<Record<string, Json>>, name: string): Json | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

/** The value of a column in a record, as the service sent it; undefined where there is none. */
export function valueOf(record: Readonly<Record<string, Json>>, column: ExportColumn): Json | undefined {
  const [first = '', ...rest] = column.path;
  // A name with a dot in it may be a member of its own.
  if (rest.length > 0 && Object.hasOwn(record, column.name)) return record[column.name];
  let value =
    column.resource === undefined
      ? ownMember(record, first)
      : resolveField(resources[column.resource], record, first);
  for (const part of rest) value = isJsonObject(value) ? ownMember(value, part) : undefined;
  if (column.member === undefined) return value;
  // Where the service sends a bare number, it is the value of today.
  if (readMetric(value) === null) return column.member === 'val' ? value : undefined;
  return exactMember(value, column.member) ?? undefined;
}
