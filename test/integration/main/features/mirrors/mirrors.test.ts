import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { dayMs, dayOf } from '../../../../../preload/contract/days.ts';
import type { Job } from '../../../../../preload/contract/jobs.ts';
import type { Mirror, MirrorAddress, MirrorContent } from '../../../../../preload/contract/mirrors.ts';
import type { AppEvents } from '../../../../../main/platform/appEvents.ts';
import { createKeyStore, openKeyStore } from '../../../../../main/platform/keychain/keyStore.ts';
import type { Services } from '../../../../../main/services.ts';
import { lacksPostgres, startPostgres, type PostgresServer } from '../../../../support/postgres.ts';
import { startServiceProcess, type ServiceProcess } from '../../../../support/sampleService.ts';
import { makeTemporaryFolder } from '../../../../support/temporaryFolder.ts';
import { openTestServices } from '../../../../support/testServices.ts';
import { onlyIf } from '../../../../support/onlyIf.ts';

/** Mirrors as the window runs them: documents and jobs, over a PostgreSQL server, the sample data service and the keychain. */

const keychainService = `RWA Explorer test ${randomUUID()}`;
const keychain = await openKeyStore({ service: keychainService });
const hasKeychain = (await keychain.read('one')).where === 'keychain';
if (!hasKeychain) process.stdout.write('Skipping the password in the keychain: there is no keychain here.\n');

interface Bench extends AsyncDisposable {
  readonly services: Services;
  readonly connectionId: string;
  /** Resolves with the job of a mirror as soon as it is as wanted. */
  reached(jobId: string, wanted: (job: Job) => boolean): Promise<Job>;
  mirror(id: string): Promise<Mirror>;
}

describe('the mirrors of the window', onlyIf(lacksPostgres === null, lacksPostgres ?? ''), () => {
  let service: ServiceProcess;
  let server: PostgresServer;
  let schemas = 0;

  beforeAll(async () => {
    [service, server] = await Promise.all([
      startServiceProcess('--assets', '40', '--transactions', '1000', '--seed', '5', '--rate', '100000'),
      startPostgres(),
    ]);
  });
  afterAll(async () => {
    await service[Symbol.asyncDispose]();
    await server[Symbol.asyncDispose]();
  });

  async function open(folder: string, options: { keyStore?: 'none' | 'system' } = {}): Promise<Bench> {
    const events = new EventEmitter() as AppEvents;
    const keyStore =
      options.keyStore === 'system' ? keychain : createKeyStore(null, 'This test has no keychain.');
    const services = await openTestServices(folder, {
      openSecretStore: () => Promise.resolve(keyStore),
      background: true,
      events,
    });
    const { id: connectionId } = await services.connections.connect(service.url, service.key);
    return {
      services,
      connectionId,
      reached: (jobId, wanted) =>
        vi.waitUntil(
          () => {
            const job = services.jobs.find(jobId);
            return job !== undefined && wanted(job) ? job : undefined;
          },
          { interval: 20, timeout: 180_000 },
        ),
      async mirror(id) {
        const { mirrors } = await services.mirrors.calls.listMirrors(undefined);
        const found = mirrors.find(({ mirror }) => mirror.id === id);
        if (found === undefined) throw new Error(`There is no mirror ${id}.`);
        return found.mirror;
      },
      [Symbol.asyncDispose]: () => services.close(),
    };
  }

  function newAddress(change: Partial<MirrorAddress> = {}): MirrorAddress {
    schemas += 1;
    return {
      host: '127.0.0.1',
      port: server.port,
      database: server.database,
      user: server.user,
      schema: `window_${schemas.toString()}`,
      tls: 'off',
      ...change,
    };
  }

  function contentOf(connectionId: string, change: Partial<MirrorContent> = {}): MirrorContent {
    return {
      name: 'Networks in PostgreSQL',
      connectionId,
      resource: 'networks',
      address: newAddress(),
      days: 7,
      everyMinutes: 15,
      ...change,
    };
  }

  const isUpToDate = ({ state, waitsFor }: Job): boolean => state === 'waiting' && waitsFor === 'check';

  it('copies everything, waits for its next check, and goes on where it was after a restart', async () => {
    const folder = makeTemporaryFolder('mirrors');
    const keyStore = hasKeychain ? 'system' : 'none';
    let id: string;
    let updatedAt: number | null;
    {
      await using bench = await open(folder, { keyStore });
      const { calls } = bench.services.mirrors;
      const content = contentOf(bench.connectionId);
      const plan = await calls.planMirror({
        connectionId: bench.connectionId,
        resource: 'networks',
        query: {},
      });
      // One more looks behind the last record.
      expect(plan).toMatchObject({ requests: 2 });
      expect(
        await calls.testMirrorTarget({
          connectionId: bench.connectionId,
          resource: 'networks',
          address: content.address,
          secret: server.password,
        }),
      ).toEqual({
        found: expect.stringMatching(/^Connected to PostgreSQL \d+.*first copy creates it/) as string,
      });
      const saved = await calls.saveMirror({ content, secret: server.password });
      expect(saved.secret).toBe(hasKeychain ? 'keychain' : 'session');
      ({ id } = saved.mirror);
      const begun = Date.now();
      const job = await calls.startMirror({ id });
      expect(job).toMatchObject({ kind: 'mirror', title: content.name });
      const upToDate = await bench.reached(job.id, isUpToDate);
      expect(upToDate).toMatchObject({ done: plan.records, total: plan.records });
      expect(upToDate.resumesAt).toBeGreaterThan(begun + 14 * 60_000);
      const { figures } = await bench.mirror(id);
      expect(figures).toMatchObject({ records: plan.records, inserted: plan.records, changed: 0 });
      // Asked for once more, it begins its check at once, in the same job.
      expect((await calls.startMirror({ id })).id).toBe(job.id);
      await bench.reached(job.id, (now) => isUpToDate(now) && now.resumesAt !== upToDate.resumesAt);
      const again = (await bench.mirror(id)).figures;
      expect(again).toMatchObject({ records: plan.records, inserted: plan.records, changed: 0 });
      expect(again.updatedAt).toBeGreaterThan(figures.updatedAt ?? Infinity);
      updatedAt = again.updatedAt;
      expect(bench.services.jobs.list()).toHaveLength(1);
    }
    await using bench = await open(folder, { keyStore });
    await expect.poll(() => bench.services.jobs.list()).toHaveLength(1);
    const [job] = bench.services.jobs.list();
    // It was up to date a moment ago: nothing is requested before its time.
    expect(job).toMatchObject({ kind: 'mirror', title: 'Networks in PostgreSQL' });
    await bench.reached(job?.id ?? '', isUpToDate);
    expect((await bench.mirror(id)).figures.updatedAt).toBe(updatedAt);
    if (hasKeychain) {
      await bench.services.mirrors.calls.startMirror({ id });
      await expect.poll(async () => (await bench.mirror(id)).figures.updatedAt).not.toBe(updatedAt);
    }
    await bench.services.mirrors.calls.removeMirror({ id });
    expect(
      (await keychain.read(`postgres://rwa@127.0.0.1:${server.port.toString()}/postgres`)).key,
    ).toBeNull();
  });

  it('stays paused over a restart, and stays off when it was canceled; a removed one leaves its target as it is @nightly', async () => {
    const folder = makeTemporaryFolder('mirrors');
    const address = { ...newAddress(), schema: 'removed' };
    const ids = await (async () => {
      await using bench = await open(folder);
      const { calls } = bench.services.mirrors;
      const names = ['Paused', 'Canceled', 'Removed'];
      const made = await Promise.all(
        names.map(async (name) => {
          const content = contentOf(bench.connectionId, {
            name,
            address: name === 'Removed' ? address : newAddress(),
          });
          return (await calls.saveMirror({ content, secret: server.password })).mirror.id;
        }),
      );
      const [paused = '', canceled = '', removed = ''] = await Promise.all(
        made.map(async (id) => (await calls.startMirror({ id })).id),
      );
      await Promise.all([paused, canceled, removed].map((jobId) => bench.reached(jobId, isUpToDate)));
      bench.services.jobs.pause(paused);
      await bench.reached(paused, ({ state }) => state === 'paused');
      await bench.services.jobs.cancel(canceled);
      await calls.removeMirror({ id: made[2] ?? '' });
      expect(bench.services.jobs.find(removed)?.state).toBe('canceled');
      expect(await server.query(`SELECT count(*) > 0 AS there FROM removed.networks`)).toEqual([
        { there: true },
      ]);
      return made;
    })();

    await using bench = await open(folder);
    await expect.poll(() => bench.services.jobs.list()).toHaveLength(1);
    expect(bench.services.jobs.list()[0]).toMatchObject({ title: 'Paused', state: 'paused' });
    expect((await bench.mirror(ids[1] ?? '')).state).toBe('off');
    await expect(bench.mirror(ids[2] ?? '')).rejects.toThrow('no mirror');
  });

  it('starts its check at once if a clock that was ahead dated the last one', async () => {
    const folder = makeTemporaryFolder('mirrors');
    {
      await using bench = await open(folder);
      const content = contentOf(bench.connectionId);
      const { mirror } = await bench.services.mirrors.calls.saveMirror({ content, secret: server.password });
      const figures = { ...mirror.figures, updatedAt: Date.now() + 365 * dayMs };
      const value = z.json().parse({ ...mirror, state: 'on', figures });
      await bench.services.store.user.changeDocuments([{ kind: 'mirror', id: mirror.id, value }]);
    }
    await using bench = await open(folder);
    await expect.poll(() => bench.services.jobs.list()).toHaveLength(1);
    // Without a keychain the password was known to the process alone, and is missed as soon as it is needed.
    const ended = await bench.reached(
      bench.services.jobs.list()[0]?.id ?? '',
      ({ endedAt }) => endedAt !== null,
    );
    expect(ended).toMatchObject({ failure: { code: 'no-key' } });
  });

  it('says what is wrong, retries temporary failures, and stops if the user must act', async () => {
    await using bench = await open(makeTemporaryFolder('mirrors'));
    const { calls } = bench.services.mirrors;
    const start = async (content: MirrorContent, secret: string): Promise<{ id: string; jobId: string }> => {
      const { id } = (await calls.saveMirror({ content, secret })).mirror;
      return { id, jobId: (await calls.startMirror({ id })).id };
    };
    const ended = ({ endedAt }: Job): boolean => endedAt !== null;
    const retries = ({ state, waitsFor }: Job): boolean => state === 'waiting' && waitsFor === 'retry';

    const wrong = await start(contentOf(bench.connectionId), 'wrong');
    expect(await bench.reached(wrong.jobId, ended)).toMatchObject({
      state: 'failed',
      failure: { code: 'key-rejected', message: expect.stringContaining('does not let rwa in') as string },
    });
    const mirror = await bench.mirror(wrong.id);
    await calls.saveMirror({
      id: wrong.id,
      content: contentOf(bench.connectionId, { address: mirror.address }),
      secret: server.password,
    });
    const again = await calls.startMirror({ id: wrong.id });
    await bench.reached(again.id, isUpToDate);

    await server.kill();
    const lostAt = Date.now();
    await calls.startMirror({ id: wrong.id });
    const lost = await bench.reached(again.id, retries);
    expect(lost.note).toContain('No PostgreSQL server answers');
    expect(lost.resumesAt).toBeGreaterThanOrEqual(lostAt + 60_000);
    expect(lost.resumesAt).toBeLessThanOrEqual(Date.now() + 60_000);
    await calls.startMirror({ id: wrong.id });
    const second = await bench.reached(again.id, (job) => retries(job) && job.resumesAt !== lost.resumesAt);
    expect(second.resumesAt).toBeGreaterThan(lostAt + 5 * 60_000);
    await server.start();
    await calls.startMirror({ id: wrong.id });
    expect((await bench.reached(again.id, isUpToDate)).note).toBeUndefined();

    await bench.services.changeSettings({ workOffline: true });
    const { updatedAt } = (await bench.mirror(wrong.id)).figures;
    await calls.startMirror({ id: wrong.id });
    expect((await bench.reached(again.id, retries)).note).toContain('Work offline is on');
    await bench.services.changeSettings({ workOffline: false });
    await calls.startMirror({ id: wrong.id });
    await bench.reached(again.id, isUpToDate);
    expect((await bench.mirror(wrong.id)).figures.updatedAt).toBeGreaterThan(updatedAt ?? Infinity);
  });

  it('runs a mirror once at a time, and adds up what its runs have done @nightly', async () => {
    await using bench = await open(makeTemporaryFolder('mirrors'));
    const { mirrors, jobs } = bench.services;
    const content = contentOf(bench.connectionId, { resource: 'transactions', everyMinutes: null });
    const { id } = (await mirrors.calls.saveMirror({ content, secret: server.password })).mirror;
    const control = { signal: new AbortController().signal, update: () => undefined };
    const first = mirrors.runOnce(id, control);
    await expect(mirrors.runOnce(id, control)).rejects.toThrow('being brought up to date already');
    const { records, inserted } = await first;
    expect({ records, inserted }).toEqual({ records: 1000, inserted: 1000 });
    expect((await bench.mirror(id)).figures).toMatchObject({ records, inserted });
    // Without a time for the next check its job ends with the run.
    const job = await mirrors.calls.startMirror({ id });
    await bench.reached(job.id, ({ state }) => state === 'done');
    const { figures, state } = await bench.mirror(id);
    expect(state).toBe('off');
    expect(figures).toMatchObject({ inserted, changed: 0, gone: 0 });
    expect(figures.records).toBeLessThan(records);
    expect(jobs.list()).toHaveLength(1);
  });

  it('keeps the day that a moving date means when the mirror is made', async () => {
    await using bench = await open(makeTemporaryFolder('mirrors-days'));
    const content = contentOf(bench.connectionId, {
      resource: 'transactions',
      filter: { operator: 'onOrAfter', field: 'date', value: '{{30 days ago}}' },
      everyMinutes: null,
    });
    const begun = Date.now();
    const { calls } = bench.services.mirrors;
    const { id } = (await calls.saveMirror({ content, secret: server.password })).mirror;
    const { filter } = await bench.mirror(id);
    expect([begun, Date.now()].map((now) => dayOf(now - 30 * dayMs))).toContain(
      filter !== undefined && 'value' in filter ? filter.value : null,
    );
    const done = await bench.reached((await calls.startMirror({ id })).id, ({ endedAt }) => endedAt !== null);
    expect(done).toMatchObject({ state: 'done', failure: null });
    expect((await bench.mirror(id)).figures.inserted).toBeGreaterThan(0);
  });

  it('keeps the password for its server alone, and in no file', async () => {
    const folder = makeTemporaryFolder('mirrors');
    const address = newAddress();
    const other = newAddress({ host: 'localhost' });
    {
      await using bench = await open(folder, { keyStore: hasKeychain ? 'system' : 'none' });
      const { calls } = bench.services.mirrors;
      const content = contentOf(bench.connectionId, { address });
      const { mirror } = await calls.saveMirror({ content, secret: server.password });
      expect(await calls.findMirrorSecret({ address })).toBe(hasKeychain ? 'keychain' : 'session');
      expect(await calls.findMirrorSecret({ address: other })).toBe('none');
      // As by a hand that changes where the mirror goes.
      const changed = z.json().parse({ ...mirror, address: other });
      await bench.services.store.user.changeDocuments([{ kind: 'mirror', id: mirror.id, value: changed }]);
      const job = await calls.startMirror({ id: mirror.id });
      expect(await bench.reached(job.id, ({ endedAt }) => endedAt !== null)).toMatchObject({
        failure: { code: 'no-key', message: expect.stringContaining('asks for the password') as string },
      });
    }
    const names = readdirSync(folder, { recursive: true, withFileTypes: true });
    for (const entry of names.filter((one) => one.isFile())) {
      const file = path.join(entry.parentPath, entry.name);
      expect(readFileSync(file).includes('pässword'), file).toBe(false);
    }
    await keychain.remove(`postgres://rwa@127.0.0.1:${server.port.toString()}/postgres`);
  });

  it('reads addresses as they are pasted, and says what is wrong with them', async () => {
    await using bench = await open(makeTemporaryFolder('mirrors'));
    const { readMirrorAddress } = bench.services.mirrors.calls;
    expect(await readMirrorAddress({ text: ' postgres://rwa@db.example.com/analytics/rwa ' })).toEqual({
      host: 'db.example.com',
      port: 5432,
      database: 'analytics',
      user: 'rwa',
      schema: 'rwa',
      tls: 'verify',
    });
    await expect(readMirrorAddress({ text: 'db.example.com' })).rejects.toThrow('postgres://USER@HOST');
    await expect(
      readMirrorAddress({ text: 'postgres://rwa@db.example.com/analytics/rwa?tls=off' }),
    ).rejects.toThrow('tls must be verify');
  });
});
