import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import {
  sampleConnectionId,
  type Connection,
  type KeyStatus,
  defaultBaseUrl,
} from '../../../preload/contract/connections.ts';
import { FailureError } from '../../../preload/contract/failures.ts';
import type { Policy } from '../../../preload/contract/policy.ts';
import type { ResourceName } from '../../../preload/contract/resources.ts';
import type { AppEvents } from '../../platform/appEvents.ts';
import { memoizeByKey } from '../../platform/once.ts';
import { lastFour, type KeyStore, type StoredKey } from '../../platform/keychain/keyStore.ts';
import { allows, refuseForeignBaseUrl, refuseSampleData } from '../../platform/policy/enforce.ts';
import { openPolicy } from '../../platform/policy/policyFile.ts';
import { sampleMs } from '../../data-service/assumptions.ts';
import { createClient, type Access, type Client } from '../../data-service/client.ts';
import type { Transport } from '../../data-service/transport.ts';
import type { CacheStore, Store } from '../../store/store.ts';
import type { StoredConnection } from '../../store/storeTypes.ts';
import { createBudgetLedger, type HoldingLedger, type RequestLimit } from './budgetLedger.ts';
import { SampleRunner, type RunningSample } from './sampleRunner.ts';

interface ConnectionsOptions {
  readonly store: Store;
  readonly policy?: Policy;
  /** Opened when a key is first needed; sample data needs no keychain. */
  readonly openKeyStore: () => Promise<KeyStore>;
  readonly transport: Transport;
  readonly startSample: (signal: AbortSignal) => Promise<RunningSample>;
  /** Milliseconds without requests after which the sample data service stops, see `SampleRunner`. */
  readonly sampleIdleMs?: number | null;
  readonly limitOf: (resource: ResourceName) => RequestLimit | null;
  readonly now: () => number;
  /** Returns how long this computer has been running, in milliseconds; without it, only the clock counts. */
  readonly uptime?: () => number;
  readonly events?: AppEvents;
}

interface OpenConnection {
  readonly connection: Connection;
  readonly client: Client;
  readonly cache: CacheStore;
  readonly budget: HoldingLedger;
}

export type Connections = ReturnType<typeof createConnections>;

function connectionIdOf(baseUrl: string): string {
  return createHash('sha256').update(baseUrl).digest('hex').slice(0, 16);
}

/** Milliseconds that the window's state waits for the keychain, which may prompt for its password. */
const statusWithinMs = 3000;

/** The user's connections. Those that the policy forbids are omitted, and refused with `not-allowed`. */
export function createConnections(options: ConnectionsOptions) {
  const { store, policy = openPolicy } = options;
  const open = memoizeByKey(openNow);
  const borrowed = new Map<string, StoredConnection>();
  const sample = new SampleRunner(options.startSample, options.sampleIdleMs);
  let keyStore: Promise<KeyStore> | undefined;

  const keys = (): Promise<KeyStore> => (keyStore ??= options.openKeyStore());

  /** Returns the connections whose id matches their base URL, since cache and key belong to that URL. */
  async function listStored(): Promise<StoredConnection[]> {
    const stored = await store.user.listConnections();
    return stored.filter(({ id, baseUrl }) => id === connectionIdOf(baseUrl));
  }

  /** Returns the key stored for a base URL. No other address gets it, whatever a stored connection says. */
  async function readKey(baseUrl: string): Promise<StoredKey> {
    return (await keys()).read(baseUrl);
  }

  async function find(connectionId: string): Promise<StoredConnection> {
    const found = await findAny(connectionId);
    refuseForeignBaseUrl(policy, found.baseUrl);
    return found;
  }

  async function findAny(connectionId: string): Promise<StoredConnection> {
    const stored = (await listStored()).find(({ id }) => id === connectionId);
    const found = borrowed.get(connectionId) ?? stored;
    if (found !== undefined) return found;
    throw new FailureError({
      code: 'not-found',
      message: 'This connection no longer exists. Choose another one.',
    });
  }

  async function readAccess(connection: StoredConnection | typeof sampleConnection): Promise<Access> {
    if ('sample' in connection) {
      const { url, ...lease } = await sample.lease();
      return { baseUrl: url, ...lease };
    }
    const { key, problem } = await readKey(connection.baseUrl);
    if (key === null && problem !== undefined) {
      throw new FailureError({
        code: 'no-key',
        message: 'The API key could not be read. Enter it again.',
        detail: problem,
      });
    }
    return { baseUrl: connection.baseUrl, key };
  }

  async function openNow(connectionId: string): Promise<OpenConnection> {
    if (connectionId === sampleConnectionId) refuseSampleData(policy);
    const found = connectionId === sampleConnectionId ? sampleConnection : await find(connectionId);
    const cache = await store.cache(connectionId);
    const budget = createBudgetLedger({
      cache,
      limitOf: options.limitOf,
      now: options.now,
      uptime: options.uptime,
      onChanged: () => options.events?.emit('requestsChanged', connectionId),
    });
    const client = createClient({
      readAccess: () => readAccess(found),
      transport: watchReach(options.transport, (isReached) =>
        options.events?.emit('reachChanged', { connectionId, isReached }),
      ),
      budget,
      ...('sample' in found && { timeoutMs: sampleMs, screenMs: sampleMs }),
    });
    const connection =
      'sample' in found ? { ...found, baseUrl: sample.url ?? '' } : { ...shown(found), sample: false };
    return { connection, client, cache, budget };
  }

  async function list(): Promise<Connection[]> {
    const stored = await listStored();
    return [
      { ...sampleConnection, baseUrl: sample.url ?? '' },
      ...stored.map((connection) => ({ ...shown(connection), sample: false })),
    ].filter((connection) => allows(policy, connection));
  }

  return {
    baseUrl: policy.baseUrl,
    async startSample() {
      refuseSampleData(policy);
      (await sample.lease()).release();
    },
    list,
    nameOf: async (connectionId: string) =>
      (await list()).find(({ id }) => id === connectionId)?.name ?? connectionId,
    async readActive(): Promise<string | null> {
      const active = await store.user.readActiveConnection();
      if (active === sampleConnectionId) return policy.sampleData ? active : null;
      const stored = (await listStored()).find(({ id }) => id === active);
      return stored !== undefined && allows(policy, stored) ? active : null;
    },
    async activate(connectionId: string) {
      if (connectionId === sampleConnectionId) refuseSampleData(policy);
      else await find(connectionId);
      await store.user.writeActiveConnection(connectionId);
    },
    borrow(baseUrl: string) {
      refuseForeignBaseUrl(policy, baseUrl);
      const id = connectionIdOf(baseUrl);
      borrowed.set(id, { id, name: baseUrl.replace(/^https?:\/\//, ''), baseUrl });
      return id;
    },
    async connect(baseUrl: string, key: string): Promise<Connection> {
      refuseForeignBaseUrl(policy, baseUrl);
      await testKey(options.transport, { baseUrl, key });
      const id = connectionIdOf(baseUrl);
      const name = baseUrl === defaultBaseUrl ? 'Live service' : baseUrl.replace(/^https?:\/\//, '');
      await (await keys()).write(baseUrl, key);
      await store.user.saveConnection({ id, name, baseUrl });
      await store.user.writeActiveConnection(id);
      return { id, name, baseUrl, sample: false };
    },
    async compareKey(baseUrl: string, key: string) {
      const stored = (await readKey(baseUrl)).key;
      if (stored === null) return 'none';
      return stored === key ? 'same' : 'other';
    },
    async forgetKey(connectionId: string) {
      if (connectionId === sampleConnectionId) return;
      // A key may always be removed, even if the policy no longer allows its address.
      const { baseUrl } = await findAny(connectionId);
      await (await keys()).remove(baseUrl);
      await (await keys()).remove(connectionIdOf(baseUrl));
    },
    async keyStatus(connectionId: string): Promise<KeyStatus> {
      if (connectionId === sampleConnectionId) return { present: true, where: 'built-in', lastFour: null };
      const { baseUrl } = await find(connectionId);
      const reading = readKey(baseUrl);
      const { key, where, problem } = (await orUndefined(statusWithinMs, reading)) ?? waitingForKeychain;
      return {
        present: key !== null,
        where: key === null ? null : where,
        lastFour: key === null ? null : lastFour(key),
        ...(problem === undefined ? {} : { keychainProblem: problem }),
      };
    },
    open,
    async close() {
      await sample.close();
      // A connection that failed to open has nothing to close.
      const all = await Promise.allSettled(open.opened());
      const opened = all.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
      await Promise.all(opened.map(({ budget }) => budget.giveBack()));
    },
  };
}

const sampleConnection = { id: sampleConnectionId, name: 'Sample data', sample: true } as const;

const waitingForKeychain: StoredKey = {
  key: null,
  where: 'keychain',
  problem: 'The keychain has not responded yet. It may be waiting for its password.',
};

function shown({ id, name, baseUrl }: StoredConnection): { id: string; name: string; baseUrl: string } {
  return { id, name, baseUrl };
}

async function testKey(transport: Transport, access: Access): Promise<void> {
  const client = createClient({
    readAccess: () => Promise.resolve(access),
    transport,
    budget: {
      take: () => Promise.resolve({ granted: true, nextAt: null }),
      exhausted: () => Promise.resolve(),
    },
  });
  await client.testKey();
}

async function orUndefined<T>(timeoutMs: number, work: Promise<T>): Promise<T | undefined> {
  const timeout = new AbortController();
  try {
    return await Promise.race([work, setTimeout(timeoutMs, undefined, { signal: timeout.signal })]);
  } finally {
    timeout.abort();
  }
}

function watchReach(transport: Transport, onChanged: (isReached: boolean) => void): Transport {
  let wasReached = true;
  const note = (isReached: boolean): void => {
    if (isReached === wasReached) return;
    wasReached = isReached;
    onChanged(isReached);
  };
  return async (url, init) => {
    try {
      const response = await transport(url, init);
      note(response.status < 500);
      return response;
    } catch (error) {
      const reason: unknown = init.signal.reason;
      const isTimeout = reason instanceof Error && reason.name === 'TimeoutError';
      if (!init.signal.aborted || isTimeout) note(false);
      throw error;
    }
  };
}
