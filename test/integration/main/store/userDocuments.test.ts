import { describe, expect, it } from 'vitest';
import { openTestStore } from './testStore.ts';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';

describe("the user's things", () => {
  it('are stored by kind, across restarts', async () => {
    using folder = temporaryFolder();
    const before = Date.now();
    {
      await using store = await openTestStore(folder.path);
      await store.user.changeDocuments([
        { kind: 'note', id: 'b', value: { text: 'Ask about the audit 😀' } },
        { kind: 'note', id: 'a', value: ['x', null, 1.5] },
        { kind: 'layout', id: 'a', value: 'wide' },
      ]);
      await store.user.changeDocuments([{ kind: 'note', id: 'b', value: { text: 'Asked' } }]);
    }
    await using store = await openTestStore(folder.path);
    const notes = await store.user.listDocuments('note');
    expect(notes.map(({ id, value }) => ({ id, value }))).toEqual([
      { id: 'a', value: ['x', null, 1.5] },
      { id: 'b', value: { text: 'Asked' } },
    ]);
    expect(notes.every(({ changedAt }) => changedAt >= before && changedAt <= Date.now())).toBe(true);
    await store.user.changeDocuments([{ kind: 'note', id: 'a' }]);
    expect((await store.user.listDocuments('note')).map(({ id }) => id)).toEqual(['b']);
    expect(await store.user.listDocuments('layout')).toHaveLength(1);
    expect(await store.user.listDocuments('never')).toEqual([]);
  });

  it('change together or not at all', async () => {
    await using store = await openTestStore();
    await store.user.changeDocuments([{ kind: 'note', id: 'a', value: 1 }]);
    await expect(
      store.user.changeDocuments([
        { kind: 'note', id: 'a', value: 2 },
        // SQLite refuses null where a text must stand.
        { kind: 'note', id: null as unknown as string, value: 3 },
      ]),
    ).rejects.toThrow();
    expect((await store.user.listDocuments('note')).map(({ value }) => value)).toEqual([1]);
  });
});
