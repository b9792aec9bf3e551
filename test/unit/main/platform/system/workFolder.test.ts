import { randomUUID } from 'node:crypto';
import {
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
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import {
  newWorkPath,
  noteWriting,
  openWorkFolder,
  type WorkFolder,
} from '../../../../../main/platform/system/workFolder.ts';
import { makeTemporaryFolder } from '../../../../support/temporaryFolder.ts';

let work: WorkFolder | undefined;
afterEach(() => {
  work?.close();
});

/** The folder of the app after a process was killed that was writing these files elsewhere. */
function folderAfterKill(...writing: string[]): string {
  const folder = makeTemporaryFolder('work');
  const path = join(folder, 'work', randomUUID());
  mkdirSync(join(path, 'writing'), { recursive: true });
  writeFileSync(`${path}.lock`, '');
  writeFileSync(join(path, 'rows'), '[1]\n');
  writing.forEach((file, index) => {
    writeFileSync(join(path, 'writing', index.toString()), `${statSync(path).ino.toString()} ${file}`);
  });
  return folder;
}

const locksIn = (folder: string): string[] =>
  readdirSync(join(folder, 'work')).filter((name) => name !== 'open.lock');

it('is private, and goes with all that is in it', () => {
  const folder = makeTemporaryFolder('work');
  // That of the process before, if it has one.
  const before = process.env['SQLITE_TMPDIR'];
  work = openWorkFolder(folder);
  const path = newWorkPath();
  writeFileSync(path, '');
  expect([statSync(work.path).mode & 0o077, process.env['SQLITE_TMPDIR']]).toEqual([0, work.path]);
  work.close();
  expect([locksIn(folder), process.env['SQLITE_TMPDIR']]).toEqual([[], before]);
});

it('removes what a killed process has left in it, and the files that it was writing', () => {
  const target = join(makeTemporaryFolder('target'), '.0123abcd.part');
  writeFileSync(target, 'half');
  const folder = folderAfterKill(target);
  work = openWorkFolder(folder);
  expect([locksIn(folder).length, existsSync(target)]).toEqual([2, false]);
});

it('removes nothing that has come in their place: no folder, no link, and not what it leads to', () => {
  const shared = makeTemporaryFolder('target');
  const [asFolder, asLink, letter] = [
    join(shared, '.0000000a.part'),
    join(shared, '.0000000b.part'),
    join(shared, 'letter'),
  ];
  mkdirSync(asFolder);
  writeFileSync(join(asFolder, 'letter'), 'mine');
  writeFileSync(letter, 'mine');
  symlinkSync(letter, asLink);
  work = openWorkFolder(folderAfterKill(asFolder, asLink));
  expect(readFileSync(join(asFolder, 'letter'), 'utf8') + readFileSync(asLink, 'utf8')).toBe('minemine');
});

it('deletes nothing where it comes from elsewhere, and nothing but unfinished files', () => {
  const shared = makeTemporaryFolder('target');
  const [letter, part] = [join(shared, 'letter'), join(shared, '.0123abcd.part')];
  for (const file of [letter, part]) writeFileSync(file, 'mine');
  work = openWorkFolder(folderAfterKill(letter));
  work.close();
  const copy = makeTemporaryFolder('archive');
  cpSync(folderAfterKill(part), copy, { recursive: true });
  work = openWorkFolder(copy);
  expect([letter, part].filter((file) => existsSync(file))).toEqual([letter, part]);
  expect(locksIn(copy).length).toBe(2);
});

it('keeps what a process is writing that runs', () => {
  const folder = makeTemporaryFolder('work');
  const target = join(makeTemporaryFolder('target'), '.0123abcd.part');
  writeFileSync(target, 'half');
  work = openWorkFolder(folder);
  const forget = noteWriting(target);
  openWorkFolder(folder).close();
  expect(existsSync(target)).toBe(true);
  forget();
  work.close();
  expect(existsSync(target)).toBe(true);
});

it('closes where the folder of the app is gone', () => {
  const app = makeTemporaryFolder('work');
  const work = openWorkFolder(app);
  rmSync(app, { recursive: true });
  work.close();
});
