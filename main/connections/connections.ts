import { createHash } from 'node:crypto';
import {
  defaultBaseUrl,
  sampleConnectionId,
  type Connection,
  type KeyStatus,
} from '../../preload/contract/connections.ts';
import { FailureError } from '../../preload/contract/failures.ts';
import { lastFour, type KeyStore } from '../keychain/keyStore.ts';
import { createClient, type Client } from '../service/client.ts';
import type { Transport } from '../service/transport.ts';
import type { CacheStore, Store } from '../store/store.ts';
import { createBudgetLedger } from './budgetLedger.ts';

/** What the sample data service tells of itself once it listens. */
export interface RunningSample {
  readonly url: string;
  readonly key: string;
  close(): Promise<void>;
}

export interface ConnectionsOptions {
  readonly store: Store;
  /** Opened when a key is first needed: sample data need no keychain. */
  readonly openKeyStore: () => Promise<KeyStore>;
  readonly transport: Transport;
  readonly startSample: () => Promise<RunningSample>;
  readonly transactionsPerHour: () => number;
  readonly now: () => number;
  /** Told after every request that was counted. */
  readonly onBudgetChanged?: (connectionId: string) => void;
}

/** A connection ready for use: its client and its cache. */
export interface OpenConnection {
  readonly connection: Connection;
  readonly client: Client;
  readonly cache: CacheStore;
}

/** The connections of this user: which there are, which one is active, their keys, and each one ready for use. */
export interface Connections {
  list(): Promise<Connection[]>;
  readActive(): Promise<string | null>;
  activate(connectionId: string): Promise<void>;
  /** Asks the service whether it takes the key; nothing is stored. */
  test(baseUrl: string, key: string): Promise<void>;
  /** Tests the key, stores it, and makes the connection active. */
  connect(baseUrl: string, key: string): Promise<Connection>;
  forgetKey(connectionId: string): Promise<void>;
  keyStatus(connectionId: string): Promise<KeyStatus>;
  open(connectionId: string): Promise<OpenConnection>;
  close(): Promise<void>;
}

/** The identifier of the connection to a base URL: the same at each start, and fit for a file name. */
export function connectionIdOf(baseUrl: string): string {
  return createHash('sha256').update(baseUrl).digest('hex').slice(0, 16);
}

export function createConnections(options: ConnectionsOptions): Connections {
  const { store } = options;
  const opened = new Map<string, Promise<OpenConnection>>();
  let keyStore: Promise<KeyStore> | undefined;
  let sample: Promise<RunningSample> | undefined;

  const keys = (): Promise<KeyStore> => (keyStore ??= options.openKeyStore());

  /** Started for the sample connection only, and once; a failed start may be tried again. */
  function runSample(): Promise<RunningSample> {
    sample ??= options.startSample().catch((error: unknown) => {
      sample = undefined;
      throw new FailureError(
        {
          code: 'storage',
          message:
            'The sample data could not be prepared. Check that the disk is not full, then start the app again.',
          detail: error instanceof Error ? error.message : String(error),
        },
        { cause: error },
      );
    });
    return sample;
  }

  async function find(connectionId: string): Promise<Connection & { keyName: string }> {
    if (connectionId === sampleConnectionId) {
      const { url } = await runSample();
      return { ...sampleConnection, baseUrl: url, keyName: sampleConnectionId };
    }
    const stored = (await store.user.listConnections()).find(({ id }) => id === connectionId);
    if (stored !== undefined) return { ...stored, sample: false };
    throw new FailureError({
      code: 'not-found',
      message: 'This connection does not exist any more. Choose another one.',
    });
  }

  async function openNow(connectionId: string): Promise<OpenConnection> {
    const { keyName, ...connection } = await find(connectionId);
    const cache = await store.cache(connectionId);
    const readKey = connection.sample
      ? async (): Promise<string> => (await runSample()).key
      : async (): Promise<string | null> => (await keys()).read(keyName);
    const budget = createBudgetLedger({
      cache,
      perHour: options.transactionsPerHour,
      now: options.now,
      onChanged: () => options.onBudgetChanged?.(connectionId),
    });
    const client = createClient({
      baseUrl: connection.baseUrl,
      readKey,
      transport: options.transport,
      budget,
    });
    return { connection, client, cache };
  }

  async function test(baseUrl: string, key: string): Promise<void> {
    const client = createClient({
      baseUrl,
      readKey: () => Promise.resolve(key),
      transport: options.transport,
      budget: {
        take: () => Promise.resolve({ granted: true, left: 1, nextAt: null }),
        exhausted: () => Promise.resolve(),
      },
    });
    await client.testKey();
  }

  return {
    test,
    async list() {
      const running = await sample?.catch(() => undefined);
      const stored = await store.user.listConnections();
      return [
        { ...sampleConnection, baseUrl: running?.url ?? '' },
        ...stored.map(({ id, name, baseUrl }) => ({ id, name, baseUrl, sample: false })),
      ];
    },
    readActive: () => store.user.readActiveConnection(),
    async activate(connectionId) {
      await find(connectionId);
      await store.user.writeActiveConnection(connectionId);
    },
    async connect(baseUrl, key) {
      await test(baseUrl, key);
      const id = connectionIdOf(baseUrl);
      const name = baseUrl === defaultBaseUrl ? 'Live service' : baseUrl.replace(/^https?:\/\//, '');
      await (await keys()).write(id, key);
      await store.user.saveConnection({ id, name, baseUrl, keyName: id });
      await store.user.writeActiveConnection(id);
      return { id, name, baseUrl, sample: false };
    },
    async forgetKey(connectionId) {
      if (connectionId === sampleConnectionId) return;
      await (await keys()).remove((await find(connectionId)).keyName);
    },
    async keyStatus(connectionId) {
      if (connectionId === sampleConnectionId) return { present: true, where: 'built-in', lastFour: null };
      const { keyName } = await find(connectionId);
      const keyStore = await keys();
      const key = await keyStore.read(keyName);
      return {
        present: key !== null,
        where: key === null ? null : keyStore.where,
        lastFour: key === null ? null : lastFour(key),
        ...(keyStore.problem === undefined ? {} : { keychainProblem: keyStore.problem }),
      };
    },
    open(connectionId) {
      const known = opened.get(connectionId);
      if (known !== undefined) return known;
      const opening = openNow(connectionId).catch((error: unknown) => {
        opened.delete(connectionId);
        throw error;
      });
      opened.set(connectionId, opening);
      return opening;
    },
    async close() {
      const running = await sample?.catch(() => undefined);
      await running?.close();
    },
  };
}

const sampleConnection = { id: sampleConnectionId, name: 'Sample data', sample: true } as const;
