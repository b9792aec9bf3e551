import { createKeyStore, type KeyStore } from '../../main/keychain/keyStore.ts';
import { openRooms, type Rooms, type RoomsOptions } from '../../main/rooms.ts';
import { workerUrls } from '../../main/workers.ts';

/** What the app is made of, without a window, on a folder; closed when the test is over. */
export async function openTestRooms(
  userDataFolder: string,
  options: Partial<RoomsOptions> & { keyStore?: KeyStore } = {},
): Promise<Rooms & AsyncDisposable> {
  const keyStore = options.keyStore ?? createKeyStore(null, 'This test has no keychain.');
  const rooms = await openRooms({
    userDataFolder,
    workers: workerUrls(new URL('../../main/index.ts', import.meta.url).href),
    transport: fetch,
    openKeyStore: () => Promise.resolve(keyStore),
    ...options,
  });
  return { ...rooms, [Symbol.asyncDispose]: () => rooms.close() };
}
