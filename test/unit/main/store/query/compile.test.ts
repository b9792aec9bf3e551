import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { queriesOf, recordsOf } from './arbitraries.ts';
import { naiveQuery } from './naiveQuery.ts';
import { resourceOfAllTypes } from './sampleResource.ts';
import { openTestTable } from './testTable.ts';

/** Random queries over random records: SQL and the naive evaluation give the same records in the same order. */

describe.each([
  { kind: 'a resource with few records', resource: resourceOfAllTypes('things') },
  {
    kind: 'a resource with many records, where every field has an index',
    resource: resourceOfAllTypes('transactions'),
  },
])('compiled queries over $kind', ({ resource }) => {
  it('answer 1,000 random queries as the naive evaluation does', () => {
    fc.assert(
      fc.property(
        recordsOf(resource, 60),
        fc.array(queriesOf(resource), { minLength: 20, maxLength: 20 }),
        (records, queries) => {
          using table = openTestTable(resource, records);
          for (const query of queries) {
            const expected = naiveQuery(resource, records, query);
            const actual = table.run(query);
            expect(actual.records).toEqual(expected.records);
            expect(actual.pagination.resultCount).toBe(expected.resultCount);
          }
        },
      ),
      { numRuns: 50 },
    );
  });
});
