import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { scheduleRunSchema, type ScheduleRun } from '../../../../../preload/contract/schedules.ts';
import { hourMs } from '../../../../../preload/contract/days.ts';
import { makeRandom } from '../../../../../main/sample-service/data/random.ts';
import { verifyExport } from '../../../../../main/features/exports/verify.ts';
import { commandLine, workers } from '../../../../support/built.ts';
import { atScale } from '../../../../support/scale.ts';
import { startService } from '../../sample-service/serviceClient.ts';
import { makeTemporaryFolder } from '../../../../support/temporaryFolder.ts';
import { contentOf, exportOf, filesIn, openBench, saveEarlier, under } from './scheduleFixture.ts';

/** How many steps are tried: more than a run has, so that with the full scale each of them is. */
const allSteps = 160;

it.each(['keep', 'replace'] as const)(
  'a run that is killed at any step goes on with its file, and what it left verifies: %s @nightly',
  (existing) =>
    atScale(import.meta.filename, allSteps, async ({ count, seed }) => {
      await using service = await startService({ assets: 40, transactions: 300 });
      const template = makeTemporaryFolder('killed');
      const [out, earlier] = ['out', 'earlier'].map((one) => path.join(template, one)) as [string, string];
      const name = 'networks.csv';
      {
        await using bench = await openBench(template, service);
        const file = { path: path.join(out, existing === 'keep' ? 'networks-{date}.csv' : name), existing };
        // The file says when it was written: each run's is another one.
        const work = exportOf(bench.connectionId, file);
        if (work.kind !== 'export') throw new Error('This is an export.');
        const options = { ...work.request.options, provenance: true };
        const content = contentOf({ ...work, request: { ...work.request, options } });
        await saveEarlier(bench, content, 3 * hourMs);
        if (existing === 'replace') {
          // A run of this schedule has written the file before.
          mkdirSync(out);
          bench.forward(-2 * hourMs);
          const before = await bench.schedules.runDue();
          expect(before).toMatchObject([{ state: 'done', path: path.join(out, name) }]);
          cpSync(out, earlier, { recursive: true });
        }
      }

      const run = async (folder: string, at: number): Promise<number | string | null> => {
        const child = spawn(
          process.execPath,
          [
            '--import',
            path.join(import.meta.dirname, 'killAtStep.mjs'),
            ...[
              commandLine,
              'schedule',
              'run',
              '--once',
              '--base-url',
              service.url,
              '--user-data-dir',
              folder,
            ],
          ],
          {
            env: {
              ...process.env,
              RWA_API_KEY: service.key,
              KILL_AT: at.toString(),
              KILL_STEPS: under(folder, `steps-${at.toString()}`),
            },
            stdio: ['ignore', 'ignore', 'inherit'],
          },
        );
        const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
        return signal ?? code;
      };

      /** Leaves in the folder of the files what was there before the run. */
      const renew = (): void => {
        rmSync(out, { recursive: true, force: true });
        mkdirSync(out);
        if (existing === 'replace') cpSync(earlier, out, { recursive: true });
      };

      /** How a run of a fresh copy of the data ended; the next one goes on where it was killed. */
      const check = async (at: number): Promise<string | number | null> => {
        const folder = makeTemporaryFolder('killed');
        cpSync(path.join(template, 'data'), path.join(folder, 'data'), { recursive: true });
        renew();
        const ended = await run(folder, at);
        const afterKill = `after a kill at step ${at.toString()}`;
        for (const file of filesIn(out).filter((one) => one.endsWith('.csv')))
          expect(await stateOf(path.join(out, file)), afterKill).toBe('unchanged');
        expect(await run(folder, 0), afterKill).toBe(0);
        const runs = runsIn(folder);
        expect(runs.at(-1), afterKill).toMatchObject({ state: 'done', complete: true });
        const file = path.basename(runs.at(-1)?.path ?? '');
        expect(file, afterKill).toMatch(
          existing === 'keep' ? /^networks-\d{4}-\d{2}-\d{2}\.csv$/ : /^networks\.csv$/,
        );
        expect(filesIn(out), afterKill).toEqual([file, `${file}.json`]);
        expect(await stateOf(path.join(out, file)), afterKill).toBe('unchanged');
        rmSync(folder, { recursive: true });
        return ended;
      };

      // Without a kill, to know the number of steps.
      const folder = makeTemporaryFolder('killed');
      cpSync(path.join(template, 'data'), path.join(folder, 'data'), { recursive: true });
      renew();
      expect(await run(folder, 0)).toBe(0);
      const counter = under(folder, 'steps-0');
      expect(existsSync(counter)).toBe(true);
      const steps = statSync(counter).size;
      process.stdout.write(`A run has ${steps.toString()} steps.\n`);
      expect(steps).toBeLessThan(allSteps);

      const random = makeRandom(seed);
      const points =
        count >= steps
          ? Array.from({ length: steps }, (_, index) => index + 1)
          : Array.from({ length: Math.ceil(count / 3) }, () => random.integer(1, steps));
      let killed = 0;
      for (const at of points) if ((await check(at)) === 'SIGKILL') killed += 1;
      // The last steps come in another order from run to run.
      expect(killed).toBeGreaterThan(points.length * 0.8 - 1);
    }),
  1_800_000,
);

async function stateOf(file: string): Promise<string> {
  const signal = new AbortController().signal;
  return (await verifyExport(file, { workerUrl: workers.export, signal })).state;
}

/** In the order in which they began. */
function runsIn(folder: string): ScheduleRun[] {
  const user = new Database(path.join(folder, 'data', 'user.db'), { readonly: true });
  try {
    const texts = user.prepare(`SELECT value FROM documents WHERE kind = 'schedule-run'`).pluck().all();
    return texts
      .map((text) => scheduleRunSchema.parse(JSON.parse(String(text))))
      .toSorted((a, b) => a.startedAt - b.startedAt);
  } finally {
    user.close();
  }
}
