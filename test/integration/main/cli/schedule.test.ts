import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { hourMs, minuteMs } from '../../../../preload/contract/days.ts';
import { commandLine } from '../../../support/built.ts';
import { runCommandHere } from '../../../support/commandHere.ts';
import { onlyIf } from '../../../support/onlyIf.ts';
import { jsonLines, runCommand } from '../../../support/runCommand.ts';
import { startService } from '../sample-service/serviceClient.ts';
import { lacksPostgres, startPostgres } from '../../../support/postgres.ts';
import { makeTemporaryFolder } from '../../../support/temporaryFolder.ts';
import { openTestServices } from '../../../support/testServices.ts';
import {
  asIfEarlier,
  contentOf,
  exportOf,
  filesIn,
  minuteOfDayIn,
  openBench,
  saveEarlier,
  under,
} from '../features/schedules/scheduleFixture.ts';

const lineSchema = z.looseObject({ state: z.string().optional(), name: z.string().optional() });

it('schedule lists schedules, runs due ones once for all callers, and continues until stopped', async () => {
  await using service = await startService({ assets: 40, transactions: 300 });
  const [data, out] = [makeTemporaryFolder('data'), makeTemporaryFolder('out')];
  const argv = (...command: string[]): string[] => ['schedule', ...command, '--base-url', service.url];
  const schedule = async (...command: string[]) => {
    const { out: printed, ...outcome } = await runCommand(argv(...command), {
      folder: data,
      key: service.key,
    });
    return { ...outcome, lines: jsonLines(printed).map((line) => lineSchema.parse(line)) };
  };
  const missing = path.join(out, 'gone', 'networks.csv');
  const times = { kind: 'hourly', minute: minuteOfDayIn(hourMs / 2) % 60 } as const;
  {
    await using bench = await openBench(data, service);
    const file = { path: under(out, 'networks-{date}-{time}.csv') };
    await saveEarlier(bench, contentOf(exportOf(bench.connectionId, file), { times }), 4 * hourMs);
  }

  // Two at once, as a timer and the app may be.
  const both = await Promise.all([schedule('run', '--once'), schedule('run', '--once')]);
  expect(both.map(({ code }) => code)).toEqual([0, 0]);
  expect(both.flatMap(({ lines }) => lines)).toMatchObject([{ state: 'done', missed: 3, complete: true }]);
  expect(filesIn(out)).toHaveLength(2);
  expect(await schedule('run', '--once')).toMatchObject({ code: 0, lines: [] });

  // A folder that is gone: a failure of this run, which is made again in five minutes.
  {
    await using bench = await openBench(data, service);
    await saveEarlier(bench, contentOf(exportOf(bench.connectionId, { path: missing })), hourMs);
  }
  const watching = spawn(
    process.execPath,
    [commandLine, ...argv('run', '--watch'), '--user-data-dir', data],
    {
      env: { ...process.env, RWA_API_KEY: service.key },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const [line] = (await once(createInterface(watching.stdout), 'line')) as [string];
  expect(JSON.parse(line)).toMatchObject({ state: 'retrying', code: 'file' });
  watching.kill('SIGTERM');
  expect(await once(watching, 'exit')).toEqual([143, null]);
});

it(
  'a log that is a pipe gets the line of a run, even if its reader leaves at the end',
  onlyIf(process.platform !== 'win32', 'Windows has no pipes in folders.'),
  async () => {
    await using service = await startService({ assets: 40, transactions: 300 });
    const [data, out] = [makeTemporaryFolder('data'), makeTemporaryFolder('out')];
    {
      await using bench = await openBench(data, service);
      const file = { path: under(out, 'networks.csv') };
      await saveEarlier(bench, contentOf(exportOf(bench.connectionId, file)), hourMs);
    }
    const pipe = path.join(out, 'runs.jsonl');
    execFileSync('mkfifo', [pipe]);
    const read = text(spawn('cat', [pipe], { stdio: ['ignore', 'pipe', 'inherit'] }).stdout);
    const { code, err } = await runCommand(
      ['schedule', 'run', '--once', '--log', pipe, '--base-url', service.url],
      { folder: data, key: service.key, signal: AbortSignal.timeout(20_000) },
    );
    expect(code, err).toBe(0);
    expect(jsonLines(await read)).toMatchObject([{ state: 'done' }]);
  },
);

it('schedule adds, edits and removes; its file is that of the command, and a failure is told until it is over @nightly', async () => {
  await using service = await startService({ assets: 40, transactions: 300 });
  const [data, out] = [makeTemporaryFolder('data'), makeTemporaryFolder('out')];
  const [log, told, keyFile] = ['runs.jsonl', 'told.jsonl', 'key'].map((name) => under(data, name));
  writeFileSync(keyFile ?? '', `${service.key}\n`);
  const run = async (...argv: string[]) => {
    const { out: printed, ...outcome } = await runCommandHere(
      [...argv.slice(0, 2), '--base-url', service.url, '--key-file', keyFile ?? '', ...argv.slice(2)],
      { folder: data, environment: { RWA_API_KEY: undefined } },
    );
    return { ...outcome, lines: jsonLines(printed).map((line) => lineSchema.parse(line)) };
  };
  const exporting = (file: string, ...more: string[]): string[] => [
    ...['export', 'networks', '--out', under(out, file), '--columns', 'id,name,color_hex'],
    ...['--headings', 'labels', '--bom', '--delimiter', ';', ...more],
  ];
  const passed = async (ms: number): Promise<void> => {
    const services = await openTestServices(data);
    const [shown] = (await services.schedules.calls.listSchedules(undefined)).schedules;
    if (shown !== undefined) await asIfEarlier(services, shown.schedule, ms);
    await services.close();
  };
  const minute = minuteOfDayIn(hourMs / 2) % 60;
  const when = `hourly at minute ${minute.toString()}`;
  const runOnce = ['schedule', 'run', '--once', '--log', log ?? ''];

  expect(await run('schedule', 'add', 'Nets', '--when', when)).toMatchObject({ code: 2, lines: [] });
  expect(await run('schedule', 'add', 'Nets', '--when', when, '--', ...exporting('due.csv'))).toMatchObject({
    code: 0,
    lines: [{ name: 'Nets', on: true, runs: 'export', when: when.replace('h', 'H') }],
  });
  await passed(hourMs);
  const done = await run(...runOnce);
  expect(done).toMatchObject({ code: 0, lines: [{ state: 'done', complete: true }] });
  expect(done.err).toContain(`The key in ${keyFile ?? ''} is sent to ${service.url}`);
  expect(await run(...exporting('now.csv'))).toMatchObject({ code: 0 });
  expect(readFileSync(under(out, 'due.csv'), 'utf8')).toBe(readFileSync(under(out, 'now.csv'), 'utf8'));

  // Another file, in a folder that is not there yet, and other times, so that it is due again.
  const later = `hourly at minute ${((minute + 1) % 60).toString()}`;
  const edited = await run('schedule', 'edit', 'nets', '--when', later, '--', ...exporting('new/nets.csv'));
  expect(edited).toMatchObject({ code: 0, lines: [{ name: 'Nets', last: { state: 'done' } }] });
  await passed(hourMs);
  const tell = `"${process.execPath}" -e "process.stdin.pipe(fs.createWriteStream(process.argv[1]))" "${told ?? ''}"`;
  expect(await run(...runOnce, '--on-failure', tell)).toMatchObject({
    code: 1,
    lines: [{ state: 'retrying', code: 'file' }],
  });
  const waiting = await run(...runOnce);
  expect(waiting).toMatchObject({ code: 1, lines: [] });
  expect(waiting.err).toContain('Nets has not succeeded since it failed: The folder does not exist.');
  mkdirSync(under(out, 'new'));
  {
    await using bench = await openBench(data, service);
    bench.forward(5 * minuteMs);
    expect(await bench.schedules.runDue()).toMatchObject([{ state: 'done', retries: 1 }]);
  }
  expect(await run(...runOnce)).toMatchObject({ code: 0, lines: [] });
  expect(filesIn(path.join(out, 'new'))).toEqual(['nets.csv', 'nets.csv.json']);
  expect(jsonLines(readFileSync(told ?? '', 'utf8'))).toMatchObject([{ schedule: 'Nets', code: 'file' }]);
  expect(jsonLines(readFileSync(log ?? '', 'utf8'))).toMatchObject([
    { state: 'done' },
    { state: 'retrying' },
  ]);

  expect(await run('schedule', 'edit', 'Nets', '--name', 'Off', '--off')).toMatchObject({
    lines: [{ name: 'Off', on: false, when: later.replace('h', 'H') }],
  });
  expect(await run('schedule', 'remove', 'Nets')).toMatchObject({ code: 4 });
  expect(await run('schedule', 'remove', 'Off')).toMatchObject({ code: 0 });
  expect(await run('schedule', 'list')).toMatchObject({ code: 0, lines: [] });
});

it('schedule runs what files contain at each run, refuses an existing name, and mirrors', async () => {
  await using service = await startService({ assets: 40, transactions: 300 });
  const [data, out] = [makeTemporaryFolder('data'), makeTemporaryFolder('out')];
  await using stack = new AsyncDisposableStack();
  const server = lacksPostgres === null ? stack.use(await startPostgres()) : null;
  if (server === null) process.stdout.write(`No schedule mirrors here. ${lacksPostgres ?? ''}\n`);
  const run = async (...argv: string[]) => {
    const { out: printed, ...outcome } = await runCommandHere([...argv, '--base-url', service.url], {
      folder: data,
      key: service.key,
      environment: server === null ? {} : { PGPASSWORD: server.password },
    });
    return { ...outcome, lines: jsonLines(printed).map((line) => lineSchema.parse(line)) };
  };
  const add = (...words: string[]) =>
    run('schedule', 'add', ...words.slice(0, 1), '--when', when, ...words.slice(1));
  const when = `hourly at minute ${(minuteOfDayIn(hourMs / 2) % 60).toString()}`;
  const ids = under(out, 'ids.txt');
  const file = under(out, 'nets.csv');
  const work = ['--', 'export', 'networks', '--out', file, '--columns', 'id', '--force', '--in', `id=${ids}`];
  expect(await add('Nets', ...work)).toMatchObject({
    code: 2,
    err: expect.stringContaining('ids.txt cannot be read') as string,
  });
  writeFileSync(ids, '1\n2\n');
  expect(await add('Nets', ...work)).toMatchObject({ code: 0, lines: [{ runs: 'export' }] });
  expect(await add('nets', ...work)).toMatchObject({
    code: 2,
    err: expect.stringContaining('There is a schedule “Nets”. Add --replace') as string,
  });
  expect(await add('nets', '--replace', ...work)).toMatchObject({ code: 0, lines: [{ name: 'nets' }] });
  expect((await run('schedule', 'list')).lines).toHaveLength(1);

  const due = async () => {
    const services = await openTestServices(data);
    for (const { schedule } of (await services.schedules.calls.listSchedules(undefined)).schedules)
      await asIfEarlier(services, schedule, hourMs);
    await services.close();
    return run('schedule', 'run', '--once');
  };
  const rows = (): string[] => readFileSync(file, 'utf8').trim().split(/\r?\n/).slice(1).sort();
  expect(await due()).toMatchObject({ code: 0, lines: [{ state: 'done', rows: 2 }] });
  expect(rows()).toEqual(['1', '2']);
  writeFileSync(ids, '2\n3\n4\n');
  // At another time it is due again.
  const later = `hourly at minute ${((minuteOfDayIn(hourMs / 2) + 1) % 60).toString()}`;
  expect(await run('schedule', 'edit', 'nets', '--when', later)).toMatchObject({ code: 0 });
  expect(await due()).toMatchObject({ code: 0, lines: [{ state: 'done', rows: 3 }] });
  expect(rows()).toEqual(['2', '3', '4']);
  expect(await run('schedule', 'remove', 'nets')).toMatchObject({ code: 0 });
  if (server === null) return;

  const to = `postgres://${server.user}@127.0.0.1:${server.port.toString()}/${server.database}/planned`;
  const copying = ['--', 'mirror', 'networks', '--to', to];
  expect(await add('Copy', ...copying)).toMatchObject({ code: 0, lines: [{ runs: 'mirror' }] });
  expect(await due()).toMatchObject({ code: 0, lines: [{ state: 'done', complete: true }] });
  expect(await server.query('SELECT count(*) > 10 AS many FROM planned.networks')).toEqual([{ many: true }]);
  // The same copy is one mirror, however often it is scheduled.
  expect(await add('Copy', '--replace', ...copying)).toMatchObject({ code: 0 });
  const services = await openTestServices(data);
  expect((await services.mirrors.calls.listMirrors(undefined)).mirrors).toHaveLength(1);
  await services.close();
});
