import { expect, it } from 'vitest';
import { newDraftOf } from '../../renderer/features/watchlists/watchlistDraft.svelte.ts';

it('what is entered for a new watchlist is of one connection and of what the list begins with', () => {
  const [app, begin] = [{}, { name: 'Treasury' }];
  newDraftOf(app, 'one', 'empty').name = 'Desks';
  expect(newDraftOf(app, 'one', 'empty').name).toBe('Desks');
  expect(newDraftOf(app, 'two', 'empty').name).toBe('');
  expect(newDraftOf(app, 'one', begin).name).toBe('Treasury');
});
