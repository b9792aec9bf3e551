import type Database from 'better-sqlite3';
import { z } from 'zod';
import type { Json } from '../../../preload/contract/json.ts';
import type { Filter } from '../../../preload/contract/query.ts';
import { aggregateFields } from '../../../preload/contract/resources/aggregates.ts';
import type { Field, Resource } from '../../../preload/contract/resources/types.ts';
import { compileWhere } from '../../store/query/compile.ts';
import { valueIn } from '../../store/query/records.ts';
import { makeTable, type Table } from '../../store/query/tables.ts';
import { isInvestable } from '../data/records.ts';
import { measures, type Measure } from '../data/series.ts';
import { historyDays, timeMs, type SampleAsset, type SampleToken, type World } from '../data/world.ts';

export interface Member {
  readonly measure: Measure;
  readonly asset: SampleAsset;
  readonly token: SampleToken;
}

export type AggregateTables = ReturnType<typeof makeAggregateTables>;

const aggregates: Resource = {
  name: 'aggregates',
  path: '/v4/assets/aggregates',
  label: 'Aggregates',
  singular: 'Aggregate',
  description: 'Figures of tokens, summed up by group and day.',
  hasRecordEndpoint: false,
  defaultSort: { field: 'measure_id', direction: 'asc' },
  defaultPerPage: 25,
  titleField: 'measure_slug',
  fields: aggregateFields,
  defaultColumns: ['measure_slug'],
  related: [],
};

function tableOf(name: string, isField: (field: Field) => boolean): Table {
  return makeTable({ ...aggregates, name, fields: aggregateFields.filter(isField) });
}

const table = makeTable(aggregates);
const isOfDay = ({ name }: Field): boolean => name === 'date';
const isOfMeasure = ({ name }: Field): boolean => name.startsWith('measure_');
const daysTable = tableOf('aggregate_days', isOfDay);
const measuresTable = tableOf('aggregate_measures', isOfMeasure);
const membersTable = tableOf('aggregate_members', (field) => !isOfDay(field) && !isOfMeasure(field));

/**
 * Makes the tables for filters: every token with every measure (`aggregates`), and every day of history.
 * Rule: service notes, "Aggregates and timeseries": a filter names the measure.
 */
export function makeAggregateTables(database: Database.Database, { assets }: World, firstDay: number) {
  const members = assets.flatMap((asset) => asset.tokens.map((token) => ({ asset, token })));
  const days = Array.from({ length: historyDays }, (_, index) => new Date(timeMs(firstDay + index, 0)));
  fill(
    database,
    daysTable,
    days.map((day) => ({ date: day.toISOString() })),
  );
  fill(
    database,
    measuresTable,
    measures.map(({ id, slug }) => ({ measure_id: id, measure_slug: slug })),
  );
  fill(database, membersTable, members.map(memberRecord));
  database.exec(
    `CREATE TEMP VIEW ${table.name} AS SELECT m.*, t.*, m._key AS measure_key, t._key AS token_key
     FROM ${measuresTable.name} m CROSS JOIN ${membersTable.name} t`,
  );
  return {
    findMembers(filter: Filter): readonly Member[] {
      const { where, parameters } = compileWhere(table, filter, { openFields: false });
      const sql = `SELECT r.measure_key, r.token_key FROM ${table.name} r WHERE ${where} ORDER BY 1, 2`;
      return pairsSchema.parse(database.prepare(sql).raw().all(parameters)).flatMap(([measureKey, key]) => {
        const [measure, member] = [measures[measureKey], members[key]];
        return measure === undefined || member === undefined ? [] : [{ measure, ...member }];
      });
    },
    /** For each day of history 1 if it matches, else 0. */
    findDays(filter: Filter): Uint8Array {
      const { where, parameters } = compileWhere(daysTable, filter, { openFields: false });
      const sql = `SELECT ${where} FROM ${daysTable.name} r ORDER BY r._key`;
      return Uint8Array.from(flagsSchema.parse(database.prepare(sql).pluck().all(parameters)), Number);
    },
  };
}

const pairsSchema = z.array(z.tuple([z.int(), z.int()]));
const flagsSchema = z.array(z.int().nullable());

function fill(database: Database.Database, own: Table, records: readonly MemberRecord[]): void {
  const columns = own.columns.map(({ sql, codec }) => `${sql} ${codec.sqlType}`);
  database.exec(
    `CREATE TEMP TABLE ${own.name} (${['_key INTEGER PRIMARY KEY', ...columns].join(', ')}) STRICT`,
  );
  const insert = database.prepare(`INSERT INTO ${own.name} VALUES (?, ${columns.map(() => '?').join(', ')})`);
  records.forEach((record, key) => {
    insert.run(key, ...own.columns.map((column) => valueIn(own, column, { id: key, ...record })));
  });
}

type MemberRecord = Readonly<Record<string, Json>>;

function memberRecord({ asset, token }: Omit<Member, 'measure'>): MemberRecord {
  const { assetClass, issuer } = asset;
  const { network, platform, tokenization } = token;
  return {
    token_id: token.id,
    asset_id: asset.id,
    asset_name: asset.name,
    is_investable: isInvestable(asset),
    asset_class_id: assetClass.id,
    asset_class_name: assetClass.name,
    asset_class_slug: assetClass.slug,
    network_id: network.id,
    network_name: network.name,
    network_slug: network.slug,
    protocol_id: platform?.id ?? null,
    protocol_name: platform?.name ?? null,
    protocol_slug: platform?.slug ?? null,
    tokenization_type_id: tokenization.id,
    issuer_id: issuer.id,
    issuer_name: issuer.name,
  };
}
