import { EventEmitter } from 'node:events';
import { readdir } from 'node:fs/promises';
import { expect, it } from 'vitest';
import type { Connections } from '../../../../../main/features/connections/connections.ts';
import type { AppEvents } from '../../../../../main/platform/appEvents.ts';
import type { Store } from '../../../../../main/store/store.ts';
import { sampleConnectionId } from '../../../../../preload/contract/connections.ts';
import { listen, sendJson } from '../../../../support/httpServer.ts';
import { makeTemporaryFolder } from '../../../../support/temporaryFolder.ts';
import { connectionsOf } from '../../../../support/testConnections.ts';
import { openTestStore } from '../../store/testStore.ts';

async function open(): Promise<{ connections: Connections; store: Store; folder: string }> {
  const folder = makeTemporaryFolder('connections');
  const store = await openTestStore(folder);
  const connections = connectionsOf(store);
  return { connections, store, folder };
}

it('connects once the service has accepted the key, and stores the connection but not the key', async () => {
  const { connections, store } = await open();
  await using server = await listen((request, response) => {
    const taken = request.headers.authorization === 'Bearer good-key-0123';
    if (taken) sendJson(response, 200, { results: [] });
    else sendJson(response, 401, { message: 'Invalid API key.' });
  });
  await expect(connections.connect(server.url, 'bad-key-0123')).rejects.toMatchObject({
    failure: { code: 'key-rejected', detail: 'Invalid API key.' },
  });
  expect([await connections.readActive(), (await connections.list()).map(({ id }) => id)]).toEqual([
    null,
    ['sample'],
  ]);

  const { id } = await connections.connect(server.url, 'good-key-0123');
  expect(await connections.readActive()).toBe(id);
  expect(await connections.nameOf(id)).toBe(new URL(server.url).host);
  expect(await connections.keyStatus(id)).toEqual({
    present: true,
    where: 'session',
    lastFour: '0123',
    keychainProblem: 'No keychain in this test.',
  });
  await connections.forgetKey(id);
  expect((await connections.keyStatus(id)).present).toBe(false);
  const { client } = await connections.open(id);
  await expect(client.list('assets', {})).rejects.toMatchObject({ failure: { code: 'no-key' } });
  await store.close();
});

it('opens the sample connection without generating its data: cached records can be read', async () => {
  const { connections, store } = await open();
  await connections.activate(sampleConnectionId);
  const { cache, client } = await connections.open(sampleConnectionId);
  expect(await cache.readPage({ resource: 'assets', query: {} })).toBeNull();
  await expect(client.list('assets', {})).rejects.toMatchObject({ failure: { code: 'storage' } });
  await store.close();
});

it('borrows a connection for a session without storing it', async () => {
  const { connections, store, folder } = await open();
  const id = connections.borrow('https://api.example.com');
  expect((await connections.open(id)).connection.name).toBe('api.example.com');
  expect((await connections.list()).map((connection) => connection.id)).toEqual(['sample']);
  expect((await readdir(folder)).some((name) => name === `cache-${id}.db`)).toBe(true);
  await store.close();
});

it('says once that a service stops answering, and once that it answers again, also with a refusal', async () => {
  const store = await openTestStore(makeTemporaryFolder('connections'));
  const events: AppEvents = new EventEmitter();
  const told: boolean[] = [];
  events.on('reachChanged', ({ isReached }) => told.push(isReached));
  let status = 200;
  await using server = await listen((_request, response) => {
    sendJson(response, status, status === 200 ? { results: [] } : { message: 'No.' });
  });
  const connections = connectionsOf(store, { events });
  const { id } = await connections.connect(server.url, 'good-key-0123');
  const { client } = await connections.open(id);
  const statuses: [status: number, told: boolean[]][] = [
    [200, []],
    [500, [false]],
    [503, []],
    [400, [true]],
    [500, [false]],
    [200, [true]],
  ];
  for (const [next, expected] of statuses) {
    status = next;
    await client.list('assets', {}).catch(() => undefined);
    expect(told.splice(0), next.toString()).toEqual(expected);
  }
  await store.close();
});
