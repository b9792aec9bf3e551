import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Connections } from '../../../../../main/features/connections/connections.ts';
import { openPolicy, policyVariable } from '../../../../../main/platform/policy/policyFile.ts';
import { sampleConnectionId } from '../../../../../preload/contract/connections.ts';
import type { Policy } from '../../../../../preload/contract/policy.ts';
import { answering, type TestServer } from '../../../../support/httpServer.ts';
import { runCommand } from '../../../../support/runCommand.ts';
import { makeTemporaryFolder } from '../../../../support/temporaryFolder.ts';
import { connectionsOf } from '../../../../support/testConnections.ts';
import { openTestStore } from '../../store/testStore.ts';

/** What an administrator has switched off, over a real store, real HTTP and the real command line. */

const refused = { failure: { code: 'not-allowed' } };

async function withConnections(
  folder: string,
  change: Partial<Policy>,
  work: (connections: Connections) => Promise<void>,
): Promise<void> {
  const store = await openTestStore(folder);
  const connections = connectionsOf(store, {
    policy: { ...openPolicy, file: '/etc/rwa-explorer/policy.json', ...change },
  });
  try {
    await work(connections);
  } finally {
    await connections.close();
    await store.close();
  }
}

function taking(): Promise<TestServer> {
  return answering(200, { results: [] });
}

const newFolder = (): string => makeTemporaryFolder('policy');

describe('connections', () => {
  it('to another base URL are refused before a request leaves, and those from before are neither shown nor used', async () => {
    const folder = newFolder();
    await using server = await taking();
    await using set = await taking();
    let id = '';
    await withConnections(folder, {}, async (connections) => {
      ({ id } = await connections.connect(server.url, 'good-key-0123'));
    });
    const asked = server.requests.length;
    await withConnections(folder, { baseUrlChange: false, baseUrl: set.url }, async (connections) => {
      expect(await connections.readActive()).toBeNull();
      expect((await connections.list()).map((one) => one.id)).toEqual([sampleConnectionId]);
      await expect(connections.connect(server.url, 'good-key-0123')).rejects.toMatchObject(refused);
      await expect(connections.activate(id)).rejects.toMatchObject(refused);
      await expect(connections.open(id)).rejects.toMatchObject(refused);
      await expect(connections.keyStatus(id)).rejects.toMatchObject(refused);
      expect(() => connections.borrow(server.url)).toThrow('Your IT department has set the base URL');
      await connections.forgetKey(id);
      expect(server.requests).toHaveLength(asked);
      expect((await connections.connect(connections.baseUrl, 'good-key-0123')).baseUrl).toBe(set.url);
    });
  });

  it('to the sample data are refused', async () => {
    const folder = newFolder();
    await withConnections(folder, {}, (connections) => connections.activate(sampleConnectionId));
    await withConnections(folder, { sampleData: false }, async (connections) => {
      expect([await connections.readActive(), await connections.list()]).toEqual([null, []]);
      await expect(connections.startSample()).rejects.toMatchObject(refused);
      await expect(connections.activate(sampleConnectionId)).rejects.toMatchObject(refused);
      await expect(connections.open(sampleConnectionId)).rejects.toMatchObject(refused);
    });
  });
});

describe('the command line', () => {
  async function run(policy: string, ...argv: string[]): Promise<{ code: number; err: string }> {
    const folder = newFolder();
    const file = join(folder, 'policy.json');
    await writeFile(file, policy);
    const environment = { [policyVariable]: file };
    return runCommand(argv, { folder, key: 'good-key-0123', environment });
  }

  it('keeps to the policy', async () => {
    await using server = await taking();
    const other = await run('{ "disableBaseUrlChange": true }', 'query', 'assets', '--base-url', server.url);
    expect([other.code, server.requests.length]).toEqual([2, 0]);
    expect(other.err).toContain('Your IT department has set the base URL to https://');
    const sample = await run('{ "disableSampleData": true }', 'serve-sample', '--port', '0');
    expect([sample.code, sample.err]).toEqual([
      2,
      expect.stringContaining('Your IT department has turned off the sample data.'),
    ]);
  });

  it('says of a bad policy file what is wrong with it, and asks nobody', async () => {
    await using server = await taking();
    const { code, err } = await run(
      '{ "disableSampels": true }',
      'query',
      'assets',
      '--base-url',
      server.url,
    );
    expect([code, server.requests.length]).toEqual([2, 0]);
    expect(err).toContain('cannot be used: it has “disableSampels”, which the app does not know');
  });
});
