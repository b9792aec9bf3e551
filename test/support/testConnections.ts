import { createConnections, type Connections } from '../../main/features/connections/connections.ts';
import { createKeyStore } from '../../main/platform/keychain/keyStore.ts';
import type { Store } from '../../main/store/store.ts';

/** Connections over a real store and HTTP. Keys stay in memory, and there are no sample data. */
export function connectionsOf(
  store: Store,
  options: Partial<Parameters<typeof createConnections>[0]> = {},
): Connections {
  const keys = createKeyStore(null, 'No keychain in this test.');
  return createConnections({
    store,
    openKeyStore: () => Promise.resolve(keys),
    transport: (url, init) => fetch(url, init),
    startSample: () => Promise.reject(new Error('Nobody may start the sample data here.')),
    limitOf: () => null,
    now: Date.now,
    ...options,
  });
}
