import { hasManyValues } from '../../../preload/contract/resources/fieldValue.ts';
import { memberLabel } from '../../../preload/contract/resources/memberFields.ts';
import { metricMembers, type MetricMember } from '../../../preload/contract/metric.ts';
import {
  resourceNames,
  resources,
  type Field,
  type Resource,
  type ResourceName,
} from '../../../preload/contract/resources.ts';
import {
  sqlViewsVersion,
  type SqlColumn,
  type SqlColumnType,
  type SqlView,
} from '../../../preload/contract/sql.ts';
import { twinDescription, twinMember } from '../../../preload/contract/twins.ts';
import { quote, textLiteral } from '../query/sql.ts';
import { hasIndex, type Table } from '../query/tables.ts';
import { cacheTable, ownerOfTwin } from './resourceTables.ts';
import type Database from 'better-sqlite3';

/**
 * The views for SQL, generated from the catalogue: one for each resource, and others for its metrics and its
 * lists. SQLite merges each into the statement and uses the table's indexes. The body of a record is joined
 * if a column needs it, so that it is read and parsed once for all columns of a row.
 */

interface ViewColumn extends SqlColumn {
  readonly sql: string;
  readonly reads?: ResourceName;
}

interface ResourceView extends SqlView {
  readonly resource: ResourceName;
  readonly columns: readonly ViewColumn[];
  readonly from: string;
}

interface ViewOptions {
  readonly names?: { has(name: string): boolean } | undefined;
  readonly joined?: boolean;
  readonly tableOf: (quoted: string) => string;
  readonly numberOf: (text: string) => string;
}

export function viewName(resource: string): string {
  return resource.replaceAll('-', '_');
}

export function viewSelect({ from, columns }: ResourceView): string {
  return `SELECT ${columns.map(({ name, sql }) => `${sql} AS ${quote(name)}`).join(', ')} FROM ${from}`;
}

export function resourceViews(schema: string, names?: { has(name: string): boolean }): ResourceView[] {
  return viewsOf({
    names,
    tableOf: (name) => `${quote(schema)}.${name}`,
    numberOf: (text) => `rwa_number(${text})`,
  });
}

/** Returns views that use only SQLite's own functions, within the cache's own file. */
export function plainResourceViews(): ResourceView[] {
  return viewsOf({ tableOf: (name) => name, numberOf: plainNumber });
}

/** Agrees with `readNumber`: JSON allows white space around a number, and SQLite has an infinity. */
function plainNumber(text: string): string {
  const isNumber = `json_valid(${text}) AND json_type(${text}) IN ('integer', 'real') AND ${text} NOT GLOB '*[^-+.0-9eE]*'`;
  return `CASE WHEN ${isNumber} AND abs(CAST(${text} AS REAL)) < 9e999 THEN CAST(${text} AS REAL) END`;
}

function viewsOf(options: ViewOptions): ResourceView[] {
  return resourceNames.flatMap((name) => {
    const own = viewName(name);
    return [
      { name: own, make: recordsView },
      { name: `${own}_metrics`, make: metricsView },
      { name: `${own}_lists`, make: listsView },
    ].flatMap(({ name: view, make }) => {
      const made = options.names?.has(view) === false ? null : make(resources[name], options);
      return made === null ? [] : { ...made, name: view, resource: name };
    });
  });
}

type Made = Omit<ResourceView, 'name' | 'resource'>;

function recordsView(resource: Resource, given: ViewOptions): Made {
  const table = cacheTable(resource);
  const options = { ...given, joined: isJoined(table, given) };
  const rows = `${options.tableOf(table.name)} r`;
  return {
    description: resource.description,
    from: options.joined ? `${rows} LEFT JOIN ${options.tableOf(table.bodies)} b ON b.key = r._body` : rows,
    columns: [
      ...resource.fields.flatMap((field) => columnsOf(table, field, options)),
      ...(resource.name === 'transactions' ? [twinColumn(options)] : []),
      ...provenanceColumns(options),
    ],
  };
}

/** SQLite keeps unneeded joins in counts and sums, which would read all bodies without an index. */
function isJoined(table: Table, { names }: ViewOptions): boolean {
  const isRead = (field: Field): boolean => isInBody(table, field) && names?.has(field.name) === true;
  return !table.chunked && (names?.has('*') !== false || table.resource.fields.some(isRead));
}

/** A list's column has its comparable values; the body has the list itself. */
function isInBody({ column }: Table, field: Field): boolean {
  return !column.has(field.name) || (hasManyValues(field) && field.derived !== true);
}

function metricsView(resource: Resource, options: ViewOptions): Made | null {
  const from = membersOf(resource, 'metric', options);
  if (from === null) return null;
  return {
    description: `Metrics of ${viewName(resource.name)}: a row for each that a record has.`,
    from: `${from} AND e.type IN ('object', 'integer', 'real', 'text')`,
    columns: [...ofField('metric'), ...metricMembers.map((member) => memberColumn(member, options))],
  };
}

function listsView(resource: Resource, options: ViewOptions): Made | null {
  const from = membersOf(resource, 'object-list', options, 'JOIN json_each(e.value) i');
  if (from === null) return null;
  return {
    description: `Lists nested in ${viewName(resource.name)}: a row for each element.`,
    from: `${from} AND e.type = 'array'`,
    columns: [
      ...ofField('list'),
      added('position', 'integer', 'i.key + 1', 'The place of the element, from 1.'),
      added('value', 'json', 'i.value', 'The element.'),
    ],
  };
}

/** Returns members of records of a type as rows `e`; null if the resource has no such field. */
function membersOf(
  resource: Resource,
  type: Field['type'],
  { tableOf }: ViewOptions,
  elements = '',
): string | null {
  const table = cacheTable(resource);
  const fields = resource.fields.filter((field) => field.type === type).map(({ name }) => textLiteral(name));
  return fields.length === 0
    ? null
    : `${tableOf(table.name)} r JOIN ${tableOf(table.bodies)} b ON b.key = r._body JOIN json_each(b.content) e ${elements} WHERE e.key IN (${fields.join(', ')})`;
}

function ofField(kind: string): ViewColumn[] {
  return [
    { ...added('id', 'id', 'r."id"', 'Identifier of the record.'), indexed: true },
    added('field', 'text', 'e.key', `The field that the ${kind} is.`),
  ];
}

/** A text member counts as the number it spells, as in queries. */
function memberColumn(member: MetricMember, { numberOf }: ViewOptions): ViewColumn {
  // The service may send a bare number in place of a metric.
  const metric = `CASE e.type WHEN 'object' THEN e.value ELSE json_object('val', e.value) END`;
  const value = `${metric} ->> '${member}'`;
  return added(
    member,
    'number',
    `CASE json_type(${metric}, '$.${member}') WHEN 'integer' THEN ${value} WHEN 'real' THEN ${value} WHEN 'text' THEN ${numberOf(value)} END`,
    `The metric, ${memberLabel(member, undefined)}.`,
  );
}

function columnsOf(table: Table, field: Field, options: ViewOptions): ViewColumn[] {
  const stored = table.column.get(field.name);
  if (field.type === 'object-list') return [];
  if (field.via !== undefined) return viaColumn(field, field.via, options);
  if (stored === undefined || isInBody(table, field)) {
    const type = types[field.type] ?? (stored === undefined ? 'json' : 'text');
    return [documented(field, { type, sql: inBody(table, options, field.name) })];
  }
  const sql = `r.${stored.sql}`;
  const indexed = hasIndex(table, stored);
  return field.type === 'date' || field.type === 'datetime'
    ? momentColumns(field, sql, indexed)
    : [documented(field, { type: plainType(field), sql, indexed })];
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

/** Returns days and moments twice: as readable text, and as the stored, indexed number. */
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

function viaColumn(field: Field, via: NonNullable<Field['via']>, { tableOf }: ViewOptions): ViewColumn[] {
  const resource = resourceNames.find((name) => name === via.resource);
  if (resource === undefined) return [];
  const sql = `(SELECT o.${quote(via.field)} FROM ${tableOf(quote(resource))} o WHERE o."id" = r.${quote(via.idField)})`;
  return [{ ...documented(field, { type: plainType(field), sql }), reads: resource }];
}

/** Empty where a transfer counts: sums over such rows count each transfer once. */
function twinColumn({ tableOf }: ViewOptions): ViewColumn {
  return added(twinMember, 'text', ownerOfTwin('r._key', tableOf), twinDescription, 'Twin of');
}

function provenanceColumns({ tableOf }: ViewOptions): ViewColumn[] {
  const fetch = (value: string): string =>
    `(SELECT ${value} FROM ${tableOf('fetches')} f WHERE f.key = r._fetch)`;
  const when = 'When the record was fetched';
  return [
    added(
      '_fetched_at',
      'datetime',
      fetch(`strftime('%Y-%m-%dT%H:%M:%fZ', f.at / 1000.0, 'unixepoch')`),
      `${when}.`,
      'Fetched',
    ),
    added(
      '_fetched_at__ms',
      'milliseconds',
      fetch('f.at'),
      `${when}, in milliseconds since 1970 UTC.`,
      'Fetched, in milliseconds',
    ),
    added(
      '_request',
      'text',
      fetch('f.request'),
      'Path and query of the request that fetched the record.',
      'Request',
    ),
  ];
}

function added(
  name: string,
  type: SqlColumnType,
  sql: string,
  description: string,
  label = name,
): ViewColumn {
  return { name, type, label, description, indexed: false, sql };
}

function inBody({ bodies }: Table, { tableOf, joined }: ViewOptions, name: string): string {
  const value = `b.content ->> ${textLiteral(`$."${name}"`)}`;
  return joined === true ? value : `(SELECT ${value} FROM ${tableOf(bodies)} b WHERE b.key = r._body)`;
}

function documented(
  { name, label, description, unit }: Field,
  { type, sql, indexed = false }: { type: SqlColumnType; sql: string; indexed?: boolean },
): ViewColumn {
  return { name, type, label, description, unit, indexed, sql };
}

/**
 * The SQL views stored in the cache's file for other programs: `rwa_v1_assets` and so on. They need only
 * SQLite's own functions, so any program with SQLite 3.38 or newer reads them.
 */

export function storedViewName(view: string): string {
  return `rwa_v${sqlViewsVersion.toString()}_${view}`;
}

/** Stores the views, replacing others of their names. Later opens take some milliseconds longer. */
export function storeViews(database: Database.Database): void {
  database
    .transaction(() => {
      for (const view of plainResourceViews()) {
        const name = quote(storedViewName(view.name));
        database.exec(`DROP VIEW IF EXISTS ${name}; CREATE VIEW ${name} AS ${viewSelect(view)}`);
      }
    })
    .immediate();
}
