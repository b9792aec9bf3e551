import { openStore, type CacheStore, type Store, type UserStore } from '../../main/store/store.ts';
import { workers } from './built.ts';
import { closeAfterFile, makeTemporaryFolder } from './temporaryFolder.ts';

let shared: Promise<Store> | undefined;
let made = 0;

/**
 * Returns an empty part of a store that the tests of a file share, since starting one takes a third of a
 * second of processor time. Not for tests that use its folder.
 */
export async function newStore(): Promise<Store> {
  shared ??= openShared();
  const { notices, user, cache } = await shared;
  made += 1;
  const name = `test-${made.toString()}`;
  return {
    notices,
    readOnly: false,
    user: partOf(user, name),
    cache: (id) => cache(`${name}-${id}`),
    close: () => Promise.resolve(),
  };
}

/** For tests that need nothing else of the store. They may close it. */
export async function newCache(): Promise<CacheStore> {
  return (await newStore()).cache('cache');
}

/** Its kinds of documents have its name as prefix. Settings and connections are shared. */
function partOf(user: UserStore, name: string): UserStore {
  const own = <Of extends { readonly kind: string }>(one: Of): Of => ({
    ...one,
    kind: `${name} ${one.kind}`,
  });
  return {
    ...user,
    listDocuments: (kind) => user.listDocuments(`${name} ${kind}`),
    findDocuments: (search) => user.findDocuments(own(search)),
    addDocument: (document) => user.addDocument(own(document)),
    changeDocuments: (changes) => user.changeDocuments(changes.map(own)),
  };
}

async function openShared(): Promise<Store> {
  const opened = await openStore({ folder: makeTemporaryFolder('stores'), workerUrl: workers.store });
  closeAfterFile(() => {
    shared = undefined;
    return opened.close();
  });
  return opened;
}
