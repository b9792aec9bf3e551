import { metricMembers } from '../../../preload/contract/records.ts';
import type { Comparison } from './columns.ts';
import { restSql, type HasRests } from './exact.ts';
import { problems } from './problems.ts';
import type { Column, Table } from './tables.ts';

/** What a condition or a sort is about: an SQL expression over the table `r`, and how its values are compared. */
export interface Target {
  /** As the query names it, for sentences. */
  readonly name: string;
  readonly comparison: Comparison;
  readonly sql: string;
  /** The column, where the expression is one. */
  readonly column: Column | null;
  /** An SQL condition that is true where there is no value. */
  readonly isNull: string;
  /** For an untyped field: the SQL of the type of its JSON value. */
  readonly jsonType: string;
  /** For lists: the SQL table of its elements. */
  readonly elements: string;
  /** The SQL of what a number is more than its double; null where no number of the column has such a rest. */
  readonly rest: string | null;
}

/** Binds a value and returns its name in the SQL text. */
export type Bind = (value: string | number) => string;

export interface FieldOptions {
  /**
   * True for the review of cached records: any field can be asked, those the catalogue does not know by their path in the
   * record, for example `issuer.name`. False where only what the catalogue says is filterable and sortable can be.
   */
  readonly openFields: boolean;
  /** Which columns have numbers that a double does not hold; none where it is left out. */
  readonly hasRests?: HasRests | undefined;
}

/** The target of a condition. Throws where the resource has no such field, or none that can be filtered. */
export function filterTarget(table: Table, name: string, options: FieldOptions, bind: Bind): Target {
  const target = resolve(table, name, options, bind);
  if (target === null) throw problems.unknownField(name);
  if (!options.openFields && !table.field.get(fieldPart(name))?.filterable)
    throw problems.notFilterable(name);
  return target;
}

/** The target of a sort. Throws where the resource has no such field, or none that has an order. */
export function sortTarget(table: Table, name: string, options: FieldOptions, bind: Bind): Target {
  const target = resolve(table, name, options, bind);
  if (target === null) throw problems.unknownSortField(name);
  if (!options.openFields && !table.field.get(fieldPart(name))?.sortable) throw problems.notSortable(name);
  if (['id-list', 'text-list', 'nested'].includes(target.comparison)) throw problems.notSortable(name);
  return target;
}

/** Rule: service notes, "Filters": a metric compares its `val`, `field:val_7d` addresses another member. */
function resolve(table: Table, name: string, options: FieldOptions, bind: Bind): Target | null {
  const column = table.column.get(name);
  if (column !== undefined) return columnTarget(table, name, column, options);
  if (table.field.has(name)) return nested(table, name, bind);
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
  const rest = hasRests?.(table, column) === true ? restSql(table, column) : null;
  return { ...valueTarget(name, column.codec.comparison, `r.${column.sql}`), column, rest };
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

/** A member that is a text counts as the number it spells, as in `comparableNumber`. */
function metricMember(table: Table, field: string, member: string, bind: Bind): Target {
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
  const path = jsonPath(name.split(/[.:]/));
  if (path === null) return null;
  const bound = bind(path);
  const type = `json_type(${content(table)}, ${bound})`;
  const sql = `(CASE ${type} WHEN 'object' THEN json_extract(${content(table)}, ${bound} || '."val"') WHEN 'array' THEN NULL ELSE json_extract(${content(table)}, ${bound}) END)`;
  const elements = `json_each(CASE ${type} WHEN 'array' THEN json_extract(${content(table)}, ${bound}) END)`;
  const isNull = `coalesce(${type}, 'null') = 'null'`;
  return { ...valueTarget(name, 'untyped', sql), isNull, jsonType: type, elements };
}

/** Null for names that an SQLite path cannot spell. */
function jsonPath(names: readonly string[]): string | null {
  return names.every((name) => name !== '' && !/["\\\0]/.test(name) && name.isWellFormed())
    ? `$${names.map((name) => `."${name}"`).join('')}`
    : null;
}
