import type { FieldMetadata, MetadataOption } from '../../../../preload/contract/metadata.ts';
import {
  findField,
  type Field,
  type FieldType,
  type Resource,
  type Unit,
} from '../../../../preload/contract/resources.ts';
import { labelOfName } from '../../../../preload/contract/labelOfName.ts';
import { synonymsOf } from '../../../../preload/contract/resources/synonyms.ts';
import type { PickItem } from '../../../ui/controls/picker.ts';

/** What a value is entered as. `free`: any JSON, else text, for types that the app does not know. */
export type ValueKind = 'text' | 'number' | 'date' | 'boolean' | 'id' | 'free';

/** A field as the builder offers it: what the metadata say, with what the catalogue knows besides. */
export interface BuilderField {
  readonly name: string;
  readonly label: string;
  /** The service's own word for the type. */
  readonly type: string;
  readonly kind: ValueKind;
  /** Its values are lists: a condition asks for one element. */
  readonly list: boolean;
  readonly metric: boolean;
  readonly description: string;
  readonly group: string;
  readonly filterable: boolean;
  readonly sortable: boolean;
  readonly operators: readonly string[];
  readonly options: readonly MetadataOption[];
  readonly unit?: Unit | undefined;
  /** The resource whose records its identifiers name. */
  readonly link?: string | undefined;
}

/** A field as pickers list it. */
export function fieldItem({ name, label, group, description }: BuilderField): PickItem {
  return { key: name, label, group, detail: description, words: synonymsOf(name) };
}

/** The fields that metadata name, in their order. */
export function builderFields(
  fields: readonly FieldMetadata[],
  resource?: Resource,
): readonly BuilderField[] {
  return fields.map((told) => {
    const known = resource === undefined ? undefined : findField(resource, told.name);
    return {
      name: told.name,
      label: told.label === '' ? labelOfName(told.name) : told.label,
      type: told.type,
      kind: kindOf(told, known),
      list: told.fieldType === 'id-list' || told.fieldType === 'text-list',
      metric: told.fieldType === 'metric',
      description: told.description,
      group: known?.group ?? 'Other',
      filterable: told.filterable,
      sortable: told.sortable,
      operators: [...new Set(told.operators)],
      options: told.options,
      ...(known?.unit === undefined ? {} : { unit: known.unit }),
      ...(known?.link === undefined ? {} : { link: known.link }),
    };
  });
}

/** A field of a filter or a sort by its name there: a metric may be asked by a member, `name:val_7d`. */
export interface NamedField {
  readonly field: BuilderField | undefined;
  /** The member of a metric; undefined for its value now. */
  readonly member: string | undefined;
}

export function findBuilderField(fields: readonly BuilderField[], name: string): NamedField {
  const exact = fields.find((field) => field.name === name);
  if (exact !== undefined) return { field: exact, member: undefined };
  const colon = name.lastIndexOf(':');
  if (colon < 1) return { field: undefined, member: undefined };
  const base = fields.find((field) => field.name === name.slice(0, colon));
  return base === undefined
    ? { field: undefined, member: undefined }
    : { field: base, member: name.slice(colon + 1) };
}

/** What a reader calls a field of a filter: `Net asset value, 7 days ago`. */
export function fieldLabel(fields: readonly BuilderField[], name: string): string {
  const { field, member } = findBuilderField(fields, name);
  if (field === undefined) return labelOfName(name);
  return member === undefined || member === 'val'
    ? field.label
    : `${field.label}, ${memberLabels[member] ?? labelOfName(member).toLowerCase()}`;
}

/** The members of a metric that can be asked for. Rule: service notes, "Records". */
export const memberLabels: Readonly<Record<string, string>> = {
  val: 'now',
  val_7d: '7 days ago',
  val_30d: '30 days ago',
  val_90d: '90 days ago',
  chg_7d_amt: 'change in 7 days',
  chg_7d_pct: 'change in 7 days, %',
  chg_30d_amt: 'change in 30 days',
  chg_30d_pct: 'change in 30 days, %',
  chg_90d_amt: 'change in 90 days',
  chg_90d_pct: 'change in 90 days, %',
};

const kindOfType: Readonly<Record<FieldType, ValueKind>> = {
  id: 'id',
  text: 'text',
  url: 'text',
  color: 'text',
  address: 'text',
  hash: 'text',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  date: 'date',
  datetime: 'date',
  metric: 'number',
  'id-list': 'id',
  'text-list': 'text',
  object: 'free',
  'object-list': 'free',
};

const textWords =
  /^(text|string|varchar|char|keyword|slug|url|uri|email|color|colour|enum|select|address|hash)/i;

/** A type of the service that the catalogue does not know and that is no word for text is entered freely. */
function kindOf(told: FieldMetadata, known: Field | undefined): ValueKind {
  const kind = kindOfType[told.fieldType];
  if (kind === 'text' && known === undefined && told.fieldType === 'text' && !textWords.test(told.type)) {
    return 'free';
  }
  return kind;
}
