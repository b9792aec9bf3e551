import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { commandLine } from '../../../support/built.ts';
import { runCommandHere } from '../../../support/commandHere.ts';
import { answering, listen, sendJson } from '../../../support/httpServer.ts';
import { onlyIf } from '../../../support/onlyIf.ts';
import { runCommand, type Outcome } from '../../../support/runCommand.ts';
import { makeTemporaryFolder } from '../../../support/temporaryFolder.ts';
import { pageOf, queryOf } from '../../../support/testService.ts';
import { sampleCommand } from './sampleCommand.ts';

const sample = sampleCommand({ ratePerHour: 1 });
const { cli, folder } = sample;

describe('exit codes', () => {
  it('2: the arguments', async () => {
    const { code, err } = await runCommand(['query', 'wallets'], { folder });
    expect([code, err.trim().split('\n').length]).toEqual([2, 1]);
  });

  it('3: the key is missing or not accepted', async () => {
    const empty = makeTemporaryFolder('cli');
    expect((await runCommandHere(['query', 'assets'], { key: '', folder: empty })).code).toBe(3);
    const rejected = await cli(['query', 'assets'], { key: 'wrong', folder: empty });
    expect(rejected.code).toBe(3);
    expect(rejected.err).toContain(
      'Invalid API key. Please ensure that the API key is correct and try again.',
    );
  });

  it('3, without printing the key, if it is invalid', async () => {
    const outcome = await cli(['query', 'assets'], {
      key: 'secret one\nsecret two',
      folder: makeTemporaryFolder('cli'),
    });
    expect([outcome.code, outcome.err.includes('secret')]).toEqual([3, false]);
  });

  it('4: the query', async () => {
    const filter = { operator: 'sounds like', field: 'name', value: 'x' };
    const { code, err } = await cli(['query', 'assets', '--query', JSON.stringify({ filter })]);
    expect(code).toBe(4);
    expect(err).toContain("Invalid operator 'sounds like' for field 'name'");
  });

  it('5: the rate limit', async () => {
    const refused: Outcome[] = [];
    for (const page of [1, 2]) {
      const asked = JSON.stringify({ pagination: { page, perPage: 5 } });
      refused.push(await cli(['query', 'transactions', '--query', asked]));
    }
    expect(refused.map(({ code }) => code)).toEqual([0, 5]);
    expect(refused[1]?.err).toMatch(/Available from 20\S+Z\./);
  });

  it('6: the service cannot be reached, and nothing is cached', async () => {
    const { code, err } = await cli(['query', 'issuers'], { url: 'http://127.0.0.1:1' });
    expect([code, err.trim().split('\n').length]).toEqual([6, 1]);
  });

  it('7: sync may not send requests', async () => {
    const { code, err } = await cli(['sync', 'networks', '--offline']);
    expect([code, err]).toEqual([7, 'Work offline is on. Turn it off, then try again.\n']);
  });

  it('7: sync removes much only with the option that it names', async () => {
    let count = 60;
    await using changing = await listen((request, response) => {
      const { filter, sort, pagination } = queryOf(request);
      const ids = JSON.stringify(filter ?? '');
      const records = Array.from({ length: count }, (_, index) => ({ id: index + 1, name: 'Issuer' }));
      const found = records.filter(({ id }) => filter === undefined || new RegExp(`\\b${id}\\b`).test(ids));
      if (sort?.direction === 'desc') found.reverse();
      sendJson(response, 200, pageOf(found, pagination));
    });
    const own = makeTemporaryFolder('cli');
    const sync = (...options: string[]): Promise<Outcome> =>
      cli(['sync', 'issuers', ...options], { url: changing.url, folder: own });
    expect((await sync()).code).toBe(0);
    count = 7;
    const { code, err } = await sync();
    expect([code, err]).toEqual([
      7,
      '53 of 60 records were not in the answer. Nothing was removed. Sync again later, or accept the removals. To accept them, run rwa-explorer sync with --accept-removals.\n',
    ]);
    expect((await sync('--accept-removals')).code).toBe(0);
  });

  it('never come with a stack trace or the key', async () => {
    await using broken = await answering(400, { message: 'line one\n    at somewhere (file.ts:1:1)' });
    const { err } = await cli(['query', 'assets'], { url: broken.url });
    expect(err.trim().split('\n')).toHaveLength(1);
    expect(err).not.toContain(sample.service.key);
  });
});

it.each([['--help'], ['query', 'networks']])(
  'ends with 1 and says why if its output cannot be written: %s',
  onlyIf(existsSync('/dev/full'), 'This system has no /dev/full.'),
  async (...argv) => {
    const rest = argv.length === 1 ? [] : ['--base-url', sample.service.url, '--user-data-dir', folder];
    const full = openSync('/dev/full', 'w');
    const child = spawn(process.execPath, [commandLine, ...argv, ...rest], {
      stdio: ['ignore', full, 'pipe'],
      env: { ...process.env, RWA_API_KEY: sample.service.key },
    });
    closeSync(full);
    let said = '';
    child.stderr?.on('data', (text) => (said += String(text)));
    const [code] = (await once(child, 'close')) as [number];
    expect([code, said]).toEqual([
      1,
      expect.stringMatching(/^The output was not written whole: the disk is full\.$/m),
    ]);
  },
);

it(
  'names the folder it was started in if that is gone',
  onlyIf(process.platform !== 'win32', 'Windows keeps a folder that a program is in.'),
  () => {
    const gone = makeTemporaryFolder('gone');
    const argv = [process.execPath, commandLine, 'query', 'assets', '--user-data-dir', folder];
    const script = 'cd "$0" && rmdir "$0" && exec "$@"';
    const { status, stdout, stderr } = spawnSync('sh', ['-c', script, gone, ...argv], { encoding: 'utf8' });
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toContain('The current folder no longer exists. Change to another folder');
  },
);

it(
  'ends with 1 if a file accepts only a part of a write',
  onlyIf(process.platform !== 'win32', 'Windows has no limit of the size of files.'),
  async () => {
    const file = join(folder, 'help.txt');
    const argv = [process.execPath, commandLine, file];
    const child = spawn('sh', ['-c', 'ulimit -f 1; exec "$0" "$1" --help > "$2"', ...argv]);
    let said = '';
    child.stderr.on('data', (text) => (said += String(text)));
    expect(await once(child, 'close')).toEqual([1, null]);
    expect(said).toMatch(/^The output was not written whole: /);
  },
);
