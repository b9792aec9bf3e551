import { dayOf } from '../../../preload/contract/days.ts';
import type { ComputedColumn } from '../../../preload/contract/computedColumns.ts';
import { computedFormats, formatTerms } from '../../../preload/contract/expressions/columns.ts';
import { computeColumn } from '../../../preload/contract/expressions/computeColumn.ts';
import { Fault, type Value } from '../../../preload/contract/expressions/values.ts';
import { isJsonObject, type Json, type JsonObject } from '../../../preload/contract/json.ts';
import { splitMember } from '../../../preload/contract/resources/memberFields.ts';
import { resourceNames, resources } from '../../../preload/contract/resources.ts';
import type { Comparison, SqlValue } from './columns.ts';
import type { SqlDatabase } from './database.ts';
import { decodeMember } from './records.ts';
import type { Bind } from './sql.ts';
import { makeBoundedMap } from './statements.ts';
import { makeTable, type Column, type Table } from './tables.ts';
import { comparableInstant, comparableText } from './values.ts';

/** Values that cannot be computed are null, so errors sort with missing values. */

/** Argument of the function for a column, as JSON text. `today`: the UTC day of `today()`. */
type Definition = Pick<ComputedColumn, 'resource' | 'expression' | 'format'> & { readonly today: string };

/** Parses such a text, which only this module writes. The exports' thread has no schemas. */
function readDefinition(text: string): Definition {
  const parsed: unknown = JSON.parse(text);
  const { resource, expression, format, today } = isJsonObject(parsed) ? parsed : {};
  const known = {
    resource: resourceNames.find((name) => name === resource),
    format: computedFormats.find((name) => name === format),
  };
  if (known.resource === undefined || known.format === undefined)
    throw new TypeError('A computed column has a resource and a format.');
  return {
    resource: known.resource,
    format: known.format,
    expression: String(expression),
    today: String(today),
  };
}

export function computedSql(
  table: Table,
  { resource, expression, format }: ComputedColumn,
  bind: Bind,
): { sql: string; comparison: Comparison } {
  const definition: Definition = { resource, expression, format, today: dayOf(Date.now()) };
  const { columns, uncertain, needsBody } = computerOf(table, definition);
  const unclear = [`substr(content, 1, 1) = ' '`, ...uncertain.map(({ sql }) => `r.${sql} IS NULL`)];
  const content = needsBody ? 'content' : `CASE WHEN ${unclear.join(' OR ')} THEN content END`;
  const body = `(SELECT ${content} FROM ${table.bodies} WHERE key = r._body)`;
  const args = [bind(JSON.stringify(definition)), body, ...columns.map(({ sql }) => `r.${sql}`)];
  return { sql: `rwa_computed(${args.join(', ')})`, comparison: comparisonOf(format) };
}

function comparisonOf(format: ComputedColumn['format']): Comparison {
  const { type } = formatTerms[format];
  return type === 'number' || type === 'boolean' || type === 'date' ? type : 'text';
}

const maxComputers = 50;

export function installComputed(database: SqlDatabase): void {
  const computers = makeBoundedMap<Computer>(maxComputers);
  const options = { deterministic: true, directOnly: true, varargs: true };
  database.function('rwa_computed', options, (text, body, ...values) => {
    const computer = computers.get(String(text), () => {
      const definition = readDefinition(String(text));
      return computerOf(makeTable(resources[definition.resource]), definition);
    });
    const record =
      typeof body === 'string' ? fromBody(computer, body, values) : fromColumns(computer, values);
    return sqlValue(computer.compute(record), computer.isDate);
  });
}

interface Computer {
  readonly needs: readonly string[];
  readonly columns: readonly Column[];
  /** Columns whose null is uncertain: the record may have a value that its column does not store. */
  readonly uncertain: readonly Column[];
  readonly needsBody: boolean;
  readonly compute: (record: JsonObject) => Value;
  readonly isDate: boolean;
}

function computerOf(table: Table, { today, ...definition }: Definition): Computer {
  const computed = computeColumn(definition, today);
  const isDate = definition.format === 'date';
  // An expression that the catalogue no longer understands is an error in every cell.
  if (!computed.ok)
    return { needs: [], columns: [], uncertain: [], needsBody: false, compute: () => null, isDate };
  const { needs, reads, compute } = computed;
  const columns = [...new Set([...reads.map((name) => splitMember(name).base), ...needs])].flatMap(
    (name) => table.column.get(name) ?? [],
  );
  const uncertain = columns.filter(({ field, path }) => field.type === 'metric' || path !== null);
  const needsBody = reads.some((name) => {
    const { base, member } = splitMember(name);
    const column = table.column.get(base);
    if (column?.field.type === 'metric') return member !== null && member !== 'val';
    return column === undefined || column.codec.spell.length === 0;
  });
  return { needs, columns, uncertain, needsBody, compute, isDate };
}

function fromColumns({ columns }: Computer, values: readonly SqlValue[]): JsonObject {
  const record: Record<string, Json> = {};
  for (const [index, { name, codec, field }] of columns.entries()) {
    const stored = values[index] ?? null;
    if (stored === null) continue;
    if (field.type === 'metric') record[name] = { val: Number(stored) };
    else record[name] = codec.spell[0]?.(stored) ?? null;
  }
  return record;
}

function fromBody({ needs, columns }: Computer, body: string, values: readonly SqlValue[]): JsonObject {
  const parsed: unknown = JSON.parse(body);
  if (!isJsonObject(parsed)) return {};
  const record: Record<string, Json> = {};
  for (const name of needs) {
    const stored = Object.hasOwn(parsed, name) ? parsed[name] : undefined;
    if (stored === undefined) continue;
    const index = columns.findIndex((column) => column.name === name);
    const column = columns[index];
    record[name] =
      column === undefined || column.rowIndex === null
        ? stored
        : decodeMember(column, stored, values[index] ?? null);
  }
  return record;
}

/** Days become milliseconds since 1970 UTC, as in columns. */
function sqlValue(value: Value, isDate: boolean): SqlValue {
  if (value === null || value instanceof Fault) return null;
  if (typeof value === 'number') return value + 0;
  if (typeof value === 'boolean') return Number(value);
  return isDate ? comparableInstant(value) : comparableText(value);
}
