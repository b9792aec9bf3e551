import { expect, it } from 'vitest';
import { aggregateRequest } from '../../../../main/data-service/aggregates.ts';

it('sorts by one field, as the service takes it', () => {
  const request = aggregateRequest('assets', 'value', {
    sort: { field: 'group', direction: 'asc', thenBy: [{ field: 'value', direction: 'desc' }] },
  });
  expect(decodeURIComponent(request)).toBe(
    '/v4/assets/aggregates?query={"sort":{"field":"group","direction":"asc"}}',
  );
});
