import { aggregateFields } from '../../../preload/contract/resources/aggregates.ts';
import type { Resource } from '../../../preload/contract/resources/types.ts';
import type { AggregatePlan } from './aggregatePlan.ts';
import type { GroupType } from './aggregateTerms.ts';
import { makeTable, type Table } from '../../store/query/tables.ts';

/**
 * What filters of aggregates can ask for: every token with every measure. Rule: service notes, "Aggregates and timeseries": the
 * measure is named by a filter.
 */
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
  fields: aggregateFields.filter(({ name }) => name !== 'date'),
  defaultColumns: ['measure_slug'],
  related: [],
};

/** The days of a series. */
const days: Resource = {
  ...aggregates,
  name: 'series_days',
  defaultSort: { field: 'date', direction: 'asc' },
  titleField: 'date',
  fields: aggregateFields.filter(({ name }) => name === 'date'),
  defaultColumns: ['date'],
};

export const membersTable: Table = makeTable(aggregates);
export const daysTable: Table = makeTable(days);

/** What makes a group, as SQL over the table of members `r`. */
export interface GroupColumns {
  readonly id: string;
  readonly name: string;
  readonly color: string;
}

export const groupColumns: Readonly<Record<GroupType, GroupColumns>> = {
  date: { id: 'NULL', name: "'All'", color: 'NULL' },
  measure: { id: 'r.measure_id', name: 'r.measure_name', color: 'NULL' },
  asset: { id: 'r.asset_id', name: 'r.asset_name', color: 'r.asset_class_color' },
  token: { id: 'r.token_id', name: 'r.token_name', color: 'r.asset_class_color' },
  asset_class: { id: 'r.asset_class_id', name: 'r.asset_class_name', color: 'r.asset_class_color' },
  network: { id: 'r.network_id', name: 'r.network_name', color: 'r.network_color' },
  protocol: { id: 'r.protocol_id', name: 'r.protocol_name', color: 'r.protocol_color' },
  issuer: { id: 'r.issuer_id', name: 'r.issuer_name', color: 'r.issuer_color' },
};

/** The `ORDER BY` of answers, over `group_id`, `measure_id` and `answer`. Groups that are no days stay in order when days are sorted. */
export function aggregateOrder({ sort, groupType }: AggregatePlan, table = ''): string {
  const columns = sort.field === 'value' ? ['answer', 'group_id', 'measure_id'] : ['group_id', 'measure_id'];
  const isOfPoints = sort.field === 'date' && groupType !== 'date';
  const direction = sort.direction === 'asc' || isOfPoints ? 'ASC' : 'DESC';
  return `ORDER BY ${columns.map((name, index) => `${table}${name}${index === 0 ? ` ${direction} NULLS LAST` : ''}`).join(', ')}`;
}
