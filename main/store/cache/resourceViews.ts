import { hasManyValues } from '../../../preload/contract/resources/fieldValue.ts';
import { memberField } from '../../../preload/contract/resources/memberFields.ts';
import { metricMembers, type MetricMember } from '../../../preload/contract/metric.ts';
import {
  resourceNames,
  resources,
  type Field,
  type Resource,
  type ResourceName,
} from '../../../preload/contract/resources.ts';
import type { SqlColumn, SqlColumnType, SqlView } from '../../../preload/contract/sql.ts';
import { twinDescription, twinMember } from '../../../preload/contract/twins.ts';
import { quote, textLiteral } from '../query/sql.ts';
import { hasIndex, type Table } from '../query/tables.ts';
import { cacheTable, ownerOfTwin } from './resourceTables.ts';

/**
 * The views that SQL is written over: one for each resource, generated from the catalogue. Each is one table of the cache with
 * everything else in scalar subqueries, so that SQLite merges it into the statement and uses the table's indexes.
 */

/** A column with its SQL over the row `r`. `reads`: another resource that it is taken from. */
export interface ViewColumn extends SqlColumn {
  readonly sql: string;
  readonly reads?: ResourceName;
}

export interface ResourceView extends SqlView {
  readonly resource: ResourceName;
  readonly columns: readonly ViewColumn[];
  /** The table behind it, quoted. */
  readonly table: string;
}

/** What the SQL of a view depends on. */
interface ViewOptions {
  /** Returns the quoted name of a table where the views find it. */
  readonly tableOf: (quoted: string) => string;
  /** Returns the SQL of the number that a text spells; null where it spells none. */
  readonly numberOf: (text: string) => string;
}

/** Returns the name of a resource's view: that of the resource with underscores. */
export function viewName(resource: ResourceName): string {
  return resource.replaceAll('-', '_');
}

/** Returns the SELECT of a view. */
export function viewSelect({ table, columns }: ResourceView): string {
  return `SELECT ${columns.map(({ name, sql }) => `${sql} AS ${quote(name)}`).join(', ')} FROM ${table} r`;
}

/**
 * Returns the views of all resources, or of those whose views have one of the names: one of 300 fields takes milliseconds to generate.
 * The connection that reads them needs the function `rwa_number` (see `installFunctions`).
 * @param schema the name under which the cache is attached
 */
export function resourceViews(schema: string, names?: { has(name: string): boolean }): ResourceView[] {
  return viewsOf(
    { tableOf: (name) => `${quote(schema)}.${name}`, numberOf: (text) => `rwa_number(${text})` },
    names,
  );
}

/** Returns the views for connections that have no functions but SQLite's own; the cache is the database that the view is in. */
export function plainResourceViews(): ResourceView[] {
  return viewsOf({ tableOf: (name) => name, numberOf: plainNumber });
}

/** SQLite itself tells numbers from other texts only as JSON: `+1`, `.5` and `1.` are empty here. */
function plainNumber(text: string): string {
  return `CASE WHEN json_valid(${text}) AND json_type(${text}) IN ('integer', 'real') THEN CAST(${text} AS REAL) END`;
}

function viewsOf(options: ViewOptions, names?: { has(name: string): boolean }): ResourceView[] {
  return resourceNames.flatMap((resourceName) => {
    const name = viewName(resourceName);
    if (names?.has(name) === false) return [];
    const resource: Resource = resources[resourceName];
    const table = cacheTable(resource);
    return {
      name,
      resource: resourceName,
      description: resource.description,
      table: options.tableOf(table.name),
      columns: [
        ...resource.fields.flatMap((field) => columnsOf(table, field, options)),
        ...(resourceName === 'transactions' ? [twinColumn(options)] : []),
        ...provenanceColumns(options),
      ],
    };
  });
}

function columnsOf(table: Table, field: Field, options: ViewOptions): ViewColumn[] {
  const stored = table.column.get(field.name);
  if (field.via !== undefined) return viaColumn(field, field.via, options);
  if (stored === undefined)
    return [
      documented(field, {
        type: 'json',
        sql: inBody(table, options, `b.content ->> ${textLiteral(`$."${field.name}"`)}`),
      }),
    ];
  const sql = `r.${stored.sql}`;
  const indexed = hasIndex(table, stored);
  // Compared by any of the values of a list; the record itself has one.
  if (hasManyValues(field) && field.derived !== true) {
    const own = inBody(table, options, `b.content ->> ${textLiteral(`$."${field.name}"`)}`);
    return [documented(field, { type: types[field.type] ?? 'text', sql: own })];
  }
  if (field.type === 'date' || field.type === 'datetime') return momentColumns(field, sql, indexed);
  const column = documented(field, { type: plainType(field), sql, indexed });
  if (field.type !== 'metric') return [column];
  const others = metricMembers.filter((member) => member !== 'val');
  return [column, ...others.map((member) => memberColumn(table, field, member, options))];
}

const types: Readonly<Partial<Record<Field['type'], SqlColumnType>>> = {
  id: 'id',
  integer: 'integer',
  number: 'number',
  metric: 'number',
  boolean: 'boolean',
  'id-list': 'json',
  'text-list': 'json',
};

function plainType(field: Field): SqlColumnType {
  return hasManyValues(field) ? 'json' : (types[field.type] ?? 'text');
}

/** Days and moments twice: readable, and as the number that is stored and indexed. */
function momentColumns(field: Field, sql: string, indexed: boolean): ViewColumn[] {
  const isDay = field.type === 'date';
  const format = isDay ? '%Y-%m-%d' : '%Y-%m-%dT%H:%M:%fZ';
  return [
    documented(field, {
      type: isDay ? 'date' : 'datetime',
      sql: `strftime('${format}', ${sql} / 1000.0, 'unixepoch')`,
    }),
    {
      ...documented(field, { type: 'milliseconds', sql, indexed }),
      name: `${field.name}__ms`,
      label: `${field.label}, in milliseconds`,
      description: `${field.name} in milliseconds since 1970 UTC.`,
    },
  ];
}

/** A member that is a text counts as the number it spells, as in queries. */
function memberColumn(table: Table, field: Field, member: MetricMember, options: ViewOptions): ViewColumn {
  const path = textLiteral(`$."${field.name}"."${member}"`);
  const value = `b.content ->> ${path}`;
  const sql = inBody(
    table,
    options,
    `CASE json_type(b.content, ${path}) WHEN 'integer' THEN ${value} WHEN 'real' THEN ${value} WHEN 'text' THEN ${options.numberOf(value)} END`,
  );
  const described = memberField(field, member);
  return {
    ...documented({ ...field, ...described }, { type: 'number', sql }),
    name: `${field.name}__${member}`,
  };
}

function viaColumn(field: Field, via: NonNullable<Field['via']>, { tableOf }: ViewOptions): ViewColumn[] {
  const resource = resourceNames.find((name) => name === via.resource);
  if (resource === undefined) return [];
  const sql = `(SELECT o.${quote(via.field)} FROM ${tableOf(quote(resource))} o WHERE o."id" = r.${quote(via.idField)})`;
  return [{ ...documented(field, { type: plainType(field), sql }), reads: resource }];
}

/** Sums over transactions count each transfer once where it is empty. */
function twinColumn({ tableOf }: ViewOptions): ViewColumn {
  return {
    name: twinMember,
    type: 'text',
    label: 'Twin of',
    description: twinDescription,
    indexed: false,
    sql: ownerOfTwin('r._key', tableOf),
  };
}

function provenanceColumns({ tableOf }: ViewOptions): ViewColumn[] {
  const fetch = (value: string): string =>
    `(SELECT ${value} FROM ${tableOf('fetches')} f WHERE f.key = r._fetch)`;
  return [
    {
      name: '_fetched_at',
      type: 'datetime',
      label: 'Fetched',
      description: 'When the record was fetched.',
      indexed: false,
      sql: fetch(`strftime('%Y-%m-%dT%H:%M:%fZ', f.at / 1000.0, 'unixepoch')`),
    },
    {
      name: '_fetched_at__ms',
      type: 'milliseconds',
      label: 'Fetched, in milliseconds',
      description: 'When the record was fetched, in milliseconds since 1970 UTC.',
      indexed: false,
      sql: fetch('f.at'),
    },
    {
      name: '_request',
      type: 'text',
      label: 'Request',
      description: 'Path and query of the request that fetched the record.',
      indexed: false,
      sql: fetch('f.request'),
    },
  ];
}

function inBody(table: Table, { tableOf }: ViewOptions, sql: string): string {
  return `(SELECT ${sql} FROM ${tableOf(table.bodies)} b WHERE b.key = r._body)`;
}

function documented(
  { name, label, description, unit }: Field,
  { type, sql, indexed = false }: { type: SqlColumnType; sql: string; indexed?: boolean },
): ViewColumn {
  return { name, type, label, description, unit, indexed, sql };
}
