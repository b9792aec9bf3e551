import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runExport } from '../../main/features/exports/runExport.ts';
import { writeWholeFile } from '../../main/features/exports/wholeFile.ts';
import { openWorkFolder } from '../../main/platform/system/workFolder.ts';
import { defaultOptions } from '../../preload/contract/exports.ts';
import { startSyncBench } from '../integration/main/features/records/syncBench.ts';
import { onlyIf } from '../support/onlyIf.ts';
import { runCommand } from '../support/runCommand.ts';
import { makeTemporaryFolder } from '../support/temporaryFolder.ts';

/** A folder of a team: whoever may write to it exchanges a file at the moment between two steps of the app. */

const asOther = onlyIf(
  process.getuid?.() === 0 && spawnSync('setpriv', ['--version']).status === 0,
  'Only root on Linux can act as another user.',
);
const connection = ['--base-url', 'http://127.0.0.1:1'];
const key = 'rwa_test_4f9a';

interface Team {
  readonly folder: string;
  /** A private file of the user elsewhere. */
  readonly secret: string;
}

function makeTeam(): Team {
  const folder = makeTemporaryFolder('team');
  chmodSync(folder, 0o777);
  const secret = join(makeTemporaryFolder('home'), 'secret');
  writeFileSync(secret, 'precious', { mode: 0o600 });
  return { folder, secret };
}

/** Runs a script of the shell as another user, in the folder. */
function asMember(folder: string, script: string): void {
  execFileSync('setpriv', ['--reuid', '12345', '--regid', '12345', '--clear-groups', 'sh', '-euc', script], {
    cwd: folder,
  });
}

const exchangePart = (secret: string): string =>
  `part=$(ls -A | grep '[.]part$'); mv "$part" stolen; ln -s '${secret}' "$part"`;

const unharmed = ({ secret }: Team): unknown[] => [
  (statSync(secret).mode & 0o777).toString(8),
  readFileSync(secret, 'utf8'),
];

it(
  'a link in the place of the unfinished file changes no rights and becomes no report',
  asOther,
  async () => {
    const team = makeTeam();
    const report = join(team.folder, 'a.csv');
    writeFileSync(report, 'older', { mode: 0o666 });
    chmodSync(report, 0o666);
    const work = writeWholeFile(report, async (write) => {
      await write('new');
      asMember(team.folder, exchangePart(team.secret));
    });
    await expect(work).rejects.toMatchObject({ failure: { code: 'file', message: /exchanged/ } });
    expect(unharmed(team)).toEqual(['600', 'precious']);
    expect(readFileSync(report, 'utf8')).toBe('older');
  },
);

it('an export that was exchanged leaves no description', asOther, async () => {
  const team = makeTeam();
  const { close } = openWorkFolder(makeTemporaryFolder('data'));
  await using bench = await startSyncBench({ count: 35 });
  const report = join(team.folder, 'a.csv');
  const work = runExport(
    bench.environment(makeTemporaryFolder('descriptions')),
    {
      connectionId: 'test',
      scope: { kind: 'query', resource: 'issuers', query: {} },
      format: 'csv',
      columns: ['id'],
      options: defaultOptions('csv'),
    },
    report,
    { signal: new AbortController().signal, update: () => undefined },
    {
      // The description is a file of its own, and is whole by now.
      noteHash: () => {
        const exchange = `part=$(ls -A | grep '[.]part$' | xargs grep -L sha256); mv "$part" stolen; ln -s '${team.secret}' "$part"`;
        asMember(team.folder, exchange);
        return Promise.resolve();
      },
    },
  );
  await expect(work).rejects.toMatchObject({ failure: { code: 'file', message: /exchanged/ } });
  expect(unharmed(team)).toEqual(['600', 'precious']);
  expect(readdirSync(team.folder).filter((name) => name.startsWith('a.csv'))).toEqual([]);
  close();
});

it.each(['file', 'days'])('a link of another user above a %s is not followed', asOther, async (what) => {
  const { folder } = makeTeam();
  const elsewhere = makeTemporaryFolder('home');
  await using bench = await startSyncBench({ count: 35 });
  asMember(folder, `ln -s '${elsewhere}' link`);
  const out = join(folder, 'link', 'a');
  const args =
    what === 'file' ? ['issuers', '--format', 'csv'] : ['transactions', '--by', 'day', '--days', '2'];
  const run = (to: string): ReturnType<typeof runCommand> =>
    runCommand(['export', ...args, '--out', to, '--base-url', bench.server.url], {
      folder: makeTemporaryFolder('data'),
      key,
    });
  const { code, err } = await run(out);
  expect([code, err]).toEqual([1, expect.stringContaining('link of another user')]);
  expect(readdirSync(elsewhere)).toEqual([]);
  // A link to that link is the user's own.
  symlinkSync(join(folder, 'link'), join(elsewhere, 'own'));
  expect((await run(join(elsewhere, 'own', 'a'))).err).toContain('link of another user');
  expect(readdirSync(elsewhere)).toEqual(['own']);
});

it.each(['itself', 'above it'])(
  'a log of runs is not added to through a link of another user: %s',
  asOther,
  async (where) => {
    const { folder, secret } = makeTeam();
    const home = join(secret, '..');
    asMember(folder, where === 'itself' ? `ln -s '${join(home, 'new')}' runs.jsonl` : `ln -s '${home}' link`);
    const log = join(folder, where === 'itself' ? 'runs.jsonl' : 'link/new');
    const { code, err } = await runCommand(['schedule', 'run', '--once', '--log', log, ...connection], {
      folder: makeTemporaryFolder('data'),
      key,
    });
    expect([code, err]).toEqual([2, expect.stringContaining('link of another user')]);
    expect(readdirSync(home)).toEqual(['secret']);
  },
);

it(
  'a log of runs is not written into the pipe of another user, which nobody need read',
  asOther,
  async () => {
    const { folder } = makeTeam();
    asMember(folder, 'umask 0; mkfifo runs.jsonl');
    const { code, err } = await runCommand(
      ['schedule', 'run', '--once', '--log', join(folder, 'runs.jsonl'), ...connection],
      { folder: makeTemporaryFolder('data'), key, signal: AbortSignal.timeout(20_000) },
    );
    expect([code, err]).toEqual([2, expect.stringContaining('belongs to another user')]);
  },
);

it('a log of runs is not written into the pipe of another user', asOther, async () => {
  const { folder } = makeTeam();
  // Open to write, too: the reader sees no end before its time.
  const reader = 'exec 3<>runs.jsonl; timeout 20 cat <&3 > got 2>/dev/null &';
  asMember(folder, `umask 0; mkfifo runs.jsonl; ${reader}`);
  const { code, err } = await runCommand(
    ['schedule', 'run', '--once', '--log', join(folder, 'runs.jsonl'), ...connection],
    { folder: makeTemporaryFolder('data'), key },
  );
  expect([code, err]).toEqual([2, expect.stringContaining('belongs to another user')]);
  // What comes last through the pipe comes alone.
  asMember(folder, 'echo end > runs.jsonl');
  await expect.poll(() => readFileSync(join(folder, 'got'), 'utf8')).toContain('end\n');
  expect(readFileSync(join(folder, 'got'), 'utf8')).toBe('end\n');
});

it('a file of another user gives a report no rights', asOther, async () => {
  const team = makeTeam();
  asMember(team.folder, 'umask 0; touch a.csv');
  await writeWholeFile(join(team.folder, 'a.csv'), (write) => write('private figures'));
  expect(statSync(join(team.folder, 'a.csv')).mode & 0o022).toBe(0);
});

it('a file with a second name gives a report no rights, and stays as it is under that', asOther, async () => {
  const { folder, secret } = makeTeam();
  const report = join(folder, 'a.csv');
  chmodSync(secret, 0o666);
  linkSync(secret, report);
  await writeWholeFile(report, (write) => write('private figures'));
  expect([statSync(report).mode & 0o022, readFileSync(secret, 'utf8')]).toEqual([0, 'precious']);
});

it('a private report is private while it is written', asOther, async () => {
  const { folder } = makeTeam();
  const report = join(folder, 'a.csv');
  writeFileSync(report, 'older', { mode: 0o600 });
  await writeWholeFile(report, async (write) => {
    await write('private figures');
    expect(() => {
      asMember(folder, 'cat .*.part');
    }).toThrow('Permission denied');
  });
});

it('a pipe replaced by a link writes nothing to the target of the link', asOther, async () => {
  const team = makeTeam();
  const { close } = openWorkFolder(makeTemporaryFolder('data'));
  const pipe = join(team.folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const work = writeWholeFile(pipe, async (write) => {
    await write('new');
    asMember(team.folder, `rm -f pipe; ln -s '${team.secret}' pipe`);
  });
  await expect(work).rejects.toMatchObject({ failure: { code: 'file', message: /exchanged/ } });
  expect(unharmed(team)).toEqual(['600', 'precious']);
  close();
});

it('the pipe of another user is not written into', asOther, async () => {
  const { folder } = makeTeam();
  asMember(folder, 'umask 0; mkfifo report.csv');
  const { code, err } = await runCommand(
    ['sql', 'SELECT 1 AS one', '--format', 'csv', '--out', join(folder, 'report.csv'), ...connection],
    { folder: makeTemporaryFolder('data'), key },
  );
  expect([code, err]).toEqual([2, expect.stringContaining('already exists')]);
});

it.each([
  ['a link to a folder of the user', (elsewhere: string) => `ln -s '${elsewhere}' day=2026-11-27`],
  ['a folder of another user', () => 'umask 0; mkdir day=2026-11-27'],
])('an export by day goes not into %s', asOther, async (_what, put) => {
  const { folder } = makeTeam();
  const elsewhere = makeTemporaryFolder('home');
  const days = join(folder, 'days');
  mkdirSync(days);
  chmodSync(days, 0o777);
  await using bench = await startSyncBench({ count: 35 });
  const today = new Date().toISOString().slice(0, 10);
  asMember(days, put(elsewhere).replace('2026-11-27', today));
  const { code, err } = await runCommand(
    ['export', 'transactions', '--by', 'day', '--days', '2', '--out', days, '--base-url', bench.server.url],
    { folder: makeTemporaryFolder('data'), key },
  );
  expect([code, err]).toEqual([expect.toSatisfy((one) => one !== 0), expect.stringContaining('a link, or')]);
  expect(readdirSync(elsewhere)).toEqual([]);
  expect(existsSync(join(days, `day=${today}`, 'data.parquet'))).toBe(false);
  expect(lstatSync(days).isDirectory()).toBe(true);
});
