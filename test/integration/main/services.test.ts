import { EventEmitter } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';
import type { Job } from '../../../preload/contract/jobs.ts';
import type { AppEvents } from '../../../main/platform/appEvents.ts';
import { createKeyStore } from '../../../main/platform/keychain/keyStore.ts';
import { createServices } from '../../../main/services.ts';
import { startService } from './sample-service/serviceClient.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { openTestServices } from '../../support/testServices.ts';
import { workers } from '../../support/built.ts';

it('works offline from the moment the setting changes, before that is on the disk', async () => {
  await using service = await startService({ assets: 30, transactions: 60 });
  const asked: string[] = [];
  await using services = await openTestServices(undefined, {
    transport: (url, init) => {
      asked.push(url);
      return fetch(url, init);
    },
  });
  const { id } = await services.connections.connect(service.url, service.key);
  const recordReader = await services.recordReader(id);
  await recordReader.list('assets', { pagination: { perPage: 30 } });
  const before = asked.length;

  const changed = services.changeSettings({ workOffline: true });
  const answer = await recordReader.list('assets', {
    sort: { field: 'name', direction: 'asc' },
    pagination: { perPage: 30 },
  });
  await changed;

  expect(answer.provenance.source).toBe('local');
  expect(asked.length).toBe(before);
});

it('shows jobs that ended in an earlier session, and goes on online with what waited offline', async () => {
  await using service = await startService({ assets: 30, transactions: 60 });
  using folder = temporaryFolder();
  const ids: string[] = [];
  {
    const events = new EventEmitter() as AppEvents;
    const reached = (state: Job['state']): Promise<Job> =>
      new Promise((resolve) => {
        events.on('jobChanged', (job) => {
          if (job.state === state) resolve(job);
        });
      });
    await using services = await openTestServices(folder.path, { background: true, events });
    const { id } = await services.connections.connect(service.url, service.key);
    await services.changeSettings({ workOffline: true });
    const waits = reached('waiting');
    const done = reached('done');
    (await services.syncs(id)).start({ resource: 'issuers', filter: undefined });
    expect(await waits).toMatchObject({ waitsFor: 'online' });
    await services.changeSettings({ workOffline: false });
    ids.push((await done).id);
    expect((await services.listJobs()).map((job) => job.id)).toEqual(ids);
  }
  await using services = await openTestServices(folder.path, { background: true });
  expect(await services.listJobs()).toMatchObject([{ id: ids[0], state: 'done', title: 'Sync of issuers' }]);
});

it('settings change where the proxy cannot be set; the failure is reported', async () => {
  const events = new EventEmitter() as AppEvents;
  const failures: unknown[] = [];
  events.on('backgroundError', (...failure) => failures.push(failure));
  await using services = await openTestServices(undefined, {
    applyProxy: () => Promise.reject(new Error('no such proxy')),
    events,
  });
  failures.length = 0;
  expect(await services.changeSettings({ workOffline: true })).toMatchObject({ workOffline: true });
  expect(failures).toEqual([['proxy', new Error('no such proxy')]]);
});

it('lists are fetched after an attempt to open the data that failed, with the same events', async () => {
  await using service = await startService({ assets: 30, transactions: 60 });
  using folder = temporaryFolder();
  const options = {
    userDataFolder: folder.path,
    workers,
    transport: fetch,
    openKeyStore: () => Promise.resolve(createKeyStore(null, 'This test has no keychain.')),
    events: new EventEmitter() as AppEvents,
  };
  await expect(createServices({ ...options, store: Promise.reject(new Error('locked')) })).rejects.toThrow(
    'locked',
  );
  const services = await createServices(options);
  onTestFinished(() => services.close());
  const { id } = await services.connections.connect(service.url, service.key);
  const { records } = await (await services.recordReader(id)).list('assets', { pagination: { perPage: 5 } });
  expect(records).toHaveLength(5);
});
