import { expect, it } from 'vitest';
import type { Result } from '../../../../../preload/contract/failures.ts';
import { fail, ok } from '../../../../../preload/contract/failures.ts';
import {
  savedQueryContentSchema,
  type SavedQueries,
  type SavedQuery,
} from '../../../../../preload/contract/savedQueries.ts';
import { SavedQueriesState } from '../../../../../renderer/features/savedQueries/savedQueries.svelte.ts';

const query: SavedQuery = {
  ...savedQueryContentSchema.parse({ name: 'Largest funds', resource: 'assets', query: {} }),
  id: 'query 1',
  createdAt: Date.UTC(2026, 0, 1),
  changedAt: Date.UTC(2026, 0, 1),
};

const saved = (...queries: SavedQuery[]): Result<SavedQueries> => ok({ queries, runs: [], notices: [] });

it('an answer from before a query was saved, which arrives last, does not hide the query', async () => {
  const answers = [
    Promise.withResolvers<Result<SavedQueries>>(),
    Promise.withResolvers<Result<SavedQueries>>(),
  ];
  const calls = answers.values();
  const unused = (): Promise<ReturnType<typeof fail>> =>
    Promise.resolve(fail({ code: 'internal', message: 'Not used here.' }));
  const state = new SavedQueriesState({
    listSavedQueries: () => calls.next().value?.promise ?? unused(),
    saveQuery: unused,
    removeSavedQueries: unused,
    noteQueryRun: unused,
    clearQueryRuns: unused,
    importSavedQueries: unused,
    exportSavedQueries: unused,
    readQueryFile: unused,
    takeQueryFile: unused,
    onSavedQueriesChanged: () => () => undefined,
  });
  const [before, after] = [state.read(), state.read()];
  answers[1]?.resolve(saved(query));
  await after;
  answers[0]?.resolve(saved());
  await before;
  expect(state.queries).toEqual([query]);
});
