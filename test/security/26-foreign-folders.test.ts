import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { startSyncBench } from '../integration/main/features/records/syncBench.ts';
import { onlyIf } from '../support/onlyIf.ts';
import { runCommand, type Outcome } from '../support/runCommand.ts';
import { makeTemporaryFolder } from '../support/temporaryFolder.ts';

/** A data folder that is not this user's, or was: an archive of a colleague, a folder of somebody else, one that others can exchange. */

const hasUsers = onlyIf(process.getuid?.() === 0, 'Only root can give a folder to another user.');
const hasLinks = onlyIf(process.platform !== 'win32', 'On Windows only an administrator makes links.');

function run(folder: string, environment = {}): Promise<Outcome> {
  const argv = ['sql', 'SELECT 1 AS one', '--base-url', 'http://127.0.0.1:1'];
  return runCommand(argv, { folder, key: 'rwa_test_4f9a', environment });
}

const refused = (why: string): Outcome => ({
  code: 1,
  out: '',
  err: expect.stringMatching(new RegExp(`${why}.*Name a folder of your own with --user-data-dir`)) as string,
});

const refusedFile: Outcome = {
  code: 1,
  out: '',
  err: expect.stringMatching(/is a link, a folder, a pipe or a device\. Remove it, or start/) as string,
};

describe('a folder from elsewhere', () => {
  it('brings no code: compiled code is stored in a folder of the user', async () => {
    const [folder, cache] = [makeTemporaryFolder('archive'), makeTemporaryFolder('cache')];
    const planted = join(folder, 'compiled');
    for (const name of ['data', 'compiled']) mkdirSync(join(folder, name), { mode: 0o700 });
    const { code } = await run(folder, { XDG_CACHE_HOME: cache, NODE_COMPILE_CACHE: undefined });
    expect([code, readdirSync(planted)]).toEqual([0, []]);
    expect(readdirSync(join(cache, 'rwa-explorer'))).toEqual(['compiled']);
  });

  it.each(['data', 'work'])('whose folder %s is a link leads nowhere', hasLinks, async (name) => {
    const [folder, elsewhere] = [makeTemporaryFolder('archive'), makeTemporaryFolder('home')];
    chmodSync(elsewhere, 0o755);
    mkdirSync(join(elsewhere, '1-x'));
    symlinkSync(elsewhere, join(folder, name));
    expect(await run(folder)).toEqual(refused('is a link'));
    expect([statSync(elsewhere).mode & 0o777, readdirSync(elsewhere)]).toEqual([0o755, ['1-x']]);
  });

  it(
    'whose files are pipes that nobody writes keeps no command waiting',
    { ...hasLinks, timeout: 300_000 },
    async () => {
      await using bench = await startSyncBench({ count: 35 });
      const sync = async (folder: string): Promise<Outcome> =>
        runCommand(['sync', 'issuers', '--base-url', bench.server.url], {
          folder,
          key: 'rwa_test_4f9a',
          signal: AbortSignal.timeout(20_000),
        });
      const whole = makeTemporaryFolder('archive');
      const done = await sync(whole);
      expect(done.code, done.err).toBe(0);
      const killed = join(whole, 'work', '9d5a7f3e-0000-4000-8000-000000000000');
      mkdirSync(join(killed, 'writing'), { recursive: true });
      writeFileSync(join(killed, 'writing', 'note'), '1 /tmp/.00000000.part');
      const files = readdirSync(whole, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ parentPath, name }) => relative(whole, join(parentPath, name)));
      expect(files.length).toBeGreaterThan(4);
      const expected: [string, Outcome][] = [];
      const outcomes: typeof expected = [];
      for (const file of files) {
        const folder = makeTemporaryFolder('archive');
        cpSync(whole, folder, { recursive: true });
        rmSync(join(folder, file));
        execFileSync('mkfifo', [join(folder, file)]);
        const outcome = await sync(folder);
        outcomes.push([file, outcome]);
        expected.push([file, outcome.code === 0 ? { ...done, err: outcome.err } : refusedFile]);
      }
      expect(outcomes).toEqual(expected);
    },
  );

  it('whose database is a link changes nothing of the file it leads to', hasLinks, async () => {
    const folder = makeTemporaryFolder('archive');
    const letter = join(makeTemporaryFolder('home'), 'letter');
    writeFileSync(letter, '', { mode: 0o644 });
    mkdirSync(join(folder, 'data'));
    symlinkSync(letter, join(folder, 'data', 'user.db'));
    expect(await run(folder)).toEqual(refusedFile);
    expect([readFileSync(letter, 'utf8'), statSync(letter).mode & 0o777]).toEqual(['', 0o644]);
  });
});

/** What a window does with its own files while it starts, notes damage, and collects them for support. */
const windowFiles = `
const [{ openCrashes }, { openLog }, { noteDamage }, { copyForLive }, { createIcons }] = await Promise.all(
  ['platform/crash/crashes', 'platform/log/log', 'platform/sqlite/openMarks', 'sample-service/data/live', 'features/icons/icons'].map(
    (name) => import(new URL(name + '.ts', process.env.MAIN)),
  ),
);
const folder = process.env.FOLDER;
const log = openLog({ folder: folder + '/logs', level: 'info' });
const crashes = openCrashes({ folder: folder + '/crashes', now: Date.now, about: [] });
log.info('Version 0 starts.');
crashes.started();
noteDamage(folder + '/data/user.db');
copyForLive(folder + '/sample/whole.db', folder + '/sample/live.db');
const icons = createIcons({ folder: folder + '/icons', transport: () => { throw new Error('No network.'); }, now: Date.now });
await icons.fetch('data:image/png;base64,' + process.env.ICON, { offline: true });
console.log(JSON.stringify([log.tail(400), crashes.notes()]));
process.exit();`;

const icon =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const iconName = createHash('sha256').update(`data:image/png;base64,${icon}`).digest('hex');

describe.each([
  ['a link', (at: string, letter: string): void => symlinkSync(letter, at)],
  ['a link to nothing', (at: string, letter: string): void => symlinkSync(`${letter}.new`, at)],
  ['a pipe', (at: string): void => void execFileSync('mkfifo', [at])],
])('what a window finds in a folder from elsewhere is %s', hasLinks, (_what, plant) => {
  it.each([
    'crashes/state.json',
    'crashes/state.json.new',
    'crashes/crash-2026-01-01T00-00-00-000Z.txt',
    'logs/main.log',
    'data/user.db.open-0-damage',
    'sample/live.db',
    'sample/live.db.part',
    `icons/${iconName}`,
    `icons/${iconName}.new`,
  ])('%s: neither read nor written', (name) => {
    const [folder, home] = [makeTemporaryFolder('archive'), makeTemporaryFolder('home')];
    const letter = join(home, 'letter');
    writeFileSync(letter, 'Dear colleague');
    for (const own of ['data', 'crashes', 'logs', 'sample', 'icons']) mkdirSync(join(folder, own));
    writeFileSync(join(folder, 'sample', 'whole.db'), '');
    plant(join(folder, name), letter);
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--input-type=module', '--eval', windowFiles],
      {
        encoding: 'utf8',
        env: { ...process.env, MAIN: `${pathToFileURL('main').href}/`, FOLDER: folder, ICON: icon },
        timeout: 20_000,
        killSignal: 'SIGKILL',
      },
    );
    expect(status, stderr).toBe(0);
    expect(stdout).toContain('Version 0 starts.');
    expect(stdout).not.toContain('Dear colleague');
    expect([readdirSync(home), readFileSync(letter, 'utf8')]).toEqual([['letter'], 'Dear colleague']);
  });
});

describe('the folder of another user', hasUsers, () => {
  it('is not used by root, and nothing is made in it', async () => {
    const folder = join(makeTemporaryFolder('home'), 'app');
    mkdirSync(folder);
    chownSync(folder, 12_345, 12_345);
    expect(await run(folder)).toEqual(refused('belongs to another user'));
    expect(readdirSync(folder)).toEqual([]);
    chownSync(join(folder, '..'), 12_345, 12_345);
    expect(await run(join(folder, '..', 'none'))).toEqual(refused('belongs to another user'));
    expect(existsSync(join(folder, '..', 'none'))).toBe(false);
  });
});

it(
  'a folder that others can replace is not used; one in a shared folder with the sticky bit is',
  hasLinks,
  async () => {
    const shared = makeTemporaryFolder('shared');
    chmodSync(shared, 0o777);
    expect(await run(join(shared, 'app'))).toEqual(refused('can exchange'));
    expect(readdirSync(shared)).toEqual([]);
    chmodSync(shared, 0o1777);
    expect(await run(join(shared, 'app'))).toMatchObject({ code: 0 });
  },
);

it('a group whose members the system does not list in time is named as the reason', hasUsers, async () => {
  const [folder, bin] = [makeTemporaryFolder('group'), makeTemporaryFolder('bin')];
  writeFileSync(join(bin, 'getent'), '#!/bin/sh\nexec sleep 60\n', { mode: 0o700 });
  chownSync(folder, 0, 54_321);
  chmodSync(folder, 0o770);
  const path = `${bin}:${process.env['PATH'] ?? ''}`;
  expect(await run(join(folder, 'app'), { PATH: path, NODE_COMPILE_CACHE: undefined })).toEqual(
    refused('did not list its users .*ETIMEDOUT'),
  );
  expect(readdirSync(folder)).toEqual([]);
});

const hasNamespaces = onlyIf(
  process.getuid?.() === 0 &&
    spawnSync('unshare', ['-m', 'setpriv', '--reuid', '12345', 'mount', '--version']).status === 0,
  'Only root on Linux has lists of users and groups of its own for one program.',
);

/** Users with their number and that of their group; groups with their number and members. The user is alice, 54321. */
type Lists = readonly [users: Record<string, [number, number]>, groups: readonly string[]];

it.each<[what: string, lists: Lists, code: 0 | 1]>([
  ['with nobody else', [{ alice: [54_321, 60_000] }, ['alice:x:60000:']], 0],
  ['that names the user too', [{ alice: [54_321, 60_000] }, ['alice:x:60000:alice']], 0],
  ['with another name', [{ alice: [54_321, 60_000] }, ['own:x:60000:']], 0],
  ['with a member', [{ alice: [54_321, 60_000], mallory: [54_322, 54_322] }, ['alice:x:60000:mallory']], 1],
  ['of the user’s number, with a member', [{ alice: [54_321, 54_321] }, ['alice:x:54321:alice,mallory']], 1],
  [
    'with a member by another name',
    [{ alice: [54_321, 60_000] }, ['alice:x:60000:', 'too:x:60000:mallory']],
    1,
  ],
  [
    'that is also another user’s first',
    [{ alice: [54_321, 60_000], mallory: [54_322, 60_000] }, ['alice:x:60000:']],
    1,
  ],
  ['that is not listed', [{ alice: [54_321, 54_321] }, ['users:x:100:']], 1],
  ['where the user is not listed', [{ mallory: [54_322, 54_322] }, ['alice:x:54321:']], 1],
])(
  'a folder that a group may write to, %s, counts as private if all members are known',
  hasNamespaces,
  async (_what, [users, groups], code) => {
    const [lists, folder] = [makeTemporaryFolder('lists'), makeTemporaryFolder('group')];
    const gid = Number(groups[0]?.split(':')[2]) === 60_000 ? 60_000 : 54_321;
    const lines = Object.entries(users).map(
      ([name, [uid, first]]) => `${name}:x:${uid.toString()}:${first.toString()}::/:/bin/sh`,
    );
    writeFileSync(join(lists, 'passwd'), ['root:x:0:0::/root:/bin/sh', ...lines, ''].join('\n'));
    writeFileSync(join(lists, 'group'), ['root:x:0:', ...groups, ''].join('\n'));
    chownSync(folder, 54_321, gid);
    chmodSync(folder, 0o770);
    const script =
      'for file in passwd group; do mount --bind "$0/$file" "/etc/$file"; done; exec setpriv --reuid 54321 --regid "$1" --clear-groups "${@:2}"';
    const outcome = await runCommand(['sql', 'SELECT 1 AS one', '--base-url', 'http://127.0.0.1:1'], {
      folder: join(folder, 'app'),
      key: 'rwa_test_4f9a',
      environment: { NODE_COMPILE_CACHE: undefined },
      by: ['unshare', '-m', 'bash', '-euc', script, lists, gid.toString()],
    });
    expect([outcome.code, outcome.err]).toEqual([
      code,
      code === 0 ? '' : expect.stringContaining('can exchange'),
    ]);
  },
);
