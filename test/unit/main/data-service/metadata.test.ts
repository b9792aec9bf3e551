import { describe, expect, it } from 'vitest';
import { readMetadata } from '../../../../main/data-service/metadata.ts';

describe('readMetadata', () => {
  it('reads fields as an array, with defaults and aggregate choices', () => {
    const field = {
      name: 'network_id',
      label: 'Network',
      type: 'number',
      description: 'Where it lives.',
      filterable: true,
      sortable: true,
      operators: ['equals', 'nearlyEquals'],
    };
    expect(
      readMetadata({
        fields: [{ ...field, selectOptions: [{ value: 1, label: 'Ethereum' }] }],
        defaults: { sort: { field: 'name', direction: 'asc' }, pagination: { page: 1, perPage: 25 } },
        aggregate: {
          groupBy: ['date'],
          aggregateFunction: ['sum'],
          interval: ['day'],
          mode: [{ value: 'stock' }],
        },
      }),
    ).toEqual({
      fields: [{ ...field, options: [{ value: 1, label: 'Ethereum' }] }],
      defaultSort: { field: 'name', direction: 'asc' },
      defaultPerPage: 25,
      aggregate: { groupBy: ['date'], aggregateFunction: ['sum'], interval: ['day'], mode: ['stock'] },
    });
  });

  it.each([
    ['a map by name', { fields: { x: { type: 'number', operators: ['equals'] } } }],
    ['operators as objects', { fields: [{ name: 'x', type: 'number', operators: [{ name: 'equals' }] }] }],
    ['operators as a map', { fields: [{ field: 'x', type: 'number', operators: { equals: 'Equals' } }] }],
    ['an envelope', { results: { fields: [{ key: 'x', dataType: 'number', operators: ['equals'] }] } }],
    ['a list for an envelope', { results: [{ key: 'x', type: 'number', operators: ['equals'] }] }],
    ['a list alone', [{ name: 'x', type: 'number', operators: ['equals'] }]],
    ['a map alone', { x: { type: 'number', operators: ['equals'] } }],
    ['`data` around them', { data: { fields: [{ name: 'x', type: 'number', operators: ['equals'] }] } }],
    ['the resource around them', { tokens: { fields: { x: { type: 'number', operators: ['equals'] } } } }],
  ])('reads %s', (_what, answer) => {
    expect(readMetadata(answer)?.fields).toEqual([{ name: 'x', type: 'number', operators: ['equals'] }]);
  });

  it('reads fields that stand under what may be done with them', () => {
    const operators = ['equals'];
    expect(
      readMetadata({
        filters: [
          { field: 'x', type: 'number', operators },
          { field: 'y', operators },
        ],
        sorts: ['y', 'z'],
      })?.fields,
    ).toEqual([
      { name: 'x', type: 'number', operators, filterable: true, sortable: false },
      { name: 'y', operators, filterable: true, sortable: true },
      { name: 'z', filterable: false, sortable: true },
    ]);
    expect(readMetadata({ data: { filters: { x: { operators } } } })?.fields).toEqual([
      { name: 'x', operators, filterable: true },
    ]);
  });

  it('reads fields that are no more than a name, or a name and a type', () => {
    expect(readMetadata({ fields: ['x'] })?.fields).toEqual([{ name: 'x' }]);
    expect(readMetadata({ fields: { x: 'number', y: null } })?.fields).toEqual([
      { name: 'x', type: 'number' },
      { name: 'y' },
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

  it('reads choices as a map from value to label', () => {
    expect(
      readMetadata({ fields: { x: { options: { mint: 'Mint', burn: 2 } } } })?.fields[0]?.options,
    ).toEqual([
      { value: 'mint', label: 'Mint' },
      { value: 'burn', label: 'burn' },
    ]);
  });

  it('keeps members that it does not know', () => {
    expect(readMetadata({ fields: [{ name: 'x', since: '4.2' }], version: { minor: 2 } })).toEqual({
      fields: [{ name: 'x', further: { since: '4.2' } }],
      further: { version: { minor: 2 } },
    });
  });

  it('passes over what names no field, and refuses what holds none', () => {
    const fields = [{ type: 'number' }, 5, null, 'x'];
    expect(readMetadata({ fields })?.fields).toEqual([{ name: 'x' }]);
    expect(readMetadata({ fields: [{ type: 'number' }, 5, null] })).toBeNull();
    expect(readMetadata({ fields: [] })).toBeNull();
    expect(readMetadata({})).toBeNull();
    expect(readMetadata([])).toBeNull();
    expect(readMetadata(null)).toBeNull();
    expect(readMetadata('<html>')).toBeNull();
    expect(readMetadata({ message: 'Not found.' })).toBeNull();
    expect(readMetadata({ results: [{ id: 1, name: 'A bond', slug: 'a-bond' }], pagination: {} })).toBeNull();
  });
});
