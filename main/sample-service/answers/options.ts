import type Database from 'better-sqlite3';
import { z } from 'zod';
import { hasManyValues } from '../../../preload/contract/resources/fieldValue.ts';
import { aggregateMeasures } from '../../../preload/contract/resources/aggregates.ts';
import type { Field } from '../../../preload/contract/resources/types.ts';
import { quote } from '../../store/query/sql.ts';
import type { SampleTables } from '../data/tables.ts';
import { transactionTypes } from '../data/transactions.ts';

/** A value that a field can have, as a reader chooses it. */
export interface Option {
  readonly value: string | number;
  readonly label: string;
}

/** Finds the options of a field of a table; none where a reader types the value. */
export type Options = (table: string, field: Field) => readonly Option[];

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

/** Resources whose records are few enough to be chosen from a list. */
const choosable: ReadonlySet<string> = new Set([
  'networks',
  'platforms',
  'issuers',
  'managers',
  'service-providers',
]);

const optionsSchema = z.array(z.object({ value: z.union([z.string(), z.number()]), label: z.string() }));

export function makeOptions(database: Database.Database, tables: SampleTables): Options {
  const read = (sql: string): readonly Option[] => optionsSchema.parse(database.prepare(sql).all());
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
      return read(
        `SELECT DISTINCT asset_class_id AS value, asset_class_name AS label FROM ${tables.assets.name} ORDER BY 2`,
      );
    }
    if (choosable.has(table) && ['id', 'name', 'slug'].includes(name)) {
      return read(`SELECT ${quote(name)} AS value, "name" AS label FROM ${quote(table)} ORDER BY 2`);
    }
    if (link !== undefined && choosable.has(link)) {
      return read(`SELECT "id" AS value, "name" AS label FROM ${quote(link)} ORDER BY 2`);
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
