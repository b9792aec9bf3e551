import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Filter, type Query } from '../../../../preload/contract/query.ts';
import { querySchema } from '../../../../preload/contract/querySchema.ts';
import { disabledFilters, readQuery, writeQuery, type QueryDraft } from '../../../../renderer/query/draft.ts';
import { insert, nodesOf, setDisabled } from '../../../../renderer/query/edit.ts';
import { parseQueryText } from '../../../../renderer/query/queryText.ts';
import { atScale } from '../../../support/scale.ts';
import { queriesOf } from '../../main/store/query/arbitraries.ts';
import { resourceOfAllTypes } from '../../main/store/query/sampleResource.ts';

/** Queries that no metadata know: any operator, field and value that the contract takes. */
const scalar = fc.oneof(
  fc.string(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.constant(null),
);
const strangeFilter = fc.letrec<{ filter: Filter }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    fc.record({
      operator: fc.oneof(
        fc.constantFrom('equals', 'in', 'fuzzyMatch', 'between'),
        fc.string({ minLength: 1, maxLength: 20 }),
      ),
      field: fc.oneof(fc.constantFrom('name', 'x:val_7d'), fc.string({ minLength: 1, maxLength: 20 })),
      value: fc.oneof(
        scalar,
        fc.array(scalar, { maxLength: 4 }),
        fc.constantFrom('{{network}}', '{{30 days ago}}'),
      ),
    }),
    fc.record(
      {
        operator: fc.constantFrom('and' as const, 'or' as const),
        filters: fc.array(tie('filter'), { maxLength: 4 }),
      },
      { requiredKeys: ['filters'] },
    ),
  ),
})).filter;
const word = fc.string({ minLength: 1, maxLength: 10 });
const strangeQuery: fc.Arbitrary<Query> = fc.record(
  {
    filter: strangeFilter,
    sort: fc.record({ field: word, direction: fc.constantFrom('asc' as const, 'desc' as const) }),
    pagination: fc.record(
      { page: fc.integer({ min: 1 }), perPage: fc.integer({ min: 1 }) },
      { requiredKeys: [] },
    ),
    aggregate: fc.record(
      { groupBy: word, aggregateFunction: word, interval: word, mode: word },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: [] },
);

/** As the app does it: text of a query, draft, query, text. */
function throughTheBuilder(query: Query): unknown {
  const read = parseQueryText(JSON.stringify(query));
  if (read.query === null) throw new Error(read.problems.map(({ message }) => message).join());
  return JSON.parse(JSON.stringify(writeQuery(readQuery(read.query))));
}

describe('a query through the builder', () => {
  it('is equal after random queries', () =>
    atScale(import.meta.filename, 10_000, ({ count, seed }) => {
      fc.assert(
        fc.property(fc.oneof(queriesOf(resourceOfAllTypes('things')), strangeQuery), (query) => {
          // Not every text is JSON's own: −0 is written as 0.
          expect(throughTheBuilder(query)).toEqual(JSON.parse(JSON.stringify(query)));
        }),
        { seed, numRuns: count },
      );
    }));

  it('keeps what is switched off, where it was, and does not send it', () => {
    fc.assert(
      fc.property(strangeQuery, fc.array(fc.nat(), { maxLength: 3 }), (query, picks) => {
        let draft: QueryDraft = readQuery(query);
        for (const pick of picks) {
          const nodes = nodesOf(draft.filter);
          const node = nodes[pick % Math.max(nodes.length, 1)];
          if (node !== undefined) draft = { ...draft, filter: setDisabled(draft.filter, node.id, true) };
        }
        const sent = writeQuery(draft);
        expect(querySchema.safeParse(sent).success).toBe(true);
        const off = disabledFilters(draft.filter);
        const again = readQuery(sent, off);
        expect(writeQuery(again)).toEqual(sent);
        expect(disabledFilters(again.filter).map(({ filter }) => filter)).toHaveLength(off.length);
      }),
      { numRuns: 2_000 },
    );
  });

  it('loses a group that has nothing left to send, and not one that was empty', () => {
    const filter: Filter = {
      operator: 'or',
      filters: [
        { operator: 'equals', field: 'a', value: 1 },
        { operator: 'and', filters: [{ operator: 'equals', field: 'b', value: 2 }] },
        { operator: 'and', filters: [] },
      ],
    };
    const draft = readQuery({ filter });
    const inner = nodesOf(draft.filter).find((node) => node.kind === 'condition' && node.field === 'b');
    const off = { ...draft, filter: setDisabled(draft.filter, inner?.id ?? '', true) };
    expect(writeQuery(off).filter).toEqual({
      operator: 'or',
      filters: [
        { operator: 'equals', field: 'a', value: 1 },
        { operator: 'and', filters: [] },
      ],
    });
  });
});

describe('a group that is added in the builder', () => {
  const added = { kind: 'group', id: 'g', operator: 'or', nodes: [], off: false, added: true } as const;
  const name: Filter = { operator: 'equals', field: 'name', value: 'a' };

  it('is not written while it is empty, which would match nothing', () => {
    const { filter } = readQuery({ filter: name });
    expect(writeQuery({ filter: insert(filter, filter.id, added), rest: {} })).toEqual({ filter: name });
  });

  it('is written with what is put into it', () => {
    const { filter } = readQuery({ filter: name });
    const [condition] = readQuery({ filter: name }).filter.nodes;
    if (condition === undefined) throw new Error('No condition.');
    const filled = insert(insert(filter, filter.id, added), 'g', condition);
    expect(writeQuery({ filter: filled, rest: {} })).toEqual({
      filter: { operator: 'and', filters: [name, { operator: 'or', filters: [name] }] },
    });
  });

  it('is written where the query has it', () => {
    const query: Query = { filter: { operator: 'and', filters: [name, { operator: 'or', filters: [] }] } };
    expect(writeQuery(readQuery(query))).toEqual(query);
  });
});
