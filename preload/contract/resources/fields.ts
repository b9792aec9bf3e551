import { labelOfName } from '../labelOfName.ts';
import type { Field, FieldGroup, FieldType } from './types.ts';
import type { Unit } from '../units.ts';

/** What may differ from the rule of a field's type. */
export interface FieldOptions {
  /** Where its name in words is not what a reader calls it. */
  readonly label?: string;
  readonly unit?: Unit;
  readonly overlapping?: boolean;
  readonly link?: string;
  readonly filterable?: boolean;
  readonly sortable?: boolean;
  readonly searchable?: boolean;
  readonly unseen?: boolean;
  readonly derived?: boolean;
  readonly path?: NonNullable<Field['path']>;
  readonly via?: NonNullable<Field['via']>;
}

/** A field that has not been put under a heading yet. */
export type UngroupedField = Omit<Field, 'group'>;

/**
 * One field. Scalars and metrics can be filtered and sorted, lists can be filtered, nested objects can do neither,
 * unless `options` says otherwise.
 */
export function field(
  type: FieldType,
  name: string,
  description: string,
  options: FieldOptions = {},
): UngroupedField {
  const nested = type === 'object' || type === 'object-list';
  const list = type === 'id-list' || type === 'text-list';
  return {
    name,
    label: labelOfName(name),
    type,
    description,
    filterable: !nested,
    sortable: !nested && !list,
    searchable: false,
    ...options,
  };
}

/** Puts fields under one heading. */
export function group(heading: FieldGroup, fields: readonly UngroupedField[]): readonly Field[] {
  return fields.map((member) => ({ ...member, group: heading }));
}

/** A field that the service filters and sorts by, and that records hold nested: see `fieldValue.ts`. */
export function derivedField(...of: Parameters<typeof field>): UngroupedField {
  return { ...field(...of), derived: true };
}

/** Marks fields whose names the service lists and which have not been seen with a value. */
export function unseen(fields: readonly UngroupedField[]): readonly UngroupedField[] {
  return fields.map((member) => ({ ...member, unseen: true }));
}
