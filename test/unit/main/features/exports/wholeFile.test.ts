import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeWholeFile } from '../../../../../main/features/exports/wholeFile.ts';
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
    expect(await readdir(directory)).toEqual(['a.csv']);
  });
});
