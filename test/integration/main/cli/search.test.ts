import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { jsonLines } from '../../../support/runCommand.ts';
import { makeTemporaryFolder } from '../../../support/temporaryFolder.ts';
import { openTestStore } from '../store/testStore.ts';
import { sampleCommand } from './sampleCommand.ts';

const { cli } = sampleCommand();

describe('search', () => {
  beforeAll(() => cli(['query', 'networks']));

  it('says offline how many records it has searched', async () => {
    const only = ['--offline', '--resources', 'networks'];
    const nothing = await cli(['search', 'zzzzz', ...only]);
    expect(nothing).toEqual({ code: 7, out: '', err: 'From 25 cached records; other records may exist.\n' });
  });

  it.each([
    ['of the cache', ['a', '--resources', 'networks', '--offline', '--limit', '1']],
    ['of a full page of it', ['a', '--resources', 'networks', '--limit', '1']],
    ['of the service', ['ar', '--resources', 'assets', '--limit', '1']],
  ])('says that there are more hits than it prints: %s', async (_what, argv) => {
    const { out, err } = await cli(['search', ...argv]);
    expect(jsonLines(out).length).toBeLessThan(2);
    expect(err).toMatch(/^There may be more hits; --limit for more, 100 at most\.$/m);
  });

  it('says that the service is not searched for a single character', async () => {
    const ask = ['search', 'z', '--resources', 'networks'];
    const sentence = 'The service is searched for two characters and more.';
    const { code, err } = await cli(ask);
    expect([code, err]).toEqual([7, expect.stringContaining(sentence)]);
    const fresh = await cli([...ask, '--fresh']);
    expect([fresh.code, fresh.out, fresh.err]).toEqual([2, '', expect.stringContaining(sentence)]);
  });

  it('says what it covers while the app works offline', async () => {
    const own = makeTemporaryFolder('cli');
    await cli(['query', 'networks'], { folder: own });
    await using store = await openTestStore(join(own, 'data'));
    await store.user.writeSettings({ ...(await store.user.readSettings()), workOffline: true });
    await store.close();
    const { code, err } = await cli(['search', 'chain', '--resources', 'networks'], {
      folder: own,
    });
    expect([code, err]).toEqual([7, expect.stringContaining('other records may exist')]);
  });
});
