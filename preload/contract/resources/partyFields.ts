import { field, type UngroupedField } from './fields.ts';
import type { Resource } from './types.ts';

/** Parties have a list alone, which is sorted by name. */
export const listedByName = {
  hasRecordEndpoint: false,
  defaultSort: { field: 'name', direction: 'asc' },
  defaultPerPage: 25,
  titleField: 'name',
} as const satisfies Partial<Resource>;

/** Arrays that split a party's figures by one criterion; each element has an id, a name, counts and metrics. */
const statsLabels = {
  asset_class_stats: ['Asset classes', 'class of assets'],
  network_stats: ['Networks', 'network'],
  protocol_stats: ['Platforms', 'tokenization platform'],
  issuer_stats: ['Issuers', 'issuer'],
  jurisdiction_country_stats: ['Jurisdictions', 'country whose law governs the assets'],
} as const;

export type StatsName = keyof typeof statsLabels;

/** The stats arrays of a record. Rule: data service interface, "Platform"; assumed for networks. */
export function statsFields(names: readonly StatsName[]): readonly UngroupedField[] {
  return names.map((name) => {
    const [label, criterion] = statsLabels[name];
    return field('object-list', name, `The figures split by ${criterion}.`, { label });
  });
}

/** Name, slug and description, which every party has. `noun` names it in a sentence. */
export function nameFields(noun: string, searchableSlug: boolean): readonly UngroupedField[] {
  return [
    field('id', 'id', `Identifier of the ${noun}.`),
    field('text', 'name', `Name of the ${noun}.`, { searchable: true }),
    field('text', 'slug', `URL slug of the ${noun}.`, { searchable: searchableSlug }),
  ];
}
