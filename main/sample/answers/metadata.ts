import type Database from 'better-sqlite3';
import type { Json } from '../../../preload/contract/json.ts';
import { operatorsOfType } from '../../../preload/contract/operators.ts';
import type { ResourceName } from '../../../preload/contract/resources.ts';
import type { Field, FieldType, Resource } from '../../../preload/contract/resources/types.ts';
import { quote } from '../../store/query/sql.ts';
import type { SampleTables } from '../data/schema.ts';
import { transactionTypes } from '../data/transactionWriter.ts';
import { aggregateIntervals, aggregateFunctions, aggregateModes, groupKeys } from './aggregateWords.ts';
import { makeKept } from './kept.ts';

/**
 * What can be asked of each resource, as JSON text. Made from the catalogue; the options of a field are the values that the
 * data hold.
 *
 * Rule: field notes, "Metadata endpoints" (the shape is assumed there).
 */
export function makeMetadata(
  database: Database.Database,
  tables: SampleTables,
): (name: ResourceName) => string {
  const made = makeKept<string>(Object.keys(tables).length);
  return (name) =>
    made.get(name, () => {
      const { resource } = tables[name];
      return JSON.stringify({
        fields: resource.fields.map((field) =>
          describeField(field, optionsOf(database, tables, resource, field)),
        ),
        defaults: {
          sort: resource.defaultSort,
          pagination: { page: 1, perPage: resource.defaultPerPage },
        },
        ...(name === 'assets' || name === 'tokens' ? { aggregate: aggregateWords(name) } : {}),
      });
    });
}

export interface Option {
  readonly value: string | number;
  readonly label: string;
}

/** A field as a metadata endpoint tells of it. */
export function describeField(field: Field, selectOptions: readonly Option[]): Json {
  return {
    name: field.name,
    label: field.label,
    type: typeWords[field.type],
    description: field.description,
    filterable: field.filterable,
    sortable: field.sortable,
    operators: field.filterable ? operatorsOfType[field.type] : [],
    ...(selectOptions.length > 0
      ? { selectOptions: selectOptions.map(({ value, label }) => ({ value, label })) }
      : {}),
  };
}

export function aggregateWords(name: 'assets' | 'tokens'): Json {
  return {
    groupBy: Object.keys(groupKeys(name)),
    aggregateFunction: aggregateFunctions,
    interval: aggregateIntervals,
    mode: aggregateModes,
  };
}

const typeWords: Readonly<Record<FieldType, string>> = {
  id: 'number',
  text: 'string',
  url: 'string',
  color: 'string',
  address: 'string',
  hash: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  date: 'date',
  datetime: 'datetime',
  metric: 'metric',
  'id-list': 'array',
  'text-list': 'array',
  object: 'object',
  'object-list': 'array',
};

/** Fields of few different texts. */
const enumerated: ReadonlySet<string> = new Set([
  'asset_class_name',
  'type',
  'issuance_type',
  'tokenization_type',
  'tokenization_sponsorship_type',
  'transferability_type',
  'network_name',
  'layer_description',
  'virtual_machine_type',
  'legal_structure_type',
  'legal_structure_country_name',
  'jurisdiction_country_name',
  'legal_structure__country_name',
  'regulatory_framework',
  'primary_market__subscription_frequency',
  'primary_market__redemption_frequency',
  'primary_market__base_asset_ticker',
  'denomination_asset_ticker',
  'pegged_asset_name',
]);

/** Resources whose records are few enough to be chosen from a list. */
const choosable: ReadonlySet<string> = new Set([
  'networks',
  'platforms',
  'issuers',
  'managers',
  'service-providers',
]);

function optionsOf(
  database: Database.Database,
  tables: SampleTables,
  resource: Resource,
  { name, link, filterable }: Field,
): readonly Option[] {
  if (!filterable) return [];
  if (name === 'transaction_type_id')
    return transactionTypes.map(({ id, name: label }) => ({ value: id, label }));
  if (name === 'asset_class_id') {
    return readOptions(
      database,
      `SELECT DISTINCT "asset_class_id" AS value, "asset_class_name" AS label FROM ${tables.assets.name} ORDER BY 2`,
    );
  }
  if (link !== undefined && choosable.has(link)) {
    return readOptions(database, `SELECT "id" AS value, "name" AS label FROM ${quote(link)} ORDER BY 2`);
  }
  if (!enumerated.has(name)) return [];
  return readOptions(
    database,
    `SELECT DISTINCT ${quote(name)} AS value, ${quote(name)} AS label FROM ${quote(resource.name)} WHERE ${quote(name)} IS NOT NULL ORDER BY 1`,
  );
}

export function readOptions(database: Database.Database, sql: string): readonly Option[] {
  return database
    .prepare<[], { value: unknown; label: unknown }>(sql)
    .all()
    .map(({ value, label }) => ({
      value: typeof value === 'number' ? value : String(value),
      label: String(label),
    }));
}
