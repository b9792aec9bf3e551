import { describe, expect, it } from 'vitest';
import type { ResourceRecord } from '../../../../preload/contract/records.ts';
import { resourceNames, resources } from '../../../../preload/contract/resources.ts';
import { matchesWords } from '../../../../renderer/fields/find.ts';
import { countEmpty, sectionsOf } from '../../../../renderer/fields/groups.ts';
import { fieldsOf, inferField } from '../../../../renderer/fields/infer.ts';
import { isResourceName, linksOf } from '../../../../renderer/fields/links.ts';
import { fieldValue } from '../../../../renderer/fields/value.ts';

const asset: ResourceRecord = {
  id: 51,
  name: 'Halden Notes',
  ticker: null,
  issuer_id: '7',
  issuer_name: 'Halden Capital',
  network_ids: [1, 10],
  network_names: ['Base', 'Ethereum'],
  website: '',
  new_figure: 5,
};

describe('the value of a field', () => {
  const transaction: ResourceRecord = { id: 'a', asset: { name: 'Notes' }, 'odd.name': 1, token: null };

  it('is the member of that name, or the nested one of a dotted name', () => {
    expect(fieldValue(transaction, 'asset.name')).toBe('Notes');
    expect(fieldValue(transaction, 'odd.name')).toBe(1);
  });

  it('is absent where the way breaks off', () => {
    expect(fieldValue(transaction, 'token.name')).toBeUndefined();
    expect(fieldValue(transaction, 'missing.name')).toBeUndefined();
  });
});

describe('a field that the catalogue does not know', () => {
  it.each([
    ['https://example.com', 'url'],
    ['2025-11-25', 'date'],
    ['2025-11-25 12:04:33', 'datetime'],
    ['2025', 'text'],
    [5, 'integer'],
    [5.5, 'number'],
    [true, 'boolean'],
    [{ val: 1 }, 'metric'],
    [{ name: 'x' }, 'object'],
    [[1, 2], 'text-list'],
    [[{ id: 1 }], 'object-list'],
    [null, 'text'],
  ])('%j is taken for %s', (value, type) => {
    expect(inferField('new_field', value).type).toBe(type);
  });

  it('stands after the known ones, under Other, with the first value any record has', () => {
    const records: ResourceRecord[] = [{ id: 1, new_figure: null }, asset];
    const fields = fieldsOf(resources.assets, records);
    expect(fields).toHaveLength(resources.assets.fields.length + 1);
    expect(fields.at(-1)).toMatchObject({
      label: 'New figure',
      type: 'integer',
      group: 'Other',
      sortable: false,
    });
  });
});

describe('the sections of a record', () => {
  it('hold what matters first, then its fields in the order of the catalogue, and ids last', () => {
    const sections = sectionsOf(resources.assets, asset, { words: '', hideEmpty: true });
    expect(sections.map(({ heading, fields }) => [heading, ...fields.map(({ name }) => name)])).toEqual([
      ['Key figures', 'issuer_name', 'network_names'],
      ['Identity', 'name'],
      ['Other', 'new_figure'],
      ['Technical', 'id', 'issuer_id', 'network_ids'],
    ]);
  });

  it('show empty fields on request, and the number of these is known', () => {
    const all = sectionsOf(resources.assets, asset, { words: '', hideEmpty: false }).flatMap(
      ({ fields }) => fields,
    );
    expect(all).toHaveLength(resources.assets.fields.filter(({ derived }) => derived !== true).length + 1);
    expect(countEmpty(resources.assets, asset)).toBe(all.length - 7);
  });

  it('can be searched by words of the label or of the name', () => {
    const names = sectionsOf(resources.assets, asset, { words: 'ISSUER id', hideEmpty: true }).flatMap(
      ({ fields }) => fields.map(({ name }) => name),
    );
    expect(names).toEqual(['issuer_id']);
    expect(matchesWords({ label: 'Issuer', name: 'issuer_name' }, '  ')).toBe(true);
  });
});

describe('the links of a field', () => {
  const field = (name: string) => fieldsOf(resources.assets, []).find((candidate) => candidate.name === name);

  it.each([
    ['issuer_id', [{ resource: 'issuers', id: '7' }]],
    ['issuer_name', [{ resource: 'issuers', id: '7' }]],
    [
      'network_ids',
      [
        { resource: 'networks', id: 1 },
        { resource: 'networks', id: 10 },
      ],
    ],
    ['network_names', []],
    ['issuer', [{ resource: 'issuers', id: '7' }]],
    ['name', []],
  ])('%s', (name, links) => {
    const known = field(name);
    expect(known === undefined ? null : linksOf(resources.assets, known, asset)).toEqual(links);
  });
});

describe('the ways to related records', () => {
  it('of every resource lead to fields that exist', () => {
    const broken = resourceNames.flatMap((name) =>
      resources[name].related
        .filter(
          ({ resource, field }) =>
            !isResourceName(resource) || !resources[resource].fields.some((known) => known.name === field),
        )
        .map(({ label }) => `${name}: ${label}`),
    );
    expect(broken).toEqual([]);
  });
});
