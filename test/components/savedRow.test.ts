import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { savedQuerySchema, type SavedQueryContent } from '../../preload/contract/savedQueries.ts';
import SavedRow from '../../renderer/features/savedQueries/SavedRow.svelte';
import { bridgeOf } from '../support/bridgeOf.ts';
import { appOf } from './appOf.ts';
import { show } from './show.ts';
import ViewAlone from './ViewAlone.svelte';

const asks = (value: string): SavedQueryContent['query'] => ({
  filter: { operator: 'equals', field: 'asset_class_name', value },
});

it.each<[string, Partial<SavedQueryContent>, string[]]>([
  ['a list', { query: asks('Stocks') }, ['Copy the link to', 'Schedule']],
  // A link opens one list: that of the day on which it was made would be another tomorrow.
  ['a list with a moving date', { query: asks('{{30 days ago}}') }, ['Schedule']],
  // Nobody is there to answer when a schedule runs.
  [
    'a list that asks for a value',
    { query: asks('{{class}}'), parameters: [{ name: 'class', proposal: '' }] },
    [],
  ],
  ['a chart', { target: 'aggregates', query: {} }, []],
])('%s is offered with what can be done with it', (_name, content, offered) => {
  const query = savedQuerySchema.parse({
    ...{ id: 'one', createdAt: 1, changedAt: 1, name: 'Mine', resource: 'assets', query: {} },
    ...content,
  });
  show(ViewAlone, {
    app: appOf(bridgeOf({})),
    view: SavedRow,
    props: { query, onedit: () => undefined },
  });
  const names = ['Copy the link to', 'Schedule'].filter(
    (name) => page.getByRole('button', { name: `${name} Mine` }).query() !== null,
  );
  expect(names).toEqual(offered);
});
