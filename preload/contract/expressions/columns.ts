import type { ResourceName } from '../resources.ts';
import type { FieldType } from '../resources/types.ts';
import type { Unit } from '../units.ts';
import type { Fault, ValueType } from './values.ts';

/** Columns that are computed from records: their formats and names. The window loads this at its start, without the language. */

/** How the values of a computed column are shown and written. */
export const computedFormats = ['number', 'dollars', 'percent', 'points', 'text', 'date', 'yesno'] as const;
export type ComputedFormat = (typeof computedFormats)[number];

/** What a format is called, and what it is to the grid and to files. */
export const formatTerms: Readonly<
  Record<ComputedFormat, { readonly label: string; readonly type: FieldType; readonly unit?: Unit }>
> = {
  number: { label: 'Number', type: 'number' },
  dollars: { label: 'US dollars', type: 'number', unit: 'dollar' },
  percent: { label: 'Percent', type: 'number', unit: 'percent' },
  points: { label: 'Percentage points', type: 'number', unit: 'points' },
  text: { label: 'Text', type: 'text' },
  date: { label: 'Date', type: 'date' },
  yesno: { label: 'Yes or no', type: 'boolean' },
};

/** Begins the names of computed columns among those of fields. No field of a service begins with it. */
const mark = '=';

/** The name of a column in layouts, places and exports. */
export function columnNameOf({ id: own }: { readonly id: string }): string {
  return `${mark}${own}`;
}

export function isComputedName(columnName: string): boolean {
  return columnName.startsWith(mark);
}

/** The formats that values of a type can have. The first is proposed where no unit proposes another. */
const formatsOfType: Readonly<Record<ValueType, readonly ComputedFormat[]>> = {
  number: ['number', 'dollars', 'percent', 'points', 'text'],
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
  if (type === 'number' && unit === 'points') return 'points';
  return formatsOfType[type][0] ?? 'text';
}

/** What stands in a file for a value that cannot be computed. */
export function errorText({ reason }: Fault): string {
  return `Error: ${reason}`;
}

/** The columns of a resource, by their names among the columns of a grid. */
export function namedColumns<T extends { readonly id: string; readonly resource: ResourceName }>(
  columns: readonly T[],
  of: ResourceName,
): ReadonlyMap<string, T> {
  return new Map(
    columns.filter((column) => column.resource === of).map((column) => [columnNameOf(column), column]),
  );
}
