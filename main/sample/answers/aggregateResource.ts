import { aggregateFields } from '../../../preload/contract/resources/aggregates.ts';
import type { Resource } from '../../../preload/contract/resources/types.ts';
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
