import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { smallDisk } from '../../../support/smallDisk.ts';
import { writePage } from '../../../support/storedPages.ts';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';
import { openTestStore } from './testStore.ts';

it('a read-only folder can be read; a message says once that nothing is saved, and to callers that try', async (context) => {
  using disk = temporaryFolder();
  using _mounted = smallDisk(disk.path, 16_000_000, context);
  const folder = join(disk.path, 'data');
  const page = {
    resource: 'issuers',
    query: {},
    records: [{ id: '1', name: 'Kept' }],
    pagination: { page: 1, perPage: 25, pageCount: 1, resultCount: 1 },
    fetchedAt: 1,
    request: '/v4/issuers',
  } as const;
  const note = { kind: 'note', id: 'a', value: 'Mine' };
  {
    await using store = await openTestStore(folder);
    await writePage(await store.cache('test'), page);
    await store.user.changeDocuments([note]);
  }
  execFileSync('mount', ['-o', 'remount,ro', disk.path], { stdio: 'ignore' });
  await using store = await openTestStore(folder);
  const sentence = `Nothing can be saved: ${folder} is not writable.`;
  expect(store.notices).toEqual([expect.stringContaining(sentence)]);
  expect(store.readOnly).toBe(true);
  expect(await store.user.listDocuments('note')).toMatchObject([{ value: 'Mine' }]);
  const cache = await store.cache('test');
  expect((await cache.readPage(page))?.records).toEqual(page.records);
  const refused = {
    failure: { code: 'storage', message: expect.stringContaining(sentence) as string },
  };
  await expect(store.user.changeDocuments([{ ...note, value: 'Other' }])).rejects.toMatchObject(refused);
  await expect(writePage(cache, page)).rejects.toMatchObject(refused);
  await expect(cache.clear()).rejects.toMatchObject(refused);
  await expect(store.cache('other')).rejects.toMatchObject(refused);
});
