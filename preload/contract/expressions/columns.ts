import type { ComputedColumn } from '../computedColumns.ts';
import type { JsonObject } from '../json.ts';
import { resources, type ResourceName } from '../resources.ts';
import type { FieldType } from '../resources/types.ts';
import type { Unit } from '../units.ts';
import { compileExpression, type Compiled } from './compile.ts';
import { asText, Fault, type Value, type ValueType } from './values.ts';

/** Columns that are computed from records: their formats, names and values. Threads load this, without the schemas of the bridge. */

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

/** Makes the cells of a column for files and the clipboard. */
export interface CellComputer {
  readonly needs: readonly string[];
  /** Where the value cannot be computed, a text that says so. */
  readonly cell: (record: JsonObject) => number | string | boolean | null;
}

export function cellComputer(column: ComputedColumn): CellComputer {
  const computed = computeColumn(column);
  if (!computed.ok) {
    const text = errorText(new Fault(computed.problems[0]?.message ?? ''));
    return { needs: [], cell: () => text };
  }
  return {
    needs: computed.needs,
    cell(record) {
      const value = computed.compute(record);
      return value instanceof Fault ? errorText(value) : value;
    },
  };
}

/** What stands in a file for a value that cannot be computed. */
export function errorText({ reason }: Fault): string {
  return `Error: ${reason}`;
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
