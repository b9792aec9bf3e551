import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { dayMs, hourMs, minuteMs } from '../../../../../preload/contract/days.ts';
import type { ScheduledWork } from '../../../../../preload/contract/schedules.ts';
import { savedQueryContentSchema } from '../../../../../preload/contract/savedQueries.ts';
import type { Json } from '../../../../../preload/contract/json.ts';
import { defaultOptions } from '../../../../../preload/contract/exports.ts';
import { lacksPostgres, startPostgres } from '../../../../support/postgres.ts';
import { startService, type TestClient } from '../../sample-service/serviceClient.ts';
import { firstTen, isBeyondTen, startRewritingService } from '../../../../support/rewritingService.ts';
import { makeTemporaryFolder } from '../../../../support/temporaryFolder.ts';
import {
  contentOf,
  exportOf,
  filesIn,
  minuteOfDayIn,
  openBench,
  saveEarlier,
  under,
} from './scheduleFixture.ts';
import { onlyIf } from '../../../../support/onlyIf.ts';

/** Schedules over the user's database, real files and the sample data service. Only their clock is set. */

describe('schedules', () => {
  let service: TestClient;

  beforeAll(async () => {
    service = await startService({ assets: 40, transactions: 3000 });
  });
  afterAll(() => service[Symbol.asyncDispose]());

  it('run the latest of several due times alone, and count the missed ones', async () => {
    const [data, out] = [makeTemporaryFolder('data'), makeTemporaryFolder('out')];
    await using bench = await openBench(data, service);
    const work = exportOf(bench.connectionId, { path: under(out, 'networks-{date}-{time}.csv') });
    const due = new Date(bench.now() - hourMs / 2);
    due.setSeconds(0, 0);
    const dueAt = due.getTime();
    const times = { kind: 'hourly', minute: due.getMinutes() } as const;
    const { id } = await saveEarlier(bench, contentOf(work, { times }), 4 * hourMs);
    const [run] = await bench.schedules.runDue();
    expect(run).toMatchObject({ state: 'done', dueAt, missed: 3, complete: true, failure: null });
    const [date, time = ''] = due.toLocaleString('sv-SE').split(' ');
    const name = `networks-${date ?? ''}-${time.slice(0, 5).replace(':', '')}.csv`;
    expect(filesIn(out)).toEqual([name, `${name}.json`]);
    expect(readFileSync(under(out, name), 'utf8').split('\r\n').length).toBeGreaterThan(3);
    expect(await bench.schedules.runDue()).toEqual([]);

    // An hour later the next one is due, and none was missed.
    bench.forward(hourMs);
    expect(await bench.schedules.runDue()).toMatchObject([{ dueAt: dueAt + hourMs, missed: 0 }]);
    const [shown] = (await bench.schedules.calls.listSchedules(undefined)).schedules;
    expect(shown).toMatchObject({ nextAt: dueAt + 2 * hourMs, last: { dueAt: dueAt + hourMs } });
    expect(await bench.schedules.calls.listScheduleRuns({ id })).toMatchObject([
      { missed: 0 },
      { missed: 3 },
    ]);
  });

  it('keep what is there, and add a number', async () => {
    const [data, out] = [makeTemporaryFolder('data'), makeTemporaryFolder('out')];
    await using bench = await openBench(data, service);
    writeFileSync(under(out, 'networks.csv'), 'mine');
    const work = exportOf(bench.connectionId, { path: under(out, 'networks.csv') });
    await saveEarlier(bench, contentOf(work), hourMs);
    for (let hour = 0; hour < 2; hour += 1) {
      expect(await bench.schedules.runDue()).toMatchObject([{ state: 'done' }]);
      bench.forward(hourMs);
    }
    const files = filesIn(out).filter((name) => !name.endsWith('.json'));
    expect(files).toEqual(['networks (2).csv', 'networks (3).csv', 'networks.csv']);
    expect(readFileSync(under(out, 'networks.csv'), 'utf8')).toBe('mine');
  });

  it('replace what they wrote if set to, and nothing that was changed since or is not theirs', async () => {
    const [data, out] = [makeTemporaryFolder('data'), makeTemporaryFolder('out')];
    await using bench = await openBench(data, service);
    const work = exportOf(bench.connectionId, { path: under(out, 'networks.csv'), existing: 'replace' });
    await saveEarlier(bench, contentOf(work), hourMs);
    const next = async () => {
      const [run] = await bench.schedules.runDue();
      bench.forward(hourMs);
      return run;
    };
    for (let hour = 0; hour < 2; hour += 1)
      expect(await next()).toMatchObject({ state: 'done', path: under(out, 'networks.csv'), note: null });
    expect(filesIn(out)).toEqual(['networks.csv', 'networks.csv.json']);

    appendFileSync(under(out, 'networks.csv'), 'my own line');
    for (let hour = 0; hour < 2; hour += 1)
      expect(await next()).toMatchObject({
        state: 'done',
        path: under(out, 'networks (2).csv'),
        note: 'networks.csv was kept: it is not as this schedule wrote it, or another run was writing it.',
      });
    expect(readFileSync(under(out, 'networks.csv'), 'utf8')).toContain('my own line');
    rmSync(under(out, 'networks.csv'));
    writeFileSync(under(out, 'networks.csv.json'), '{"mine": true}');
    expect(await next()).toMatchObject({ path: under(out, 'networks (2).csv') });
    expect(readFileSync(under(out, 'networks.csv.json'), 'utf8')).toBe('{"mine": true}');
  });

  it('write files for each day into the same folder, and nothing beside it', async () => {
    const [data, out] = [makeTemporaryFolder('data'), makeTemporaryFolder('out')];
    await using bench = await openBench(data, service);
    const work = daysOf(exportOf(bench.connectionId, { path: under(out, 'lake') }, 'transactions'));
    await saveEarlier(bench, contentOf(work), hourMs);
    for (let hour = 0; hour < 2; hour += 1) {
      expect(await bench.schedules.runDue()).toMatchObject([{ state: 'done', complete: true }]);
      bench.forward(hourMs);
    }
    expect(filesIn(out)).toEqual(['lake']);
    const days = filesIn(under(out, 'lake'));
    expect(days).toEqual([expect.stringMatching(/^day=\d{4}-/), expect.stringMatching(/^day=\d{4}-/)]);
    expect(days.flatMap((day) => filesIn(under(out, `lake/${day}`)))).toEqual([
      'data.parquet',
      'data.parquet',
    ]);
  });

  it('retry after 5, 15 and 60 minutes if the folder is missing, then fail', async () => {
    const [data, out] = [makeTemporaryFolder('data'), makeTemporaryFolder('out')];
    await using bench = await openBench(data, service);
    const told: string[] = [];
    bench.events.on('scheduleRunEnded', (_schedule, { state, retries }) =>
      told.push(`${state} ${retries.toString()}`),
    );
    const work = exportOf(bench.connectionId, { path: under(out, 'gone/networks.csv') });
    const daily = { times: { kind: 'daily' as const, at: minuteOfDayIn(12 * hourMs) } };
    await saveEarlier(bench, contentOf(work, daily), 24 * hourMs);
    for (const minutes of [5, 15, 60]) {
      const [run] = await bench.schedules.runDue();
      expect(run).toMatchObject({
        state: 'retrying',
        failure: { code: 'file', message: 'The folder does not exist. Choose another one.' },
      });
      expect(Math.round(((run?.retryAt ?? 0) - bench.now()) / minuteMs)).toBe(minutes);
      expect(await bench.schedules.runDue()).toEqual([]);
      bench.forward(minutes * minuteMs);
    }
    expect(await bench.schedules.runDue()).toMatchObject([{ state: 'failed', retries: 3 }]);
    expect(told).toEqual(['retrying 0', 'retrying 1', 'retrying 2', 'failed 3']);
    expect(await bench.schedules.runDue()).toEqual([]);
  });

  describe('after the clock was ahead and was set right', () => {
    const ahead = 365 * dayMs;
    /** Due in half an hour, and each day then. */
    const times = () => ({ kind: 'daily', at: minuteOfDayIn(hourMs / 2) }) as const;

    it('run at the next real time, saved meanwhile or not', async () => {
      const [data, out] = [makeTemporaryFolder('data'), makeTemporaryFolder('out')];
      await using bench = await openBench(data, service);
      const work = exportOf(bench.connectionId, { path: under(out, 'networks.csv') });
      bench.forward(ahead);
      await bench.schedules.calls.saveSchedule({ content: contentOf(work, { times: times() }) });
      bench.forward(-ahead);
      expect(await bench.schedules.runDue()).toEqual([]);
      bench.forward(hourMs);
      expect(await bench.schedules.runDue()).toMatchObject([{ state: 'done', missed: 0 }]);
      expect(await bench.schedules.runDue()).toEqual([]);
    });

    it('run at a real time that a run had which ended before it', async () => {
      const [data, out] = [makeTemporaryFolder('data'), makeTemporaryFolder('out')];
      await using bench = await openBench(data, service);
      const work = exportOf(bench.connectionId, { path: under(out, 'networks.csv') });
      const content = contentOf(work, { times: times() });
      const { id } = await bench.schedules.calls.saveSchedule({ content });
      bench.forward(25 * hourMs);
      const [early] = await bench.schedules.runDue();
      expect(early).toMatchObject({ state: 'done', manual: false });
      bench.forward(-25 * hourMs);
      expect(await bench.schedules.runDue()).toEqual([]);
      bench.forward(25 * hourMs);
      expect(await bench.schedules.runDue()).toMatchObject([{ state: 'done', dueAt: early?.dueAt }]);
      expect(await bench.schedules.calls.listScheduleRuns({ id })).toHaveLength(2);
      expect(await bench.schedules.runDue()).toEqual([]);
    });

    it('retry at once what was scheduled for a retry under another clock', async () => {
      const [data, out] = [makeTemporaryFolder('data'), makeTemporaryFolder('out')];
      await using bench = await openBench(data, service);
      const folder = under(out, 'back');
      const work = exportOf(bench.connectionId, { path: under(folder, 'networks.csv') });
      await saveEarlier(bench, contentOf(work, { times: times() }), 24 * hourMs);
      bench.forward(2 * hourMs);
      expect(await bench.schedules.runDue()).toMatchObject([{ state: 'retrying' }]);
      mkdirSync(folder);
      bench.forward(-ahead);
      expect(await bench.schedules.runDue()).toMatchObject([{ state: 'done', retries: 1 }]);
    });
  });

  it.each([
    ['fail', { state: 'failed', failure: { code: 'rate-limited' } }],
    [
      'deliver',
      { state: 'done', complete: false, note: expect.stringContaining('Written from the cache') as string },
    ],
  ] as const)('wait for the request limit until their deadline, then %s', async (late, wanted) => {
    const [data, out] = [makeTemporaryFolder('data'), makeTemporaryFolder('out')];
    await using bench = await openBench(data, service);
    const recordReader = await bench.services.recordReader(bench.connectionId);
    await recordReader.list('transactions', { pagination: { page: 1, perPage: 50 } });
    // What is left is reserved for the person in front of the window.
    await bench.services.changeSettings({ transactionsPerHour: 10 });
    const work = exportOf(bench.connectionId, { path: under(out, 'late.csv') }, 'transactions');
    await saveEarlier(bench, contentOf(work, { late, waitMinutes: 30 }), hourMs);
    const ended = bench.schedules.runDue();
    await vi.waitUntil(() => bench.services.jobs.list().some(({ state }) => state === 'waiting'), {
      timeout: 60_000,
    });
    bench.forward(30 * minuteMs);
    expect(await ended).toMatchObject([wanted]);
    if (late === 'fail') expect(filesIn(out)).toEqual([]);
    else {
      const [run] = (await bench.schedules.calls.listSchedules(undefined)).schedules;
      expect(run?.last?.fetchedFrom).toBeLessThan(bench.now() - 29 * minuteMs);
      expect(readFileSync(under(out, 'late.csv'), 'utf8').split('\r\n').length).toBeGreaterThan(50);
    }
  });

  it('export a saved query as it is then, and sync', async () => {
    const [data, out] = [makeTemporaryFolder('data'), makeTemporaryFolder('out')];
    await using bench = await openBench(data, service);
    const { connectionId } = bench;
    const query = await bench.services.savedQueries.save(
      savedQueryContentSchema.parse({
        name: 'Two networks',
        resource: 'networks',
        query: { sort: { field: 'name', direction: 'asc' } },
      }),
    );
    const file = { path: under(out, 'saved.csv'), existing: 'keep' as const };
    const saved = {
      kind: 'savedQuery' as const,
      connectionId,
      savedQueryId: query.id,
      format: 'csv' as const,
    };
    const layout = {
      columns: ['name', 'circulating_asset_value_dollar', 'asset_class_ids'],
      pinned: 1,
      widths: {},
    };
    await bench.services.store.user.changeDocuments([
      { kind: 'layout', id: 'networks', value: { ...layout, figures: 'full' } },
    ]);
    await saveEarlier(bench, contentOf({ ...saved, options: defaultOptions('csv'), file }), hourMs);
    await saveEarlier(
      bench,
      contentOf({ kind: 'sync', connectionId, resource: 'issuers', query: {} }),
      hourMs,
    );
    const runs = await bench.schedules.runDue();
    expect(runs.map(({ state }) => state)).toEqual(['done', 'done']);
    // The bytes of the export that the window proposes for the list.
    const value = 'circulating_asset_value_dollar';
    await bench.services.exports.run(
      {
        connectionId,
        scope: { kind: 'query', resource: 'networks', query: query.query },
        format: 'csv',
        columns: ['name', value, `${value}:chg_7d_pct`, `${value}:chg_90d_pct`, 'asset_class_ids'],
        options: { ...defaultOptions('csv'), entities: 'names' },
      },
      under(out, 'now.csv'),
      { signal: new AbortController().signal, update: () => undefined },
    );
    expect(readFileSync(under(out, 'saved.csv'), 'utf8')).toBe(readFileSync(under(out, 'now.csv'), 'utf8'));
    const { cache } = await bench.services.connections.open(connectionId);
    expect(await cache.completeAsOf({ resource: 'issuers', query: {} })).not.toBeNull();

    await bench.services.savedQueries.remove([query.id]);
    bench.forward(hourMs);
    expect(await bench.schedules.runDue()).toContainEqual(
      expect.objectContaining({
        state: 'failed',
        failure: expect.objectContaining({ code: 'not-found' }) as object,
      }),
    );
  });

  it.each(['sync', 'export'] as const)(
    'keep the old records where much is gone at once, and say so: %s',
    async (kind) => {
      const [data, out] = [makeTemporaryFolder('data'), makeTemporaryFolder('out')];
      let isShort = false;
      const rewrite = (answer: Json): Json => (isShort ? firstTen(answer) : answer);
      const lacks = (path: string): boolean => isShort && isBeyondTen(path);
      await using short = await startRewritingService({ ...service, rewrite, lacks });
      await using bench = await openBench(data, short);
      const { connectionId } = bench;
      const path = under(out, 'assets.csv');
      const file = exportOf(connectionId, { path, existing: 'replace' }, 'assets');
      const sync = { kind: 'sync', connectionId, resource: 'assets', query: {} } as const;
      await saveEarlier(bench, contentOf(kind === 'sync' ? sync : file), hourMs);
      expect(await bench.schedules.runDue()).toMatchObject([{ state: 'done', rows: 40 }]);
      const before = kind === 'export' ? readFileSync(path, 'utf8') : '';

      isShort = true;
      bench.forward(hourMs);
      const message = expect.stringMatching(
        /^30 of 40 records were not in the answer. Nothing was removed./,
      ) as string;
      expect(await bench.schedules.runDue()).toMatchObject([
        { state: 'failed', failure: { code: 'many-removed', message } },
      ]);
      const { cache } = await bench.services.connections.open(connectionId);
      const { cachedRecords } = await cache.runQuery({ resource: 'assets', query: {} });
      expect([cachedRecords, await cache.syncs.listVanished(0)]).toEqual([40, []]);
      if (kind === 'export') expect(readFileSync(path, 'utf8')).toBe(before);

      isShort = false;
      bench.forward(hourMs);
      expect(await bench.schedules.runDue()).toMatchObject([{ state: 'done', rows: 40, failure: null }]);
    },
  );

  it('restart at the next start what the end of the app has stopped @nightly', async () => {
    const [data, out] = [makeTemporaryFolder('data'), makeTemporaryFolder('out')];
    {
      await using bench = await openBench(data, service);
      await bench.services.changeSettings({ transactionsPerHour: 10 });
      const work = exportOf(bench.connectionId, { path: under(out, 'all.csv') }, 'transactions');
      await saveEarlier(bench, contentOf(work, { waitMinutes: null }), hourMs);
      void bench.schedules.runDue();
      await vi.waitUntil(() => bench.services.jobs.list().some(({ state }) => state === 'waiting'), {
        timeout: 60_000,
      });
    }
    await using bench = await openBench(data, service);
    expect((await bench.schedules.calls.listSchedules(undefined)).schedules).toMatchObject([
      { last: { state: 'running', retries: 0 } },
    ]);
    await bench.services.changeSettings({ transactionsPerHour: 100_000 });
    // With those that come twice.
    expect(await bench.schedules.runDue()).toMatchObject([{ state: 'done', retries: 1, rows: 3002 }]);
    expect(filesIn(out)).toEqual(['all.csv', 'all.csv.json']);
  });

  it('run by themselves once they are started, and at once when the computer wakes', async () => {
    const [data, out] = [makeTemporaryFolder('data'), makeTemporaryFolder('out')];
    await using bench = await openBench(data, service);
    const work = exportOf(bench.connectionId, { path: under(out, 'woken.csv') });
    await saveEarlier(bench, contentOf(work), hourMs);
    const ended = new Promise((resolve) =>
      bench.events.on('scheduleRunEnded', (_schedule, run) => resolve(run)),
    );
    bench.schedules.start();
    bench.schedules.nudge();
    expect(await ended).toMatchObject({ state: 'done' });
    expect(filesIn(out)).toEqual(['woken.csv', 'woken.csv.json']);
  });

  it('bring a mirror up to date @nightly', onlyIf(lacksPostgres === null, lacksPostgres ?? ''), async () => {
    await using server = await startPostgres();
    await using bench = await openBench(makeTemporaryFolder('data'), service);
    const { connectionId } = bench;
    const { host, port, database, user, password: secret } = { host: '127.0.0.1', ...server };
    const { mirror } = await bench.services.mirrors.calls.saveMirror({
      content: {
        name: 'Networks in PostgreSQL',
        connectionId,
        resource: 'networks',
        address: { host, port, database, user, schema: 'scheduled', tls: 'off' },
        days: 7,
        everyMinutes: null,
      },
      secret,
    });
    await saveEarlier(bench, contentOf({ kind: 'mirror', mirrorId: mirror.id }), hourMs);
    expect(await bench.schedules.runDue()).toMatchObject([{ state: 'done', failure: null }]);
    const [shown] = (await bench.services.mirrors.calls.listMirrors(undefined)).mirrors;
    expect(shown?.mirror.figures.inserted).toBeGreaterThan(3);
  });

  it('run when the user wants, and not twice at once', async () => {
    const [data, out] = [makeTemporaryFolder('data'), makeTemporaryFolder('out')];
    await using bench = await openBench(data, service);
    const work = exportOf(bench.connectionId, { path: under(out, 'now.csv') });
    const { id } = await bench.schedules.calls.saveSchedule({ content: contentOf(work, { on: false }) });
    const ended = new Promise((resolve) => bench.events.on('scheduleRunEnded', resolve));
    await bench.schedules.calls.runSchedule({ id });
    await expect(bench.schedules.calls.runSchedule({ id })).rejects.toThrow('running already');
    await ended;
    expect(await bench.schedules.calls.listScheduleRuns({ id })).toMatchObject([
      { manual: true, state: 'done' },
    ]);
    await bench.schedules.calls.removeSchedule({ id });
    await expect(bench.schedules.calls.runSchedule({ id })).rejects.toThrow('no longer exists');
    rmSync(out, { recursive: true });
  });
});

/** The same export as files for each of two days. */
function daysOf(work: ScheduledWork): ScheduledWork {
  if (work.kind !== 'export') throw new Error('An export is made of days.');
  const options = { ...defaultOptions('parquet'), parts: { by: 'day' as const, days: 2 } };
  return { ...work, request: { ...work.request, format: 'parquet', columns: ['id', 'date'], options } };
}
