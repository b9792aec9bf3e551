import {
  accessSync,
  constants,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  watch,
  writeFileSync,
  type FSWatcher,
} from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** What a second instance tells the first. */
export interface SecondInstance {
  argv: string[];
  workingDirectory: string;
}

/**
 * One instance of the app for a user-data folder. The lock is SQLite's on a file there: the system gives it back when
 * the process ends, however it ends. A second instance leaves a note in the same folder, which the first watches.
 */
export class InstanceLock {
  private readonly folder: string;
  private database: DatabaseSync | undefined;
  private watcher: FSWatcher | undefined;

  constructor(userDataFolder: string) {
    this.folder = path.join(userDataFolder, 'instance');
  }

  /**
   * True when this process is the first; otherwise the first is told, and this one should end. Where the folder may only be read there is
   * no lock to be had. Rule: `ProcessSingleton::Create` in Chromium's chrome/browser/process_singleton_posix.cc.
   */
  request(onSecondInstance: (second: SecondInstance) => void): boolean {
    if (this.database !== undefined) return true;
    try {
      mkdirSync(this.folder, { recursive: true });
      accessSync(this.folder, constants.W_OK);
    } catch {
      return false;
    }
    const database = new DatabaseSync(path.join(this.folder, 'lock.sqlite'));
    try {
      database.exec('BEGIN EXCLUSIVE');
    } catch {
      database.close();
      const note: SecondInstance = { argv: process.argv, workingDirectory: process.cwd() };
      writeFileSync(path.join(this.folder, `second-${String(process.pid)}.json`), JSON.stringify(note));
      return false;
    }
    this.database = database;
    this.takeNotes();
    this.watcher = watch(this.folder, () => {
      this.takeNotes().forEach(onSecondInstance);
    });
    this.watcher.unref();
    return true;
  }

  release(): void {
    this.watcher?.close();
    this.database?.close();
    this.database = undefined;
  }

  private takeNotes(): SecondInstance[] {
    return readdirSync(this.folder)
      .filter((name) => name.startsWith('second-'))
      .flatMap((name) => {
        const file = path.join(this.folder, name);
        const text = readFileSync(file, 'utf8');
        // Empty while the other process is still writing: the next change of the folder brings us back.
        if (text === '') return [];
        rmSync(file);
        return [JSON.parse(text) as SecondInstance];
      });
  }
}
