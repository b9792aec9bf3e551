import { expect, it } from 'vitest';
import { resources } from '../../../../preload/contract/resources.ts';
import { neededFields } from '../../../../renderer/fields/needed.ts';

it('a table needs its columns, the name of the record, and the identifiers behind its links', () => {
  expect(
    neededFields(resources.assets, ['ticker', 'issuer_name', 'unknown_to_the_catalogue']).toSorted(),
  ).toEqual(['id', 'issuer_id', 'issuer_name', 'name', 'ticker']);
});
