import { expect, it } from 'vitest';
import { type Result, fail, ok } from '../../../../../preload/contract/failures.ts';
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

const unused = (): Promise<ReturnType<typeof fail>> =>
  Promise.resolve(fail({ code: 'internal', message: 'Not used here.' }));

function stateOver(used: Partial<ConstructorParameters<typeof SavedQueriesState>[0]>): SavedQueriesState {
  return new SavedQueriesState({
    listSavedQueries: unused,
    saveQuery: unused,
    removeSavedQueries: unused,
    noteQueryRun: unused,
    clearQueryRuns: unused,
    importSavedQueries: unused,
    exportSavedQueries: unused,
    readQueryFile: unused,
    takeQueryFile: unused,
    onSavedQueriesChanged: () => () => undefined,
    ...used,
  });
}

const saved = (...queries: SavedQuery[]): Result<SavedQueries> => ok({ queries, runs: [], notices: [] });

it('an answer from before a query was saved, which arrives last, does not hide the query', async () => {
  const answers = [
    Promise.withResolvers<Result<SavedQueries>>(),
    Promise.withResolvers<Result<SavedQueries>>(),
  ];
  const calls = answers.values();
  const state = stateOver({ listSavedQueries: () => calls.next().value?.promise ?? unused() });
  const [before, after] = [state.read(), state.read()];
  answers[1]?.resolve(saved(query));
  await after;
  answers[0]?.resolve(saved());
  await before;
  expect(state.queries).toEqual([query]);
});

it('undoing an import keeps earlier queries, and those changed since', async () => {
  const [own, changed, added] = ['own', 'changed', 'added'].map((id) => ({ ...query, id }));
  if (own === undefined || changed === undefined || added === undefined) throw new Error('Three are needed.');
  const removed: string[][] = [];
  const state = stateOver({
    listSavedQueries: () =>
      Promise.resolve(saved(own, { ...changed, changedAt: query.changedAt + 1 }, added)),
    importSavedQueries: () =>
      Promise.resolve(ok({ added: ['changed', 'added'], alreadyThere: 0, errors: [], note: null })),
    removeSavedQueries: ({ ids }) => {
      removed.push([...ids]);
      return Promise.resolve(ok(undefined));
    },
  });
  await state.importBytes(new Uint8Array());
  await state.read();
  expect(await state.undoImport()).toBeNull();
  expect(removed).toEqual([['added']]);
  expect(state.imported).toBeNull();
});
