import { labelOfName } from '../labelOfName.ts';
import type { Unit } from '../units.ts';
import type { Field, FieldGroup, FieldType } from './types.ts';

/** A field before it has a name and group. The label defaults to the name. */
export type Described = Omit<Field, 'name' | 'label' | 'group'> & { readonly label?: string };

export type Fields<Of extends Described = Described> = Readonly<Record<string, Of>>;

type Options = Partial<Omit<Described, 'type' | 'description'>>;

type Writer<Of extends Described = Described> = (
  description: string,
  label?: string | Options,
  options?: Options,
) => Of;

/** Scalars and metrics are filterable and sortable, lists filterable, nested objects neither. */
function writer<Rule extends Options>(type: FieldType, rule: Rule): Writer<Described & Rule> {
  const nested = type === 'object' || type === 'object-list';
  const list = type === 'id-list' || type === 'text-list';
  return (description, label, options) => ({
    type,
    description,
    filterable: !nested,
    sortable: !nested && !list,
    searchable: false,
    ...rule,
    ...(typeof label === 'string' ? { label, ...options } : label),
  });
}

export const id = writer('id', {});
export const text = writer('text', {});
export const url = writer('url', {});
export const color = writer('color', {});
export const address = writer('address', {});
export const hash = writer('hash', {});
export const integer = writer('integer', {});
export const count = writer('integer', { unit: 'count' });
export const number = writer('number', {});
export const percent = writer('number', { unit: 'percent' });
export const bps = writer('number', { unit: 'bps' });
export const boolean = writer('boolean', {});
export const date = writer('date', {});
export const datetime = writer('datetime', {});
export const idList = writer('id-list', {});
export const textList = writer('text-list', {});
export const object = writer('object', {});
export const objectList = writer('object-list', {});

export function metric(unit: Unit): Writer<Described & { readonly unit: Unit }> {
  return writer('metric', { unit });
}

/** The service filters by it; records hold it nested, see `fieldValue.ts`. */
export function derived(field: Described): Described {
  return { ...field, derived: true };
}

export function unseen<Of extends Described>(fields: Fields<Of>): Fields<Of> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, { ...field, unseen: true }]),
  );
}

export function group<Of extends Described>(
  heading: FieldGroup,
  fields: Fields<Of>,
): readonly (Field & Of)[] {
  return Object.entries(fields).map(([name, field]) => ({
    name,
    label: labelOfName(name),
    ...linkOf(name),
    ...field,
    group: heading,
  }));
}

const linked: Readonly<Record<string, string>> = {
  asset: 'assets',
  token: 'tokens',
  network: 'networks',
  platform: 'platforms',
  protocol: 'platforms',
  issuer: 'issuers',
  manager: 'managers',
};

function linkOf(name: string): Pick<Field, 'link'> {
  const [, word = ''] = /^(?:asset_|base_|parent_)?([a-z]+)_ids?$/.exec(name) ?? [];
  const link = linked[word];
  return link === undefined ? {} : { link };
}
