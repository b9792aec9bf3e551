import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { runCommandHere } from '../../../support/commandHere.ts';
import { jsonLines } from '../../../support/runCommand.ts';
import { makeTemporaryFolder } from '../../../support/temporaryFolder.ts';
import { startService } from '../sample-service/serviceClient.ts';

/** `rwa-explorer verify` over the folder of an export by day, and pages that are not there. */

const lineSchema = z.looseObject({
  path: z.string(),
  state: z.string().optional(),
  description: z.string().optional(),
});

it('verify checks each file of a folder, by the folder or by its description', async () => {
  await using service = await startService({ assets: 40, transactions: 300 });
  const data = makeTemporaryFolder('data');
  const days = path.join(makeTemporaryFolder('out'), 'days');
  const run = async (...argv: string[]) => {
    const { out, ...outcome } = await runCommandHere([...argv], { folder: data, key: service.key });
    return { ...outcome, lines: jsonLines(out).map((line) => lineSchema.parse(line)) };
  };
  const write = async (count: string): Promise<string> => {
    const { code, err, lines } = await run(
      ...['export', 'transactions', '--by', 'day', '--days', count, '--out', days, '--base-url', service.url],
      '--force',
    );
    expect(code, err).toBe(0);
    return lines[0]?.description ?? '';
  };
  const statesOf = async (chosen: string) => {
    const { code, lines } = await run('verify', chosen);
    return { code, states: lines.map(({ path: file, state }) => [path.basename(path.dirname(file)), state]) };
  };
  const description = await write('4');
  const names = readdirSync(days).sort();
  expect(names).toHaveLength(4);
  const every = names.map((name) => [name, 'unchanged']);
  expect(await statesOf(days)).toEqual({ code: 0, states: every });
  expect(await statesOf(description)).toEqual({ code: 0, states: every });

  // The days of an earlier run stay described.
  await write('2');
  const later = await statesOf(days);
  expect({ ...later, states: later.states.sort() }).toEqual({ code: 0, states: every });

  const [first = '', second = ''] = names;
  appendFileSync(path.join(days, first, 'data.parquet'), 'x');
  rmSync(path.join(days, second, 'data.parquet'));
  mkdirSync(path.join(days, 'day=2001-01-01'));
  writeFileSync(path.join(days, 'day=2001-01-01', 'data.parquet'), 'x');
  for (const chosen of [days, description]) {
    const { code, states } = await statesOf(chosen);
    expect(code).toBe(1);
    expect(Object.fromEntries(states)).toEqual({
      ...Object.fromEntries(every),
      [first]: 'changed',
      [second]: 'changed',
      'day=2001-01-01': 'unknown',
    });
  }
  // What is no file any more, and what no export put there.
  const [, , third = '', fourth = ''] = names;
  const [pipe, folder, loop] = [second, third, fourth].map((name) => path.join(days, name, 'data.parquet'));
  for (const file of [folder, loop]) rmSync(file ?? '');
  execFileSync('mkfifo', [pipe ?? '']);
  mkdirSync(folder ?? '');
  symlinkSync('data.parquet', loop ?? '');
  symlinkSync('/etc/hostname', path.join(days, 'day=2001-01-01', 'link.parquet'));
  execFileSync('mkfifo', [path.join(days, 'day=2001-01-01', 'pipe.parquet')]);
  for (const chosen of [days, description]) {
    const { code, lines } = await run('verify', chosen);
    const states = lines.map(({ path: file, state }) => [path.relative(days, file), state]);
    expect([code, Object.fromEntries(states)]).toEqual([
      1,
      {
        [`${first}/data.parquet`]: 'changed',
        [`${second}/data.parquet`]: 'changed',
        [`${third}/data.parquet`]: 'changed',
        [`${fourth}/data.parquet`]: 'unknown',
        'day=2001-01-01/data.parquet': 'unknown',
        'day=2001-01-01/link.parquet': 'unknown',
        'day=2001-01-01/pipe.parquet': 'unknown',
      },
    ]);
  }
  const { code, err } = await run('verify', makeTemporaryFolder('other'));
  expect({ code, err }).toEqual({
    code: 1,
    err: expect.stringContaining('No description of this folder is known here') as string,
  });
});

it('says that a page is past the end, and accepts its number as text', async () => {
  await using service = await startService({ assets: 40, transactions: 300 });
  const ask = (page: string) =>
    runCommandHere(
      [
        'query',
        'networks',
        '--query',
        `{"pagination":{"page":${page},"perPage":"10"}}`,
        '--base-url',
        service.url,
      ],
      { folder: makeTemporaryFolder('pages'), key: service.key },
    );
  const first = await ask('"1"');
  expect(jsonLines(first.out)).toHaveLength(10);
  const past = await ask('900');
  expect(past).toMatchObject({ code: 0, out: '' });
  expect(past.err).toMatch(/Page 900 is past the end: the last is page \d\./);
});
