import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import path from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { hourMs } from '../../../../preload/contract/days.ts';
import { commandLine } from '../../../support/built.ts';
import { jsonLines, runCommand } from '../../../support/runCommand.ts';
import { startService } from '../sample-service/serviceClient.ts';
import { makeTemporaryFolder } from '../../../support/temporaryFolder.ts';
import {
  contentOf,
  exportOf,
  filesIn,
  minuteOfDayIn,
  openBench,
  saveEarlier,
  under,
} from '../features/schedules/scheduleFixture.ts';

const lineSchema = z.looseObject({ state: z.string().optional(), name: z.string().optional() });

it('schedule lists, runs what is due once whoever asks, and goes on until it is stopped', async () => {
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

  expect(await schedule('run')).toMatchObject({ code: 2, lines: [] });
  expect(await schedule('list')).toMatchObject({
    code: 0,
    lines: [
      {
        name: 'Networks each hour',
        runs: 'export',
        when: `Hourly at minute ${times.minute.toString()}`,
        last: null,
      },
    ],
  });

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
