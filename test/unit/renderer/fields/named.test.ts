import { expect, it } from 'vitest';
import { findField, resources } from '../../../../preload/contract/resources.ts';
import { labelledByName } from '../../../../renderer/fields/named.ts';

function headingOf(resource: keyof typeof resources, name: string): string | undefined {
  const field = findField(resources[resource], name);
  return field === undefined ? undefined : labelledByName(field).label;
}

it('a column of identifiers shown as names is headed by what they name', () => {
  expect(headingOf('transactions', 'network_id')).toBe('Network');
  expect(headingOf('tokens', 'protocol_id')).toBe('Platform');
  expect(headingOf('assets', 'network_ids')).toBe('Networks');
});

it('other columns keep their heading', () => {
  expect(headingOf('assets', 'id')).toBe('Id');
  expect(headingOf('assets', 'name')).toBe('Name');
  expect(headingOf('assets', 'protocol_ids')).toBe('Platform ids');
});
