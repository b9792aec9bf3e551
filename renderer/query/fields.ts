import type { FieldMetadata, MetadataOption } from '../../preload/contract/metadata.ts';
import { findField, type Field, type FieldType, type Resource } from '../../preload/contract/resources.ts';
import { isComputedName } from '../../preload/contract/expressions/columns.ts';
import type { Unit } from '../../preload/contract/units.ts';
import { labelOfName } from '../../preload/contract/labelOfName.ts';
import { synonymsOf } from '../fields/synonyms.ts';
import type { PickItem } from '../ui/controls/picker.ts';
import { metricMembers } from '../../preload/contract/metric.ts';
import { memberLabel, memberUnit } from '../../preload/contract/resources/memberFields.ts';

/** What a value is entered as. `free`: any JSON, else text, for types that the app does not know. */
export type ValueKind = 'text' | 'number' | 'date' | 'boolean' | 'id' | 'free';

/** A field as the builder offers it: what the metadata says, with what the catalogue knows besides. */
export interface BuilderField {
  readonly name: string;
  readonly label: string;
  /** The service's own word for the type. */
  readonly type: string;
  readonly kind: ValueKind;
  /** Its values are addresses of accounts or contracts. */
  readonly address: boolean;
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

/** A field as pickers list it; of a metric its members are found too, such as `30 d change $`. */
export function fieldItem({ name, label, group, description, metric, unit }: BuilderField): PickItem {
  const parts = metric
    ? metricMembers.slice(1).map((member) => ({
        key: `${name}:${member}`,
        label: `${label}, ${memberText(member, unit)}`,
      }))
    : undefined;
  return { key: name, label, group, detail: description, words: synonymsOf(name), parts };
}

/** The fields that metadata names, in their order. */
export function builderFields(
  fields: readonly FieldMetadata[],
  resource?: Resource,
): readonly BuilderField[] {
  return fields.map((stated) => {
    const known = resource === undefined ? undefined : findField(resource, stated.name);
    return {
      name: stated.name,
      label: stated.label === '' ? labelOfName(stated.name) : stated.label,
      type: stated.type,
      kind: kindOf(stated, known),
      address: stated.fieldType === 'address',
      list: stated.fieldType === 'id-list' || stated.fieldType === 'text-list',
      metric: stated.fieldType === 'metric',
      description: stated.description,
      group: known?.group ?? 'Other',
      filterable: stated.filterable,
      sortable: stated.sortable,
      operators: [...new Set(stated.operators)],
      options: stated.options,
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
  /** What its value is counted in. */
  readonly unit: Unit | undefined;
}

export function findBuilderField(fields: readonly BuilderField[], name: string): NamedField {
  const exact = fields.find((field) => field.name === name);
  if (exact !== undefined) return { field: exact, member: undefined, unit: exact.unit };
  const colon = name.lastIndexOf(':');
  const base = colon < 1 ? undefined : fields.find((field) => field.name === name.slice(0, colon));
  const member = base && name.slice(colon + 1);
  return { field: base, member, unit: memberUnit(member, base?.unit) };
}

/** Returns what a member of a metric is called; one that the app does not know by its name. */
export function memberText(member: string, unit: Unit | undefined): string {
  const known = metricMembers.find((name) => name === member);
  return known === undefined ? labelOfName(member).toLowerCase() : memberLabel(known, unit);
}

/** What a reader calls a field of a filter: `Net asset value, 7 d ago`. */
export function fieldLabel(fields: readonly BuilderField[], name: string): string {
  const { field, member } = findBuilderField(fields, name);
  if (field === undefined) return isComputedName(name) ? 'Deleted computed column' : labelOfName(name);
  return member === undefined || member === 'val'
    ? field.label
    : `${field.label}, ${memberText(member, field.unit)}`;
}

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

const textTypes =
  /^(text|string|varchar|char|keyword|slug|url|uri|email|color|colour|enum|select|address|hash)/i;

/** A type of the service that the catalogue does not know and that is no word for text is entered freely. */
function kindOf(stated: FieldMetadata, known: Field | undefined): ValueKind {
  const kind = kindOfType[stated.fieldType];
  if (kind === 'text' && known === undefined && stated.fieldType === 'text' && !textTypes.test(stated.type)) {
    return 'free';
  }
  return kind;
}
