import type { ComputedColumn } from '../../../preload/contract/computedColumns.ts';
import { columnNameOf, isComputedName } from '../../../preload/contract/expressions/columns.ts';
import { metricMembers } from '../../../preload/contract/records.ts';
import { nestedPath } from '../../../preload/contract/resources/fieldValue.ts';
import type { Field } from '../../../preload/contract/resources/types.ts';
import { codecOf, type Comparison } from './columns.ts';
import { computedSql } from './computed.ts';
import { remainderSql, type HasRemainders } from './exact.ts';
import { problems } from './problems.ts';
import { quote, type Bind } from './sql.ts';
import type { Column, Table } from './tables.ts';

export interface Target {
  readonly name: string;
  readonly comparison: Comparison;
  readonly sql: string;
  readonly column: Column | null;
  readonly isNull: string;
  readonly jsonType: string;
  readonly elements: string;
  /** SQL of the remainder beyond a number's double; null if no number of the column has one. */
  readonly rest: string | null;
}

export interface FieldOptions {
  /**
   * True to query any field of cached records; unknown ones by path, for example `issuer.name`. False to
   * query only fields that the catalogue calls filterable and sortable.
   */
  readonly openFields: boolean;
  /** Columns with numbers beyond a double; default: none. */
  readonly hasRests?: HasRemainders | undefined;
  readonly computed?: readonly ComputedColumn[] | undefined;
}

export function filterTarget(table: Table, name: string, options: FieldOptions, bind: Bind): Target {
  const target = resolve(table, name, options, bind);
  if (target === null) throw problems.unknownField(name);
  if (!options.openFields && !table.field.get(fieldPart(name))?.filterable)
    throw problems.notFilterable(name);
  return target;
}

export function sortTarget(table: Table, name: string, options: FieldOptions, bind: Bind): Target {
  const target = resolve(table, name, options, bind);
  if (target === null) throw problems.unknownSortField(name);
  if (!options.openFields && !table.field.get(fieldPart(name))?.sortable) throw problems.notSortable(name);
  if (unordered.has(target.comparison)) throw problems.notSortable(name);
  return target;
}

const unordered: ReadonlySet<Comparison> = new Set(['id-list', 'text-list', 'any-text', 'nested']);

/** Rule: service notes, "Filters": a metric compares its `val`, `field:val_7d` addresses another member. */
function resolve(table: Table, name: string, options: FieldOptions, bind: Bind): Target | null {
  if (isComputedName(name)) {
    const definition = options.computed?.find((column) => columnNameOf(column) === name);
    if (definition === undefined) return null;
    const { sql, comparison } = computedSql(table, definition, bind);
    return valueTarget(name, comparison, sql);
  }
  const column = table.column.get(name);
  if (column !== undefined) return columnTarget(table, name, column, options);
  const field = table.field.get(name);
  if (field?.via !== undefined) return viaTarget(field, field.via);
  if (field !== undefined) return nested(table, name, bind);
  const base = fieldPart(name);
  const member = name.slice(base.length + 1);
  const metric = table.column.get(base);
  if (metric?.field.type === 'metric' && (metricMembers as readonly string[]).includes(member)) {
    return member === 'val'
      ? columnTarget(table, name, metric, options)
      : metricMember(table, base, member, bind);
  }
  return options.openFields ? untyped(table, name, bind) : null;
}

function fieldPart(name: string): string {
  return name.split(':', 1)[0] ?? name;
}

function columnTarget(table: Table, name: string, column: Column, { hasRests }: FieldOptions): Target {
  const rest = hasRests?.(table, column) === true ? remainderSql(table, column) : null;
  const sql = table.columnSql?.(column) ?? `r.${column.sql}`;
  return { ...valueTarget(name, column.codec.comparison, sql), column, rest };
}

function viaTarget(field: Field, via: NonNullable<Field['via']>): Target {
  const codec = codecOf({ type: field.type });
  if (codec === null) throw problems.notFilterable(field.name);
  const { resource, idField, field: target } = via;
  const sql = `(SELECT o.${quote(target)} FROM ${quote(resource)} o WHERE o."id" = r.${quote(idField)})`;
  return valueTarget(field.name, codec.comparison, sql);
}

function valueTarget(name: string, comparison: Comparison, sql: string): Target {
  const isNull = `${sql} IS NULL`;
  return {
    name,
    comparison,
    sql,
    column: null,
    isNull,
    jsonType: 'NULL',
    elements: `json_each(${sql})`,
    rest: null,
  };
}

function content(table: Table): string {
  return `(SELECT content FROM ${table.bodies} WHERE key = r._body)`;
}

/** A text member counts as the number it spells, as in `readNumber`. */
function metricMember(table: Table, field: string, member: string, bind: Bind): Target {
  const own = table.metricSql?.(field, member);
  if (own !== undefined) return valueTarget(`${field}:${member}`, 'number', own);
  const path = bind(jsonPath([field, member]) ?? '');
  const value = `json_extract(${content(table)}, ${path})`;
  const type = `json_type(${content(table)}, ${path})`;
  const sql = `(CASE ${type} WHEN 'integer' THEN ${value} WHEN 'real' THEN ${value} WHEN 'text' THEN rwa_number(${value}) END)`;
  return valueTarget(`${field}:${member}`, 'number', sql);
}

function nested(table: Table, name: string, bind: Bind): Target {
  const type = `json_type(${content(table)}, ${bind(jsonPath([name]) ?? '')})`;
  const isNull = `coalesce(${type}, 'null') = 'null'`;
  return { ...valueTarget(name, 'nested', type), isNull, jsonType: type };
}

function untyped(table: Table, name: string, bind: Bind): Target | null {
  const own = jsonPath(name.split(/[.:]/));
  if (own === null) return null;
  const other = nestedPath(table.resource, name);
  const body = content(table);
  const bound = bind(own);
  const isMissing = `coalesce(json_type(${body}, ${bound}), 'null') = 'null'`;
  const path =
    other === null
      ? bound
      : `(CASE WHEN ${isMissing} THEN ${bind(jsonPath(other) ?? own)} ELSE ${bound} END)`;
  const type = `json_type(${body}, ${path})`;
  const sql = `(CASE ${type} WHEN 'object' THEN json_extract(${body}, ${path} || '."val"') WHEN 'array' THEN NULL ELSE json_extract(${body}, ${path}) END)`;
  const elements = `json_each(CASE ${type} WHEN 'array' THEN json_extract(${body}, ${path}) END)`;
  const isNull = `coalesce(${type}, 'null') = 'null'`;
  return { ...valueTarget(name, 'untyped', sql), isNull, jsonType: type, elements };
}

/** Returns null for names that an SQLite path cannot spell. */
function jsonPath(names: readonly string[]): string | null {
  return names.every((name) => name !== '' && !/["\\\0]/.test(name) && name.isWellFormed())
    ? `$${names.map((name) => `."${name}"`).join('')}`
    : null;
}
