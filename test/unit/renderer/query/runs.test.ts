import { describe, expect, it } from 'vitest';
import { ok } from '../../../../preload/contract/failures.ts';
import type { Query } from '../../../../preload/contract/query.ts';
import { listKeyOf, RunsState, type QueriedList } from '../../../../renderer/query/runs.svelte.ts';

const byName = (value: string): Query => ({ filter: { operator: 'equals', field: 'name', value } });
const asked = (query: Query) => ({ connectionId: 'one', resource: 'assets' as const, query });

/** A list that was asked for one query, and shows the rows of another or the same. */
function list(query: Query, shown: Query | null, rowCount: number | null, opening = false): QueriedList {
  return {
    request: asked(query),
    key: shown === null ? null : listKeyOf(asked(shown)),
    opening,
    failure: null,
    rowCount,
    provenance: undefined,
    sampleOfRecords: [],
    reload: () => undefined,
    cancel: () => undefined,
  };
}

function runs(): { runs: RunsState; begin: (query: Query) => void; noted: unknown[] } {
  const noted: unknown[] = [];
  const state = new RunsState({
    noteQueryRun: (run) => {
      noted.push(run);
      return Promise.resolve(ok(undefined));
    },
  });
  const begin = (query: Query): void => {
    state.begin({ savedQueryId: 'saved', ...asked(query), shown: query });
  };
  return { runs: state, begin, noted };
}

const [gold, silver] = [byName('Gold'), byName('Silver')];

describe('a run', () => {
  it('ends with the answer to its own question, also where that was there at once', () => {
    const { runs: state, begin, noted } = runs();
    begin(gold);
    state.follow(list(silver, silver, 9));
    state.follow(list(gold, silver, 9, true));
    expect(noted).toEqual([]);
    state.follow(list(gold, gold, 3));
    begin(gold);
    state.follow(list(gold, gold, 3));
    expect(noted).toMatchObject([
      { query: gold, outcome: 'done', count: 3 },
      { query: gold, outcome: 'done', count: 3 },
    ]);
  });

  it('is not noted with the figures of another: it was overtaken', () => {
    const { runs: state, begin, noted } = runs();
    begin(gold);
    state.follow(list(gold, silver, 9, true));
    // The view is left: what it asked is canceled, and the rows of before are there.
    state.follow(list(gold, silver, 9));
    expect(noted).toEqual([]);
    state.follow(list(silver, silver, 9));
    expect(noted).toMatchObject([{ query: gold, outcome: 'canceled', count: null }]);

    begin(gold);
    begin(silver);
    state.follow(list(silver, silver, 9));
    expect(noted.slice(1)).toMatchObject([
      { query: gold, outcome: 'canceled' },
      { query: silver, outcome: 'done', count: 9 },
    ]);
  });
});
