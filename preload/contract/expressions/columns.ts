import type { ResourceName } from '../resources.ts';
import type { FieldType } from '../resources/types.ts';
import type { Unit } from '../units.ts';
import type { Fault, ValueType } from './values.ts';

/** Formats and names of computed columns. The window's start loads this without the language. */

export const computedFormats = ['number', 'dollars', 'percent', 'points', 'text', 'date', 'yesno'] as const;
export type ComputedFormat = (typeof computedFormats)[number];

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

/** Prefix of computed columns. No field of a service starts with it. */
const mark = '=';

export function columnNameOf({ id: own }: { readonly id: string }): string {
  return `${mark}${own}`;
}

export function isComputedName(columnName: string): boolean {
  return columnName.startsWith(mark);
}

/** The first is the default if no unit suggests another. */
const formatsOfType: Readonly<Record<ValueType, readonly ComputedFormat[]>> = {
  number: ['number', 'dollars', 'percent', 'points', 'text'],
  text: ['text'],
  date: ['date', 'text'],
  boolean: ['yesno', 'text'],
};

export function formatsOf(type: ValueType): readonly ComputedFormat[] {
  return formatsOfType[type];
}

export function proposedFormat({ type, unit }: { type: ValueType; unit: Unit | undefined }): ComputedFormat {
  if (type === 'number' && unit === 'dollar') return 'dollars';
  if (type === 'number' && unit === 'percent') return 'percent';
  if (type === 'number' && unit === 'points') return 'points';
  return formatsOfType[type][0] ?? 'text';
}

export function errorText({ reason }: Fault): string {
  return `Error: ${reason}`;
}

export function namedColumns<T extends { readonly id: string; readonly resource: ResourceName }>(
  columns: readonly T[],
  of: ResourceName,
): ReadonlyMap<string, T> {
  return new Map(
    columns.filter((column) => column.resource === of).map((column) => [columnNameOf(column), column]),
  );
}
