import { expect, it } from 'vitest';
import { resources } from '../../../../preload/contract/resources.ts';
import { smallGridColumns } from '../../../../renderer/fields/smallGrid.ts';

function names(
  resource: 'tokens' | 'assets' | 'issuers' | 'service-providers',
  most: number,
  shared: string,
): string[] {
  return smallGridColumns(resources[resource], most, shared).map(({ name }) => name);
}

it('a small grid has the name first and always a figure', () => {
  expect(names('tokens', 3, 'asset_id')).toEqual(['name', 'market_value_dollar', 'network_name']);
  expect(names('issuers', 3, 'asset_ids')).toEqual([
    'name',
    'bridged_token_value_dollar',
    'legal_structure_type',
  ]);
});

it('what is the same in all rows has no column', () => {
  expect(names('tokens', 4, 'network_id')).toEqual(['name', 'market_value_dollar', 'asset', 'protocol_name']);
  expect(names('assets', 20, 'network_ids')).not.toContain('network_names');
});

it('a resource without figures has the columns it has', () => {
  expect(names('service-providers', 7, 'network_ids')).toEqual(['name', 'description']);
});
