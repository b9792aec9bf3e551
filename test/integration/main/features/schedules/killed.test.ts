import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { scheduleRunSchema, type ScheduleRun } from '../../../../../preload/contract/schedules.ts';
import { hourMs } from '../../../../../preload/contract/days.ts';
import { makeRandom } from '../../../../../main/sample-service/data/random.ts';
import { commandLine } from '../../../../support/built.ts';
import { atScale } from '../../../../support/scale.ts';
import { startService } from '../../sample-service/serviceClient.ts';
import { makeTemporaryFolder } from '../../../../support/temporaryFolder.ts';
import { contentOf, exportOf, filesIn, openBench, saveEarlier, under } from './scheduleFixture.ts';

/** How many steps are tried: more than a run has, so that with the full scale each of them is. */
const allSteps = 160;

it(
  'a run that is killed at any step starts anew, with one record and whole files @nightly',
  () =>
    atScale(import.meta.filename, allSteps, async ({ count, seed }) => {
      await using service = await startService({ assets: 40, transactions: 300 });
      const template = makeTemporaryFolder('killed');
      const out = path.join(template, 'out');
      {
        await using bench = await openBench(template, service);
        const file = { path: path.join(out, 'networks-{date}.csv') };
        await saveEarlier(bench, contentOf(exportOf(bench.connectionId, file)), 3 * hourMs);
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

      /** The state of a fresh copy of the folder, whose schedule writes into it. */
      const check = async (at: number): Promise<string | number | null> => {
        const folder = makeTemporaryFolder('killed');
        cpSync(path.join(template, 'data'), path.join(folder, 'data'), { recursive: true });
        rmSync(out, { recursive: true, force: true });
        cpSync(folder, out, { recursive: true, filter: (source) => source === folder });
        const ended = await run(folder, at);
        const afterKill = `after a kill at step ${at.toString()}`;
        expect(await run(folder, 0), afterKill).toBe(0);
        const runs = runsIn(folder);
        expect(runs, afterKill).toMatchObject([{ state: 'done', complete: true }]);
        // One that was killed when its file was there may have left that, too, and its description not yet.
        const name = path.basename(runs[0]?.path ?? '');
        const [first, second] = ['', ' (2)'].map((number) =>
          name.replace(/( \(2\))?\.csv$/, `${number}.csv`),
        );
        expect(name).toMatch(/^networks-\d{4}-\d{2}-\d{2}( \(2\))?\.csv$/);
        expect([first, second, `${first}.json`, `${second}.json`], afterKill).toEqual(
          expect.arrayContaining([...filesIn(out), name, `${name}.json`]),
        );
        const written = createHash('sha256')
          .update(readFileSync(under(out, name)))
          .digest('hex');
        expect(readFileSync(under(out, `${name}.json`), 'utf8'), afterKill).toContain(written);
        rmSync(folder, { recursive: true });
        return ended;
      };

      // Without a kill, to know the number of steps.
      const folder = makeTemporaryFolder('killed');
      cpSync(path.join(template, 'data'), path.join(folder, 'data'), { recursive: true });
      cpSync(folder, out, { recursive: true, filter: (source) => source === folder });
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

function runsIn(folder: string): ScheduleRun[] {
  const user = new Database(path.join(folder, 'data', 'user.db'), { readonly: true });
  try {
    const texts = user.prepare(`SELECT value FROM documents WHERE kind = 'schedule-run'`).pluck().all();
    return texts.map((text) => scheduleRunSchema.parse(JSON.parse(String(text))));
  } finally {
    user.close();
  }
}
