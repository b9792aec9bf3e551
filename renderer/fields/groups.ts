import type { ResourceRecord } from '../../preload/contract/records.ts';
import type { Resource } from '../../preload/contract/resources/types.ts';
import { matchesWords } from './find.ts';
import { fieldsOf, type ShownField } from './infer.ts';
import { isResourceName } from './links.ts';
import { headlineOf } from '../../preload/contract/resources/headlines.ts';
import { fieldValue, isEmpty } from './value.ts';

/** Headings of the most important fields, and of those that only programs need. */
export const keyHeading = 'Key figures';
const technicalHeading = 'Technical';

export type Heading = ShownField['group'] | typeof keyHeading | typeof technicalHeading;

interface FieldSection {
  readonly heading: Heading;
  readonly fields: readonly ShownField[];
}

interface FieldChoice {
  readonly words: string;
  readonly hideEmpty: boolean;
}

/** Follow the headline figure in this order. */
const keyFields: readonly string[] = [
  'usd_amount',
  'amount',
  'timestamp',
  'transaction_type',
  'from_address',
  'to_address',
  'yield_to_maturity_percent',
  'apy_7_day',
  'holding_addresses_count',
  'total_management_fee_bps',
  'asset',
  'token',
  'asset_class_name',
  'issuer_name',
  'network_names',
  'network_name',
  'protocol_name',
  'asset_count',
];

const technicalNames = /^(id|slug|.+_slug|icon_url|color_hex)$/;

/** Returns fields by heading: key figures, then the catalogue's groups, then technical fields. */
export function sectionsOf(
  resource: Resource,
  record: ResourceRecord,
  { words, hideEmpty }: FieldChoice,
): readonly FieldSection[] {
  const fields = presentFields(resource, record).filter(
    (field) => matchesWords(field, words) && !(hideEmpty && isEmpty(fieldValue(record, field.name))),
  );
  return inSections(resource, fields, (field) => field).map(([heading, members]) => ({
    heading,
    fields: members,
  }));
}

export function inSections<Item>(
  resource: Resource,
  items: readonly Item[],
  fieldOf: (item: Item) => ShownField,
): readonly (readonly [Heading, readonly Item[]])[] {
  const headline = isResourceName(resource.name) ? headlineOf(resource.name)?.name : undefined;
  const keys = [headline, ...keyFields];
  const rank = (item: Item): number => keys.indexOf(fieldOf(item).name);
  const sections = Map.groupBy(items, (item) => headingOf(resource, fieldOf(item), rank(item) >= 0));
  const first = sections.get(keyHeading)?.toSorted((a, b) => rank(a) - rank(b));
  const last = sections.get(technicalHeading);
  sections.delete(keyHeading);
  sections.delete(technicalHeading);
  return [
    ...(first === undefined ? [] : [[keyHeading, first] as const]),
    ...sections,
    ...(last === undefined ? [] : [[technicalHeading, last] as const]),
  ];
}

function headingOf(resource: Resource, field: ShownField, isKey: boolean): Heading {
  if (isKey) return keyHeading;
  const isTechnical = technicalNames.test(field.name) || field.group === 'Record' || isNamed(resource, field);
  return isTechnical ? technicalHeading : field.group;
}

/** True if another field names the id or object, as `issuer_name` does `issuer_id`. */
function isNamed(resource: Resource, { name, type }: ShownField): boolean {
  const stem = name.replace(/_ids?$/, '');
  const isId = type === 'id' || type === 'id-list';
  if (isId && stem === resource.singular.toLowerCase()) return true;
  const names = isId ? [stem, `${stem}_name`, `${stem}_names`] : type === 'object' ? [`${name}_name`] : [];
  return resource.fields.some((field) => field.derived !== true && names.includes(field.name));
}

/** Omits fields that only stand for nested members. */
function presentFields(resource: Resource, record: ResourceRecord): readonly ShownField[] {
  return fieldsOf(resource, [record]).filter(({ name, derived }) => derived !== true || name in record);
}

export function countEmpty(resource: Resource, record: ResourceRecord): number {
  return presentFields(resource, record).filter((field) => isEmpty(fieldValue(record, field.name))).length;
}
