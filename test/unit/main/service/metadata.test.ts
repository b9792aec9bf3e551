import { describe, expect, it } from 'vitest';
import { readMetadata } from '../../../../main/service/metadata.ts';

const plain = { type: 'number', description: '', filterable: true, sortable: false };

describe('readMetadata', () => {
  it('reads fields as an array, with defaults and aggregate choices', () => {
    expect(
      readMetadata({
        fields: [
          {
            name: 'network_id',
            label: 'Network',
            type: 'number',
            description: 'Where it lives.',
            filterable: true,
            sortable: true,
            operators: ['equals', 'nearlyEquals'],
            selectOptions: [{ value: 1, label: 'Ethereum' }],
          },
        ],
        defaults: { sort: { field: 'name', direction: 'asc' }, pagination: { page: 1, perPage: 25 } },
        aggregate: {
          groupBy: ['date'],
          aggregateFunction: ['sum'],
          interval: ['day'],
          mode: [{ value: 'stock' }],
        },
      }),
    ).toEqual({
      source: 'service',
      fields: [
        {
          name: 'network_id',
          label: 'Network',
          type: 'number',
          description: 'Where it lives.',
          filterable: true,
          sortable: true,
          operators: ['equals', 'nearlyEquals'],
          options: [{ value: 1, label: 'Ethereum' }],
        },
      ],
      defaultSort: { field: 'name', direction: 'asc' },
      defaultPerPage: 25,
      aggregate: { groupBy: ['date'], aggregateFunction: ['sum'], interval: ['day'], mode: ['stock'] },
    });
  });

  it.each([
    ['a map by name', { fields: { x: { type: 'number', operators: ['equals'] } } }],
    ['operators as objects', { fields: [{ name: 'x', type: 'number', operators: [{ name: 'equals' }] }] }],
    ['operators as a map', { fields: [{ field: 'x', type: 'number', operators: { equals: 'Equals' } }] }],
  ])('reads %s', (_what, answer) => {
    expect(readMetadata(answer)?.fields).toEqual([
      { name: 'x', label: 'x', ...plain, operators: ['equals'], options: [] },
    ]);
  });

  it.each([
    ['options', [1, 'two']],
    ['values', [{ id: 1, name: '1' }, 'two']],
    ['selectOptions', [{ value: 1 }, { value: 'two', label: 'two' }]],
  ])('reads choices under %s', (member, choices) => {
    expect(readMetadata({ fields: [{ name: 'x', [member]: choices }] })?.fields[0]?.options).toEqual([
      { value: 1, label: '1' },
      { value: 'two', label: 'two' },
    ]);
  });

  it('passes over what names no field, and refuses what holds none', () => {
    expect(readMetadata({ fields: [{ type: 'number' }, 5, null] })?.fields).toEqual([]);
    expect(readMetadata({})).toBeNull();
    expect(readMetadata([])).toBeNull();
    expect(readMetadata('<html>')).toBeNull();
  });
});
