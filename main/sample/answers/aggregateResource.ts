import { field, group } from '../../../preload/contract/resources/fields.ts';
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
  fields: group('Classification', [
    field('text', 'measure_slug', 'Measure', 'The figure to be summed up, by the name of its metric.'),
    field('id', 'measure_id', 'Measure id', 'The figure to be summed up, by its number.'),
    field('id', 'asset_id', 'Asset id', 'Identifier of the asset.', { link: 'assets' }),
    field('text', 'asset_name', 'Asset', 'Name of the asset.'),
    field('id', 'asset_class_id', 'Asset class id', 'Identifier of the class of assets.'),
    field('text', 'asset_class_name', 'Asset class', 'Name of the class of assets.'),
    field('id', 'token_id', 'Token id', 'Identifier of the token.', { link: 'tokens' }),
    field('id', 'network_id', 'Network id', 'Identifier of the network of the token.', { link: 'networks' }),
    field('text', 'network_name', 'Network', 'Name of the network of the token.'),
    field('text', 'network_slug', 'Network slug', 'Slug of the network of the token.'),
    field('id', 'protocol_id', 'Platform id', 'Identifier of the tokenization platform of the token.', {
      link: 'platforms',
    }),
    field('text', 'protocol_name', 'Platform', 'Name of the tokenization platform of the token.'),
    field('text', 'protocol_slug', 'Platform slug', 'Slug of the tokenization platform of the token.'),
    field('id', 'issuer_id', 'Issuer id', 'Identifier of the issuer of the asset.', { link: 'issuers' }),
    field('text', 'issuer_name', 'Issuer', 'Name of the issuer of the asset.'),
  ]),
  defaultColumns: ['measure_slug'],
  related: [],
};

/** The days of a series. */
const days: Resource = {
  ...aggregates,
  name: 'series_days',
  defaultSort: { field: 'date', direction: 'asc' },
  titleField: 'date',
  fields: group('Identity', [field('date', 'date', 'Date', 'Day of the figure in UTC.')]),
  defaultColumns: ['date'],
};

/** The fields of aggregates, those of the days included. */
export const aggregateFields: Resource['fields'] = [...aggregates.fields, ...days.fields];

export const membersTable: Table = makeTable(aggregates);
export const daysTable: Table = makeTable(days);
