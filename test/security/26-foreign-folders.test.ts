import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
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

describe('a folder from elsewhere', () => {
  it('brings no code: what V8 made of it lies in the user’s own folder', async () => {
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

  it('whose database is a link changes nothing of the file it leads to', hasLinks, async () => {
    const folder = makeTemporaryFolder('archive');
    const letter = join(makeTemporaryFolder('home'), 'letter');
    writeFileSync(letter, '', { mode: 0o644 });
    mkdirSync(join(folder, 'data'));
    symlinkSync(letter, join(folder, 'data', 'user.db'));
    const { code } = await run(folder);
    expect([code, readFileSync(letter, 'utf8'), statSync(letter).mode & 0o777]).toEqual([1, '', 0o644]);
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
  'a folder that others can exchange is not used, one in a shared folder with its own rules is',
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
