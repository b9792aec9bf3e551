import type { FieldMetadata, MetadataOption } from '../../preload/contract/metadata.ts';
import {
  findField,
  type Field,
  type FieldType,
  type Resource,
  resources,
  type ResourceName,
} from '../../preload/contract/resources.ts';
import { isComputedName, columnNameOf, formatTerms } from '../../preload/contract/expressions/columns.ts';
import type { Unit } from '../../preload/contract/units.ts';
import { labelOfName } from '../../preload/contract/labelOfName.ts';
import { synonymsOf } from '../fields/find.ts';
import type { PickItem } from '../ui/controls/picker.ts';
import { metricMembers } from '../../preload/contract/metric.ts';
import { memberLabel, memberUnit } from '../../preload/contract/resources/memberFields.ts';
import type { ComputedColumn } from '../../preload/contract/computedColumns.ts';
import { operatorsOfType } from '../../preload/contract/operators.ts';

/** `free`: JSON or text, for unknown types. */
export type ValueKind = 'text' | 'number' | 'date' | 'boolean' | 'id' | 'free';

/** Metadata merged with the catalogue. */
export interface BuilderField {
  readonly name: string;
  readonly label: string;
  readonly type: string;
  readonly kind: ValueKind;
  readonly address: boolean;
  readonly list: boolean;
  readonly metric: boolean;
  readonly description: string;
  readonly group: string;
  readonly filterable: boolean;
  readonly sortable: boolean;
  readonly operators: readonly string[];
  readonly options: readonly MetadataOption[];
  readonly unit?: Unit | undefined;
  readonly link?: string | undefined;
}

/** Pickers also find a metric's members, such as `30 d change $`. */
export function fieldItem({ name, label, group, description, metric, unit }: BuilderField): PickItem {
  const parts = metric
    ? metricMembers.slice(1).map((member) => ({
        key: `${name}:${member}`,
        label: `${label}, ${memberText(member, unit)}`,
      }))
    : undefined;
  return { key: name, label, group, detail: description, words: synonymsOf(name), parts };
}

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

/** A metric's member is named `name:val_7d`. */
interface NamedField {
  readonly field: BuilderField | undefined;
  readonly member: string | undefined;
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

/** Unknown members are shown by name. */
export function memberText(member: string, unit: Unit | undefined): string {
  const known = metricMembers.find((name) => name === member);
  return known === undefined ? labelOfName(member).toLowerCase() : memberLabel(known, unit);
}

/** Returns `Net asset value, 7 d ago`. */
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

/** Types unknown to the catalogue are `free`, unless named like text. */
function kindOf(stated: FieldMetadata, known: Field | undefined): ValueKind {
  const kind = kindOfType[stated.fieldType];
  if (kind === 'text' && known === undefined && stated.fieldType === 'text' && !textTypes.test(stated.type)) {
    return 'free';
  }
  return kind;
}

export function catalogueFields(name: ResourceName): readonly BuilderField[] {
  const resource = resources[name];
  return builderFields(
    resource.fields.map((field) => withoutMetadata({ ...field, fieldType: field.type })),
    resource,
  );
}

export function computedBuilderFields(columns: readonly ComputedColumn[]): readonly BuilderField[] {
  return columns.flatMap((column) => {
    const { label, type, unit } = formatTerms[column.format];
    const stated = withoutMetadata({
      name: columnNameOf(column),
      label: column.name,
      type: label.toLowerCase(),
      fieldType: type,
      description: `Computed: ${column.expression}. Runs on the cached records.`,
      filterable: true,
      sortable: true,
    });
    return builderFields([stated]).map((field) => ({
      ...field,
      kind: type === 'text' ? ('text' as const) : field.kind,
      group: 'Computed',
      ...(unit === undefined ? {} : { unit }),
    }));
  });
}

function withoutMetadata({
  name,
  label,
  type,
  fieldType,
  description,
  filterable,
  sortable,
}: Omit<FieldMetadata, 'operators' | 'options' | 'origin'>): FieldMetadata {
  const operators = [...operatorsOfType[fieldType]];
  return {
    ...{ name, label, type, fieldType, description, filterable, sortable },
    ...{ operators, options: [], origin: 'catalogue' },
  };
}
