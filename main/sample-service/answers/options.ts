import type Database from 'better-sqlite3';
import { z } from 'zod';
import { hasManyValues } from '../../../preload/contract/resources/fieldValue.ts';
import { aggregateMeasures } from '../../../preload/contract/resources/aggregates.ts';
import type { Field } from '../../../preload/contract/resources/types.ts';
import { quote } from '../../store/query/sql.ts';
import { assetClasses, type SampleParty } from '../data/parties.ts';
import { transactionTypes } from '../data/transactions.ts';
import type { World } from '../data/world.ts';

/** A value that a field can have, as a reader chooses it. */
export interface Option {
  readonly value: string | number;
  readonly label: string;
}

/** Finds the options of a field of a table; none where a reader types the value. */
export type Options = (table: string, field: Field) => readonly Option[];

/** True where records hold identifiers as texts. Rule: service notes, "Records". */
export function hasTextIds(table: string, { name, link }: Pick<Field, 'name' | 'link'>): boolean {
  return link === 'issuers' || (name === 'id' && (table === 'issuers' || table === 'transactions'));
}

/** Fields of few different texts. */
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

/** Records that are few enough to be chosen from a list, by name. */
function choicesOf({ networks, platforms, issuers, managers, providers }: World) {
  const byName = (parties: readonly Choice[]): readonly Choice[] =>
    parties.toSorted((a, b) => Buffer.compare(Buffer.from(a.name), Buffer.from(b.name)));
  return new Map([
    ['networks', byName(networks)],
    ['platforms', byName(platforms)],
    ['issuers', byName(issuers)],
    ['managers', byName(managers)],
    ['service-providers', byName(providers)],
  ]);
}

type Choice = Pick<SampleParty, 'id' | 'name' | 'slug'>;

const optionsSchema = z.array(z.object({ value: z.union([z.string(), z.number()]), label: z.string() }));

export function makeOptions(database: Database.Database, world: World): Options {
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
    const own = choices.get(table);
    if (own !== undefined && (name === 'id' || name === 'name' || name === 'slug')) {
      return own.map((choice) => ({
        value: hasTextIds(table, field) ? choice.id.toString() : choice[name],
        label: choice.name,
      }));
    }
    const linked = choices.get(link ?? '');
    if (linked !== undefined)
      return linked.map(({ id, name: label }) => ({
        value: hasTextIds(table, field) ? id.toString() : id,
        label,
      }));
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
