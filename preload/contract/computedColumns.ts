import { z } from 'zod';
import { call, resource } from './call.ts';
import { compileExpression, type Compiled } from './expressions/compile.ts';
import { expressionLimits } from './expressions/syntax.ts';
import { asText, Fault, type Value, type ValueType } from './expressions/values.ts';
import type { JsonObject } from './json.ts';
import { resources, type ResourceName } from './resources.ts';
import type { FieldType } from './resources/types.ts';
import type { Unit } from './units.ts';

/** Columns that the user computes from the fields of a record. */

/** Columns that a resource may have. */
export const maxComputedColumns = 50;

/** How the values of a computed column are shown and written. */
export const computedFormats = ['number', 'dollars', 'percent', 'text', 'date', 'yesno'] as const;
export type ComputedFormat = (typeof computedFormats)[number];

/** What a format is called, and what it is to the grid and to files. */
export const formatTerms: Readonly<
  Record<ComputedFormat, { readonly label: string; readonly type: FieldType; readonly unit?: Unit }>
> = {
  number: { label: 'Number', type: 'number' },
  dollars: { label: 'US dollars', type: 'number', unit: 'dollar' },
  percent: { label: 'Percent', type: 'number', unit: 'percent' },
  text: { label: 'Text', type: 'text' },
  date: { label: 'Date', type: 'date' },
  yesno: { label: 'Yes or no', type: 'boolean' },
};

const name = z.string().trim().min(1).max(100);

const definition = {
  resource,
  name,
  expression: z.string().min(1).max(expressionLimits.length),
  format: z.enum(computedFormats),
};

const id = z.string().regex(/^[\w-]{1,60}$/);

export const computedColumnSchema = z.strictObject({
  id,
  ...definition,
  /** Milliseconds since 1970 UTC. */
  createdAt: z.number(),
  changedAt: z.number(),
});
export type ComputedColumn = z.infer<typeof computedColumnSchema>;
/** A column as the user writes it. */
export type ComputedDefinition = Pick<ComputedColumn, 'resource' | 'name' | 'expression' | 'format'>;

export interface ComputedColumnsRead {
  /** In the order in which they were made. */
  readonly columns: readonly ComputedColumn[];
  /** What could not be read, in sentences. */
  readonly notices: readonly string[];
}

export const computedColumnCalls = {
  listComputedColumns: call().returns<ComputedColumnsRead>(),
  /** Stores a column: in the place of the one with the id, else as a new one. */
  saveComputedColumn: call({ id: id.optional(), ...definition }).returns<ComputedColumn>(),
  removeComputedColumn: call({ id }).returns<undefined>(),
} as const;

/** Begins the names of computed columns among those of fields. No field of a service begins with it. */
const mark = '=';

/** The name of a column in layouts, places and exports. */
export function columnNameOf({ id: own }: Pick<ComputedColumn, 'id'>): string {
  return `${mark}${own}`;
}

export function isComputedName(columnName: string): boolean {
  return columnName.startsWith(mark);
}

/** The formats that values of a type can have. The first is proposed where no unit proposes another. */
const formatsOfType: Readonly<Record<ValueType, readonly ComputedFormat[]>> = {
  number: ['number', 'dollars', 'percent', 'text'],
  text: ['text'],
  date: ['date', 'text'],
  boolean: ['yesno', 'text'],
};

export function formatsOf(type: ValueType): readonly ComputedFormat[] {
  return formatsOfType[type];
}

/** The format that suits a type and a unit. */
export function proposedFormat({ type, unit }: { type: ValueType; unit: Unit | undefined }): ComputedFormat {
  if (type === 'number' && unit === 'dollar') return 'dollars';
  if (type === 'number' && unit === 'percent') return 'percent';
  return formatsOfType[type][0] ?? 'text';
}

export type Computed =
  | Extract<Compiled, { ok: false }>
  | { readonly ok: true; readonly needs: readonly string[]; readonly compute: (record: JsonObject) => Value };

/** Compiles a column: its values are of its format. @param now in milliseconds since 1970 UTC */
export function computeColumn(
  { resource: of, expression, format }: Pick<ComputedColumn, 'resource' | 'expression' | 'format'>,
  now?: () => number,
): Computed {
  const compiled = compileExpression(expression, resources[of], now);
  if (!compiled.ok) return compiled;
  const { evaluate, needs, type } = compiled;
  if (!formatsOf(type).includes(format)) return { ok: false, problems: [misfit(expression, type)] };
  if (format !== 'text' || type === 'text') return { ok: true, needs, compute: evaluate };
  const compute = (record: JsonObject): Value => {
    const value = evaluate(record);
    return value === null || value instanceof Fault ? value : asText(value);
  };
  return { ok: true, needs, compute };
}

function misfit(expression: string, type: ValueType): { from: number; to: number; message: string } {
  const labels = formatsOf(type).map((format) => formatTerms[format].label.toLowerCase());
  return {
    from: 0,
    to: expression.length,
    message: `The expression does not suit the format of the column. Choose ${new Intl.ListFormat('en', { type: 'disjunction' }).format(labels)}.`,
  };
}

/** The columns of a resource, by their names among the columns of a grid. */
export function namedColumns(
  columns: readonly ComputedColumn[],
  of: ResourceName,
): ReadonlyMap<string, ComputedColumn> {
  return new Map(
    columns.filter((column) => column.resource === of).map((column) => [columnNameOf(column), column]),
  );
}
