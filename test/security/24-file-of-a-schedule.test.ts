import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hourMs } from '../../preload/contract/days.ts';
import {
  contentOf,
  exportOf,
  openBench,
  saveEarlier,
  under,
} from '../integration/main/features/schedules/scheduleFixture.ts';
import { startService, type TestClient } from '../integration/main/sample-service/serviceClient.ts';
import { startRewritingService } from '../support/rewritingService.ts';
import { makeTemporaryFolder } from '../support/temporaryFolder.ts';

/** A schedule replaces its own file, in a folder that others can write too. */

let service: TestClient;

beforeAll(async () => {
  service = await startService({ assets: 40, transactions: 10 });
});
afterAll(() => service[Symbol.asyncDispose]());

const kept = 'networks.csv was kept: it is not as this schedule wrote it, or another run was writing it.';

it('leaves the file of another export, though it is as that one wrote it', async () => {
  const [data, out] = [makeTemporaryFolder('data'), makeTemporaryFolder('out')];
  await using bench = await openBench(data, service);
  const path = under(out, 'networks.csv');
  const work = exportOf(bench.connectionId, { path, existing: 'replace' });
  await saveEarlier(bench, contentOf(work), hourMs);
  expect(await bench.schedules.runDue()).toMatchObject([{ state: 'done', path, note: null }]);
  // Another schedule is to the first what that of a colleague is.
  await saveEarlier(bench, contentOf(work, { name: 'Another' }), hourMs);
  expect(await bench.schedules.runDue()).toMatchObject([
    { state: 'done', path: under(out, 'networks (2).csv'), note: kept },
  ]);
  bench.forward(hourMs);
  const again = await bench.schedules.runDue();
  expect(again.map((run) => [run.path, run.note]).toSorted()).toEqual([
    [under(out, 'networks (2).csv'), kept],
    [path, null],
  ]);
});

it('leaves a folder or a pipe that has the name of its file, and waits for neither', async () => {
  const [data, out] = [makeTemporaryFolder('data'), makeTemporaryFolder('out')];
  await using bench = await openBench(data, service);
  const path = under(out, 'networks.csv');
  await saveEarlier(bench, contentOf(exportOf(bench.connectionId, { path, existing: 'replace' })), hourMs);
  expect(await bench.schedules.runDue()).toMatchObject([{ state: 'done', path, note: null }]);
  const makePipe = (name: string) => execFileSync('mkfifo', [name]);
  for (const put of [() => mkdirSync(path), () => makePipe(path), () => makePipe(`${path}.json`)]) {
    for (const name of [path, `${path}.json`]) rmSync(name, { recursive: true, force: true });
    put();
    bench.forward(hourMs);
    expect(await bench.schedules.runDue()).toMatchObject([
      { state: 'done', path: under(out, 'networks (2).csv'), note: kept },
    ]);
    expect([path, `${path}.json`].filter((name) => existsSync(name) && lstatSync(name).isFile())).toEqual([]);
  }
});

it('leaves what is put there while a run fetches its records', async () => {
  const [data, out] = [makeTemporaryFolder('data'), makeTemporaryFolder('out')];
  let meanwhile = (): void => undefined;
  await using slow = await startRewritingService({
    ...service,
    before: (request) => {
      if (request.startsWith('/v4/networks')) meanwhile();
      return Promise.resolve();
    },
  });
  await using bench = await openBench(data, slow);
  const path = under(out, 'networks.csv');
  await saveEarlier(bench, contentOf(exportOf(bench.connectionId, { path, existing: 'replace' })), hourMs);
  expect(await bench.schedules.runDue()).toMatchObject([{ state: 'done', path, note: null }]);

  // A link with the name of the description leads to a file of the user elsewhere.
  const victim = under(out, 'victim.txt');
  writeFileSync(victim, 'precious');
  meanwhile = () => {
    rmSync(`${path}.json`, { force: true });
    symlinkSync(victim, `${path}.json`);
  };
  bench.forward(hourMs);
  expect(await bench.schedules.runDue()).toMatchObject([
    { state: 'done', path: under(out, 'networks (2).csv'), note: kept },
  ]);
  expect(readFileSync(victim, 'utf8')).toBe('precious');

  // The user works in the file.
  rmSync(`${path}.json`);
  meanwhile = () => appendFileSync(path, 'my own line');
  bench.forward(hourMs);
  expect(await bench.schedules.runDue()).toMatchObject([
    { state: 'done', path: under(out, 'networks (2).csv'), note: kept },
  ]);
  expect(readFileSync(path, 'utf8')).toContain('my own line');
});
