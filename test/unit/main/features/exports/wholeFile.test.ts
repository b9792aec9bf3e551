import { execFileSync } from 'node:child_process';
import { chmod, lchown, lstat, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { writeWholeFile } from '../../../../../main/features/exports/wholeFile.ts';
import { openWorkFolder } from '../../../../../main/platform/system/workFolder.ts';
import { onlyIf } from '../../../../support/onlyIf.ts';
import { makeTemporaryFolder } from '../../../../support/temporaryFolder.ts';

const folder = (): string => makeTemporaryFolder('whole-file');

describe('writeWholeFile', () => {
  it('writes the file under its name and returns its size', async () => {
    const path = join(folder(), 'a.csv');
    const { bytes } = await writeWholeFile(path, async (write) => {
      await write('é');
      await write('b');
    });
    expect([bytes, await readFile(path, 'utf8')]).toEqual([3, 'éb']);
  });

  it('leaves nothing behind, and an older file untouched, when the work fails', async () => {
    const directory = folder();
    const path = join(directory, 'a.csv');
    await writeFile(path, 'older');
    const work = writeWholeFile(path, async (write) => {
      await write('half');
      expect(await readdir(directory)).toHaveLength(2);
      throw new Error('stopped');
    });
    await expect(work).rejects.toThrow('stopped');
    expect([await readdir(directory), await readFile(path, 'utf8')]).toEqual([['a.csv'], 'older']);
  });

  it('says in a sentence why it cannot write', async () => {
    const directory = folder();
    await expect(
      writeWholeFile(join(directory, 'none', 'a.csv'), () => Promise.resolve()),
    ).rejects.toMatchObject({
      failure: { code: 'file', message: 'The folder does not exist. Choose another one.' },
    });
    await mkdir(join(directory, 'a.csv'));
    await expect(writeWholeFile(join(directory, 'a.csv'), () => Promise.resolve())).rejects.toMatchObject({
      failure: { code: 'file', message: 'A folder already has this name. Choose another name.' },
    });
    const work = vi.fn(() => Promise.resolve());
    await expect(writeWholeFile(join(directory, 'é'.repeat(128)), work)).rejects.toMatchObject({
      failure: { code: 'file', message: 'This name is too long. Choose a shorter one.' },
    });
    expect(work).not.toHaveBeenCalled();
    expect(await readdir(directory)).toEqual(['a.csv']);
  });

  const onPosix = onlyIf(process.platform !== 'win32', 'Windows has neither such rights nor such pipes.');

  it(
    'keeps a link and the rights of the file that it leads to, also under the longest name',
    onPosix,
    async () => {
      const directory = folder();
      const [file, link] = [join(directory, 'é'.repeat(127)), join(directory, 'link')];
      await writeFile(file, 'older');
      await chmod(file, 0o640);
      await symlink(file, link);
      await writeWholeFile(link, (write) => write('new'));
      expect([(await lstat(link)).isSymbolicLink(), await readFile(file, 'utf8')]).toEqual([true, 'new']);
      expect((await stat(file)).mode & 0o777).toBe(0o640);
      // A file of the app's own is private, whatever it was.
      await writeWholeFile(file, (write) => write('own'), { mode: 0o600 });
      expect((await stat(file)).mode & 0o777).toBe(0o600);
      expect(await readdir(directory)).toHaveLength(2);
    },
  );

  it.each(['precious', '/dev/null'])(
    'replaces a link of another user, and not what it leads to: %s',
    onlyIf(process.getuid?.() === 0, 'Only root can give a link to another user.'),
    async (leadsTo) => {
      const directory = folder();
      const [file, link] = [join(directory, 'precious'), join(directory, 'a.csv')];
      await writeFile(file, 'precious');
      await symlink(leadsTo, link);
      await lchown(link, 12_345, 12_345);
      await writeWholeFile(link, (write) => write('new'));
      expect([await readFile(file, 'utf8'), await readFile(link, 'utf8')]).toEqual(['precious', 'new']);
      expect((await lstat(link)).isFile()).toBe(true);
    },
  );

  it(
    'makes the file that a link names where it is not there yet, and refuses one in no folder',
    onPosix,
    async () => {
      const directory = folder();
      await mkdir(join(directory, 'data'));
      await symlink(join('data', 'today.csv'), join(directory, 'dated.csv'));
      await symlink('dated.csv', join(directory, 'a.csv'));
      await writeWholeFile(join(directory, 'a.csv'), (write) => write('new'));
      expect(await readFile(join(directory, 'data', 'today.csv'), 'utf8')).toBe('new');
      expect((await lstat(join(directory, 'a.csv'))).isSymbolicLink()).toBe(true);
      await symlink(join('none', 'a.csv'), join(directory, 'lost.csv'));
      await expect(
        writeWholeFile(join(directory, 'lost.csv'), (write) => write('new')),
      ).rejects.toMatchObject({
        failure: { code: 'file', message: 'The folder does not exist. Choose another one.' },
      });
      expect((await lstat(join(directory, 'lost.csv'))).isSymbolicLink()).toBe(true);
    },
  );

  it('replaces a link beside a file that was named, and not what it leads to', onPosix, async () => {
    const directory = folder();
    const [file, link] = [join(directory, 'precious'), join(directory, 'a.csv.json')];
    await writeFile(file, 'precious');
    await symlink(file, link);
    await writeWholeFile(link, (write) => write('new'), { followsLinks: false });
    expect([await readFile(file, 'utf8'), await readFile(link, 'utf8')]).toEqual(['precious', 'new']);
    expect((await lstat(link)).isFile()).toBe(true);
  });

  it('asks once the new file is whole whether one that is there may be replaced', async () => {
    const path = join(folder(), 'a.csv');
    const asked: string[] = [];
    const mayReplace = (found: string): Promise<boolean> => {
      asked.push(found);
      return Promise.resolve(false);
    };
    const work = async (write: (text: string) => Promise<void>): Promise<void> => {
      await write('new');
      await writeFile(path, 'of somebody else');
    };
    await expect(writeWholeFile(path, work, { mayReplace })).rejects.toMatchObject({
      failure: { code: 'file', message: expect.stringMatching(/^The file was changed/) as string },
    });
    expect([asked, await readFile(path, 'utf8')]).toEqual([[path], 'of somebody else']);
  });

  it('writes into a pipe, and leaves it one', onPosix, async () => {
    const directory = folder();
    using work = openedWork(directory);
    const pipe = join(directory, 'pipe');
    execFileSync('mkfifo', [pipe]);
    const read = readFile(pipe, 'utf8');
    await writeWholeFile(pipe, (write) => write('all of it'));
    expect([await read, (await stat(pipe)).isFIFO()]).toEqual(['all of it', true]);
    expect(await readdir(work.path)).toEqual(['writing']);
  });
});

function openedWork(directory: string): Disposable & { readonly path: string } {
  const { path, close } = openWorkFolder(directory);
  return { path, [Symbol.dispose]: close };
}
