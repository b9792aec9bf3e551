import type { Json } from '../../../preload/contract/json.ts';
import { operatorsOfType } from '../../../preload/contract/operators.ts';
import { resources, type ResourceName } from '../../../preload/contract/resources.ts';
import {
  aggregateFields,
  aggregateFunctions,
  aggregateGroupKeys,
  aggregateIntervals,
  aggregateModes,
  aggregateMeasures,
} from '../../../preload/contract/resources/aggregates.ts';
import type { Field, FieldType } from '../../../preload/contract/resources/types.ts';
import type { SampleData } from '../data/database.ts';
import { aggregateSorts, defaultAggregateSort, type AggregateKind } from './aggregates.ts';
import { once } from '../../platform/once.ts';
import { makeBoundedMap } from '../../store/query/statements.ts';
import type Database from 'better-sqlite3';
import { z } from 'zod';
import { hasManyValues } from '../../../preload/contract/resources/fieldValue.ts';
import { quote } from '../../store/query/sql.ts';
import { assetClasses, type SampleParty } from '../data/parties.ts';
import { transactionTypes } from '../data/transactions.ts';
import type { World } from '../data/world.ts';

export type Metadata = ReturnType<typeof makeMetadata>;

/** Rule: service notes, "Metadata" (an assumed shape). */
export function makeMetadata({ database, histories }: SampleData) {
  const made = makeBoundedMap<string>(20);
  const makeOnce = once(() => makeOptions(database, histories().world));
  const options: Options = (table, field) => makeOnce()(table, field);
  return {
    resource: (name: ResourceName): string =>
      made.get(name, () => {
        const resource = resources[name];
        return JSON.stringify({
          fields: resource.fields.map((field) => describeField(resource.name, field, options)),
          defaults: {
            sort: resource.defaultSort,
            pagination: { page: 1, perPage: resource.defaultPerPage },
          },
          ...(name === 'assets' || name === 'tokens' ? { aggregate: aggregateTerms(name) } : {}),
        });
      }),
    aggregates: (name: AggregateKind): string =>
      made.get(`${name}/aggregates`, () =>
        JSON.stringify({
          // The other fields only select figures.
          fields: aggregateFields.map((field) =>
            describeField('aggregates', { ...field, sortable: field.name === 'date' }, options),
          ),
          defaults: { sort: defaultAggregateSort, pagination: { page: 1, perPage: 25 } },
          aggregate: aggregateTerms(name),
        }),
      ),
  };
}

function describeField(table: string, field: Field, options: Options): Json {
  const selectOptions = options(table, field);
  return {
    name: field.name,
    label: field.label,
    type: field.type === 'id' && hasTextIds(table, field) ? 'string' : typeNames[field.type],
    description: field.description,
    filterable: field.filterable,
    sortable: field.sortable,
    operators: field.filterable ? operatorsOfType[field.type] : [],
    ...(selectOptions.length > 0 ? { selectOptions } : {}),
  };
}

function aggregateTerms(name: 'assets' | 'tokens'): Json {
  return {
    groupBy: aggregateGroupKeys[name],
    aggregateFunction: aggregateFunctions,
    interval: aggregateIntervals,
    mode: aggregateModes,
    // `groupBy` stands for the group key.
    sort: {
      aggregates: [...aggregateSorts.value, 'groupBy'],
      timeseries: [...aggregateSorts.points, 'groupBy'],
    },
  };
}

const typeNames: Readonly<Record<FieldType, string>> = {
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

type Option = Readonly<{ value: string | number; label: string }>;

type Options = (table: string, field: Field) => readonly Option[];

/** Returns whether ids are texts. Rule: service notes, "Records". */
function hasTextIds(table: string, { name, link }: Pick<Field, 'name' | 'link'>): boolean {
  return link === 'issuers' || (name === 'id' && (table === 'issuers' || table === 'transactions'));
}

const enumerated: ReadonlySet<string> = new Set([
  'asset_class_name',
  'type',
  'issuance_type',
  'tokenization_type',
  'tokenization_sponsorship_type',
  'transferability_type',
  'network_name',
  'network_slug',
  'protocol_name',
  'protocol_slug',
  'asset_class_slug',
  'measure_slug',
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

function choicesOf({ networks, platforms, issuers, managers, providers }: World) {
  const kinds = { networks, platforms, issuers, managers, 'service-providers': providers };
  const byName = (a: Choice, b: Choice): number => Buffer.compare(Buffer.from(a.name), Buffer.from(b.name));
  return new Map<string, readonly Choice[]>(
    Object.entries(kinds).map(([kind, parties]) => [kind, parties.toSorted(byName)]),
  );
}

type Choice = Pick<SampleParty, 'id' | 'name' | 'slug'>;

const optionsSchema = z.array(z.object({ value: z.union([z.string(), z.number()]), label: z.string() }));

function makeOptions(database: Database.Database, world: World): Options {
  const read = (sql: string): readonly Option[] => optionsSchema.parse(database.prepare(sql).all());
  const choices = choicesOf(world);
  const classes = assetClasses.filter((one) => world.assets.some(({ assetClass }) => assetClass === one));
  return (table, field) => {
    const { name, link, filterable } = field;
    if (!filterable) return [];
    if (name === 'transaction_type_id') {
      return transactionTypes.map(({ id, name: label }) => ({ value: id, label }));
    }
    if (name === 'measure_id') {
      return aggregateMeasures.map(({ id, label }) => ({ value: id, label }));
    }
    if (name === 'asset_class_id') {
      const options = classes.map(({ id, name: label }) => ({ value: id, label }));
      return options.sort((a, b) => (a.label < b.label ? -1 : 1));
    }
    const isOwn = choices.has(table) && (name === 'id' || name === 'name' || name === 'slug');
    const chosen = choices.get(isOwn ? table : (link ?? ''));
    if (chosen !== undefined) {
      const key = isOwn ? name : 'id';
      const valueOf = (choice: Choice): string | number =>
        hasTextIds(table, field) ? choice.id.toString() : choice[key];
      return chosen.map((choice) => ({ value: valueOf(choice), label: choice.name }));
    }
    if (!enumerated.has(name)) return [];
    const column = quote(name);
    return hasManyValues(field)
      ? read(
          `SELECT DISTINCT e.value, e.value AS label FROM ${quote(table)}, json_each(${column}) e ORDER BY 1`,
        )
      : read(
          `SELECT DISTINCT ${column} AS value, ${column} AS label FROM ${quote(table)} WHERE ${column} IS NOT NULL ORDER BY 1`,
        );
  };
}
