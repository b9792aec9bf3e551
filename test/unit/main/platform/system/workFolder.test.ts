import { spawnSync } from 'node:child_process';
import {
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
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  const list = join(folder, 'work', `${pid.toString()}-x`, 'writing');
  mkdirSync(list, { recursive: true });
  writeFileSync(join(list, '..', 'rows'), '[1]\n');
  writing.forEach((path, index) => {
    writeFileSync(join(list, index.toString()), path);
  });
  return folder;
}

it('is private, and goes with all that is in it', () => {
  const folder = makeTemporaryFolder('work');
  work = openWorkFolder(folder);
  const path = newWorkPath();
  writeFileSync(path, '');
  expect([statSync(work.path).mode & 0o077, process.env['SQLITE_TMPDIR']]).toEqual([0, work.path]);
  work.close();
  expect([readdirSync(join(folder, 'work')), process.env['SQLITE_TMPDIR']]).toEqual([[], undefined]);
});

it('removes what a killed process has left in it, and the files that it was writing', () => {
  const target = join(makeTemporaryFolder('target'), 'a.csv.0.part');
  writeFileSync(target, 'half');
  const folder = folderAfterKill(target);
  work = openWorkFolder(folder);
  expect([readdirSync(join(folder, 'work')).length, existsSync(target)]).toEqual([1, false]);
});

it('removes nothing that has come in their place: no folder, no link, and not what it leads to', () => {
  const shared = makeTemporaryFolder('target');
  const [asFolder, asLink, letter] = [join(shared, 'a.part'), join(shared, 'b.part'), join(shared, 'letter')];
  mkdirSync(asFolder);
  writeFileSync(join(asFolder, 'letter'), 'mine');
  writeFileSync(letter, 'mine');
  symlinkSync(letter, asLink);
  work = openWorkFolder(folderAfterKill(asFolder, asLink));
  expect(readFileSync(join(asFolder, 'letter'), 'utf8') + readFileSync(asLink, 'utf8')).toBe('minemine');
});

it('keeps what a process is writing that runs', () => {
  const folder = makeTemporaryFolder('work');
  const target = join(makeTemporaryFolder('target'), 'a.part');
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
