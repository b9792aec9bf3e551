import { describe, expect, it } from 'vitest';
import { catalogueMetadata } from '../../../../../main/features/metadata/catalogueMetadata.ts';
import { mergeMetadata } from '../../../../../main/features/metadata/mergeMetadata.ts';
import type { ServiceField } from '../../../../../preload/contract/metadata.ts';
import { resources } from '../../../../../preload/contract/resources.ts';

const catalogue = catalogueMetadata('networks');

/** The metadata of networks as they are when the service tells these fields, and of the rest what the catalogue says. */
function told(...fields: ServiceField[]) {
  return mergeMetadata(catalogue, { metadata: { fields }, fetchedAt: 5 });
}

const everyField = resources.networks.fields.map(({ name }) => ({ name }));

describe('metadata of the service joined with the catalogue', () => {
  it('are the catalogue’s where the service gives none', () => {
    const metadata = mergeMetadata(catalogue, null, 'There is no such endpoint.');
    expect(metadata).toMatchObject({
      source: 'catalogue',
      fetchedAt: null,
      problem: 'There is no such endpoint.',
      request: '/v4/networks/meta',
      defaultSort: { field: 'name', direction: 'asc' },
    });
    expect(metadata.fields.map(({ name }) => name)).toEqual(everyField.map(({ name }) => name));
    expect(metadata.fields.every(({ origin }) => origin === 'catalogue')).toBe(true);
  });

  it('offer a field and an operator that the app has never heard of', () => {
    const metadata = told(
      ...everyField,
      { name: 'finality_seconds', type: 'number', operators: ['equals', 'between'] },
      { name: 'launched', type: 'date', filterable: true },
    );
    expect(metadata.fields.slice(-2)).toEqual([
      {
        name: 'finality_seconds',
        label: 'Finality seconds',
        type: 'number',
        fieldType: 'number',
        description: '',
        filterable: true,
        sortable: false,
        operators: ['equals', 'between'],
        options: [],
        origin: 'service',
      },
      expect.objectContaining({ name: 'launched', fieldType: 'date', filterable: true }),
    ]);
    const named = told({ name: 'name', operators: ['equals', 'soundsLike'] });
    expect(named.fields.find(({ name }) => name === 'name')).toMatchObject({
      operators: ['equals', 'soundsLike'],
      origin: 'both',
      label: 'Name',
    });
  });

  it('say which fields the service does not name any more, and keep them', () => {
    const metadata = told(...everyField.filter(({ name }) => name !== 'slug' && name !== 'color_hex'));
    expect(metadata.fields.find(({ name }) => name === 'slug')).toMatchObject({
      origin: 'catalogue',
      filterable: true,
    });
  });

  it('follow the service where it says what can be filtered and sorted', () => {
    const asset_count = told({ name: 'asset_count', filterable: true, sortable: false, operators: ['gte'] });
    expect(asset_count.fields.find(({ name }) => name === 'asset_count')).toMatchObject({
      filterable: true,
      sortable: false,
      operators: ['gte'],
    });
  });

  it('of aggregates fall back to the documented words and measures', () => {
    const metadata = mergeMetadata(catalogueMetadata('tokens/aggregates'), {
      metadata: {
        fields: [],
        aggregate: { groupBy: ['date', 'phase'], aggregateFunction: [], interval: [], mode: [] },
      },
      fetchedAt: 5,
    });
    expect(metadata.aggregate).toEqual({
      groupBy: ['date', 'phase'],
      aggregateFunction: ['sum', 'avg', 'min', 'max'],
      interval: ['day', 'week', 'month', 'year'],
      mode: ['stock', 'flow'],
    });
    const measures = metadata.fields.find(({ name }) => name === 'measure_slug')?.options ?? [];
    expect(measures.map(({ value }) => value)).toContain('net_asset_value_dollar');
  });
});
