import type { SearchHit } from '../../preload/contract/calls/search.ts';
import { isJsonObject } from '../../preload/contract/json.ts';
import type { Filter } from '../../preload/contract/query.ts';
import type { ResourceRecord } from '../../preload/contract/records.ts';
import { findField, resources, type Field, type ResourceName } from '../../preload/contract/resources.ts';

/** The fields in which a text is looked for at the service. Rule: service notes, "Filters": search by `ilike`. */
export function searchFields(resource: ResourceName): Field[] {
  const { fields } = resources[resource];
  return fields.filter(
    ({ searchable, filterable, type }) =>
      filterable && (searchable || type === 'address' || type === 'hash' || typedInNames.has(type)),
  );
}

const typedInNames: ReadonlySet<string> = new Set(['address', 'hash']);

/** The filter that stands for a search. Addresses and hashes are asked by their beginning, the rest by any part. */
export function searchFilter(resource: ResourceName, text: string): Filter {
  return {
    operator: 'or',
    filters: searchFields(resource).map(({ name, type }) =>
      typedInNames.has(type)
        ? { operator: 'startsWith', field: name, value: text }
        : { operator: 'ilike', field: name, value: `%${text}%` },
    ),
  };
}

/** What a record that holds the text is shown as; null where no field holds it. */
export function hitOf(resource: ResourceName, record: ResourceRecord, text: string): SearchHit | null {
  const wanted = text.toLowerCase();
  for (const field of searchFields(resource)) {
    const value = record[field.name];
    if (typeof value !== 'string') continue;
    const start = value.toLowerCase().indexOf(wanted);
    if (start < 0) continue;
    const isWhole = value.length === text.length;
    return {
      key: `${resource} ${String(record.id)}`,
      resource,
      id: record.id,
      query: null,
      title: titleOf(resource, record),
      subtitle: subtitleOf(resource, record),
      field: field.name,
      fieldLabel: field.label,
      ...excerpt(value, start, start + text.length),
      match: isWhole ? 'exact' : start === 0 ? 'prefix' : 'word',
    };
  }
  return null;
}

/** The name of a record to a reader. */
export function titleOf(resource: ResourceName, record: ResourceRecord): string {
  const title = record[resources[resource].titleField];
  return typeof title === 'string' && title !== '' ? title : String(record.id);
}

/** What tells a record from others of the same title. */
export function subtitleOf(resource: ResourceName, record: ResourceRecord): string {
  return subtitleFields[resource]
    .map((name) => textOf(record, name))
    .filter((part) => part !== '')
    .join(' · ');
}

/** A dot leads into a nested record. */
const subtitleFields: Readonly<Record<ResourceName, readonly string[]>> = {
  assets: ['ticker', 'asset_class_name', 'issuer_name'],
  tokens: ['asset.ticker', 'network_name', 'protocol_name'],
  networks: ['layer_description', 'virtual_machine_type'],
  platforms: ['slug'],
  issuers: ['legal_structure_type', 'legal_structure_country_name'],
  managers: ['slug'],
  'service-providers': ['slug'],
  transactions: ['date', 'transaction_type.name', 'asset.name'],
};

function textOf(record: ResourceRecord, path: string): string {
  const [name = '', member] = path.split('.');
  const value = record[name];
  const inner = member !== undefined && isJsonObject(value) ? value[member] : value;
  return typeof inner === 'string' ? inner : '';
}

/** How much of a long text is shown around a match, in UTF-16 units. */
const shownBefore = 30;
const shownAfter = 90;

/** A text shortened around the match, and where the match is in it. */
export function excerpt(
  value: string,
  start: number,
  end: number,
): { matched: string; ranges: [number, number][] } {
  const from = start <= shownBefore + 10 ? 0 : start - shownBefore;
  const to = Math.min(value.length, end + shownAfter);
  const before = from > 0 ? '…' : '';
  const matched = `${before}${value.slice(from, to)}${to < value.length ? '…' : ''}`;
  const shift = before.length - from;
  return { matched, ranges: [[start + shift, end + shift]] };
}

/** The field of a resource by its name; `id` where the catalogue does not know it. */
export function labelOfField(resource: ResourceName, name: string): string {
  return findField(resources[resource], name)?.label ?? name;
}
