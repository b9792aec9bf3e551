import { type Json, isJsonObject } from '../../../preload/contract/json.ts';
import { metricMembers, sentMember, type MetricMember } from '../../../preload/contract/metric.ts';
import { writtenNumber } from '../../../preload/contract/sentNumber.ts';
import type { ComputedColumn } from '../../../preload/contract/computedColumns.ts';
import { formatTerms, namedColumns } from '../../../preload/contract/expressions/columns.ts';
import { cellComputer, type CellComputer } from '../../../preload/contract/expressions/computeColumn.ts';
import { findField, resources, type Field, type ResourceName } from '../../../preload/contract/resources.ts';
import type { Unit } from '../../../preload/contract/units.ts';
import { memberLabel, memberUnit } from '../../../preload/contract/resources/memberFields.ts';
import { resolveField } from '../../../preload/contract/resources/fieldValue.ts';

/**
 * The formatting of a column's values. `named`: records, each by its name. `any`: a field that the catalogue
 * does not know; each value has its own kind.
 */
export type ColumnKind = 'text' | 'number' | 'boolean' | 'date' | 'datetime' | 'nested' | 'named' | 'any';

export interface ExportColumn {
  /** The service's name with its member: `total_asset_value_dollar:val_7d`, `asset.name`. */
  readonly name: string;
  readonly label: string;
  readonly kind: ColumnKind;
  readonly unit: Unit | undefined;
  readonly whole: boolean;
  readonly path: readonly string[];
  readonly member: MetricMember | undefined;
  readonly resource: ResourceName | undefined;
  readonly names?: Readonly<Record<string, string>>;
  readonly computed?: ComputedColumn;
}

/**
 * Returns the columns of names; without names, every field of the catalogue that cached records have.
 *
 * Rule of flattening: a metric is its `val`, `field:member` another of its members; a dotted name is a nested
 * member. An object or a list that is still nested is one value of its column.
 *
 * @param computed the computed columns among the names
 */
export function exportColumns(
  resource: ResourceName,
  names: readonly string[],
  computed: readonly ComputedColumn[] = [],
): ExportColumn[] {
  const definitions = namedColumns(computed, resource);
  const columns = (names.length > 0 ? names : everyField(resource)).map((name) => {
    const definition = definitions.get(name);
    return definition === undefined ? exportColumn(resource, name) : computedColumn(definition);
  });
  return withDistinctNames(columns);
}

export function everyField(resource: ResourceName): string[] {
  return resources[resource].fields
    .filter(({ unseen, derived }) => unseen !== true && derived !== true)
    .map(({ name }) => name);
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
      unit: memberUnit(member, field.unit),
      whole: field.type === 'integer',
      path: [field.name],
      member,
      resource,
    };
  }
  const unknown = metricMembers.find((known) => known === memberName);
  if (field === undefined && unknown !== undefined) {
    const label = unknown === 'val' ? base : `${base}, ${memberLabel(unknown, undefined)}`;
    const unit = memberUnit(unknown, undefined);
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

function kindOf({ type }: Pick<Field, 'type'>): ColumnKind {
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

export function withDistinctNames(columns: readonly ExportColumn[]): ExportColumn[] {
  const names = new Set(columns.flatMap(({ name, computed }) => (computed === undefined ? name : [])));
  return columns.map((column) =>
    column.computed !== undefined && names.has(column.name)
      ? { ...column, name: computedNameBeside(column.name) }
      : column,
  );
}

/** Returns the name of a computed column if a field already has its name. */
export function computedNameBeside(name: string): string {
  return `${name} (computed)`;
}

function computedColumn(definition: ComputedColumn): ExportColumn {
  const { name, format, resource } = definition;
  const { type, unit } = formatTerms[format];
  return {
    name,
    label: name,
    kind: kindOf({ type }),
    unit,
    whole: false,
    path: [],
    member: undefined,
    resource,
    computed: definition,
  };
}

const computers = new WeakMap<ComputedColumn, CellComputer>();

function computerOf(column: ComputedColumn): CellComputer {
  const computer = computers.get(column) ?? cellComputer(column);
  computers.set(column, computer);
  return computer;
}

/** Reads own members only: every object inherits names such as `constructor`. */
function ownMember(object: Readonly<Record<string, Json>>, name: string): Json | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

export function membersRead(columns: readonly ExportColumn[]): string[] {
  return [
    ...new Set(
      columns.flatMap(({ computed, path }) =>
        computed === undefined ? (path[0] ?? '') : computerOf(computed).needs,
      ),
    ),
  ];
}

export function valueOf(record: Readonly<Record<string, Json>>, column: ExportColumn): Json | undefined {
  if (column.computed !== undefined) return computerOf(column.computed).cell(record);
  const [first = '', ...rest] = column.path;
  // A name with a dot may be a member itself.
  if (rest.length > 0 && Object.hasOwn(record, column.name)) return record[column.name];
  const own = ownMember(record, first);
  let value =
    column.resource === undefined || (own !== undefined && own !== null)
      ? own
      : resolveField(resources[column.resource], record, first);
  for (const part of rest) value = isJsonObject(value) ? ownMember(value, part) : undefined;
  const sent = column.member === undefined ? value : sentMember(value, column.member);
  return column.kind === 'number' ? writtenNumber(sent) : sent;
}

export function membersOf(
  record: Readonly<Record<string, Json>>,
  columns: readonly ExportColumn[],
): Record<string, Json> {
  return Object.fromEntries(columns.map((column) => [column.name, valueOf(record, column) ?? null]));
}
