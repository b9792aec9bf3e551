import { nestedPath } from '../../../preload/contract/resources/fieldValue.ts';
import type { Field, Resource } from '../../../preload/contract/resources/types.ts';
import { codecOf, type Codec } from './columns.ts';
import { quote } from './sql.ts';

/**
 * The tables of a resource of the catalogue:
 *
 * - one row for each record, with a typed column for every scalar, metric (`val`) and list of scalars, to
 *   filter and sort by. Bodies are stored apart, so reading these columns stays fast however large the
 *   records are;
 * - one row for each distinct body: the record without its scalars. A million transactions of a few thousand
 *   tokens share a few thousand bodies.
 */
export interface Table {
  readonly resource: Resource;
  readonly name: string;
  readonly bodies: string;
  readonly columns: readonly Column[];
  readonly column: ReadonlyMap<string, Column>;
  readonly field: ReadonlyMap<string, Field>;
  readonly own: readonly OwnColumn[];
  /** Columns that a query reads, as SQL over table `r` and body `b`; `decodeRecord` splits them. */
  readonly selectList: string;
  /** The row's own part of the select list, with its checksum last if it has one; see `damage.ts`. */
  readonly rowList: string;
  readonly summed: boolean;
  /** The record's lists of objects: a body with long lists is also stored without them. */
  readonly lists: ReadonlySet<string>;
  /** A member that the owner adds to records: its value is last in the select list, null if missing. */
  readonly added?: string;
  readonly chunked: boolean;
  /** The fields with an index; default: those worth one. */
  readonly indexes?: ReadonlySet<string>;
  /** SQL over the row `r` for a metric's member, if the owner reads it faster than from the body. */
  readonly metricSql?: (field: string, member: string) => string;
  /** SQL over the row `r` for a column that the owner's rows lack, in filters and sorts; else null. */
  readonly columnSql?: (column: Column) => string | null;
}

export interface Column {
  readonly name: string;
  readonly sql: string;
  readonly field: Field;
  readonly codec: Codec;
  /** Path in records that lack a member of this name. */
  readonly path: readonly string[] | null;
  readonly index: number;
  /** Its position in a row of the select list, or null if only the body has it. */
  readonly rowIndex: number | null;
}

interface OwnColumn {
  readonly name: string;
  readonly sqlType: string;
}

const manyRecords: ReadonlySet<string> = new Set(['transactions']);

export function makeTable(resource: Resource, own: readonly OwnColumn[] = [], summed = false): Table {
  const unordered = resource.fields
    .flatMap((field): Column[] => {
      const { name } = field;
      const codec = codecOf(field);
      const path = nestedPath(resource, name);
      return codec === null || field.via !== undefined
        ? []
        : [{ name, sql: quote(name), field, codec, path, index: 0, rowIndex: null }];
    })
    .sort((a, b) => rank(a) - rank(b));
  const spelled = unordered.filter(({ codec }) => codec.spell.length > 0);
  // Rows with a checksum are read whole.
  const read = summed ? unordered : spelled;
  const columns = unordered.map((column, index) => ({
    ...column,
    index,
    rowIndex: spelled.includes(column) ? 1 + own.length + read.indexOf(column) : null,
  }));
  const rowList = [
    ...own.map(({ name }) => `r.${quote(name)}`),
    ...read.map(({ sql }) => `r.${sql}`),
    ...(summed ? ['r._body', 'r._sum'] : []),
  ].join(', ');
  return {
    resource,
    name: quote(resource.name),
    bodies: quote(`${resource.name}_bodies`),
    columns,
    column: new Map(columns.map((column) => [column.name, column])),
    field: new Map(resource.fields.map((field) => [field.name, field])),
    own,
    selectList: `b.content, ${rowList}${summed ? ', lower(hex(b.hash))' : ''}`,
    rowList,
    summed,
    lists: new Set(
      summed ? resource.fields.flatMap(({ name, type }) => (type === 'object-list' ? [name] : [])) : [],
    ),
    chunked: manyRecords.has(resource.name),
  };
}

/** An asset or a network has 40 to 120 kB of lists, ten times as slow to read as everything else. */
export function withoutLists(table: Table): Table {
  if (table.lists.size === 0) return table;
  const selectList = `coalesce(b.brief, b.content), ${table.rowList}, lower(hex(coalesce(b.brief_hash, b.hash)))`;
  return { ...table, selectList };
}

/** Long texts come last, so that SQLite need not step over them. */
function rank(column: Column): number {
  if (column.name === 'id') return 0;
  return column.codec.sqlType === 'TEXT' ? 2 : 1;
}

export function tableStatements(table: Table): string[] {
  return [bodiesStatement(table), rowsStatement(table)];
}

export function bodiesStatement({ bodies, lists }: Table): string {
  return `CREATE TABLE ${bodies} (
      key INTEGER PRIMARY KEY,
      hash BLOB NOT NULL UNIQUE,
      uses INTEGER NOT NULL,${lists.size > 0 ? '\n      brief TEXT,\n      brief_hash BLOB,' : ''}
      content TEXT NOT NULL
    ) STRICT`;
}

export function rowsStatement(table: Table, uniqueIds = true): string {
  return `CREATE TABLE ${table.name} (
      _key INTEGER PRIMARY KEY,
      _body INTEGER NOT NULL,${table.summed ? '\n      _sum INTEGER NOT NULL,' : ''}
      ${[
        ...table.own.map(({ name, sqlType }) => `${quote(name)} ${sqlType}`),
        ...table.columns.map(
          ({ name, sql, codec }) =>
            `${sql} ${codec.sqlType}${name === 'id' ? ` NOT NULL${uniqueIds ? ' UNIQUE' : ''}` : ''}`,
        ),
      ].join(',\n      ')}
    ) STRICT`;
}

/** Returns a resource's indexes: for filters on their column and, without chunks, for sorts by it. */
export function indexStatements(table: Table): string[] {
  return table.columns
    .filter((column) => hasIndex(table, column))
    .map((column) => `CREATE INDEX ${indexName(table, column)} ON ${table.name} (${column.sql})`);
}

export function indexName(table: Table, column: Column): string {
  return quote(`${table.resource.name}_${column.name}`);
}

export function hasIndex(table: Table, { name, field }: Column): boolean {
  if (name === 'id' || field.type === 'id-list' || field.type === 'text-list') return false;
  if (table.indexes !== undefined) return table.indexes.has(name);
  const isDefaultSort = name === table.resource.defaultSort.field;
  const isLookedUp = table.chunked
    ? field.type === 'address' || indexedLinks.has(field.link ?? '')
    : field.type === 'id';
  return isDefaultSort || (field.filterable && isLookedUp);
}

/** Large tables have an index by days, by address, and by each of these links. */
const indexedLinks: ReadonlySet<string> = new Set(['assets', 'tokens']);
