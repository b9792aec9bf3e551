import type Database from 'better-sqlite3';

/** How long the database rests before it is looked at. */
const checkMs = 500;
/** The write-ahead log that is copied into the file inside of a commit, in pages of 4 KiB: 64 MB. */
const maxLogPages = 16_384;

/**
 * Copies the write-ahead log into the file while nothing is written, instead of inside of every commit of a few megabytes, for which
 * somebody waits. `noteWork` is to be called before what may write: without it there is no timer. Source:
 * https://sqlite.org/wal.html, “Application-Initiated Checkpoints”.
 */
export function checkpointWhenIdle(database: Database.Database): { noteWork: () => void; end: () => void } {
  database.pragma(`wal_autocheckpoint = ${maxLogPages.toString()}`);
  const countChanges = database.prepare<[], number>('SELECT total_changes()').pluck();
  const changes = (): number => countChanges.get() ?? 0;
  let seen = changes();
  let copied = seen;
  let timer: NodeJS.Timeout | null = null;
  function noteWork(): void {
    timer ??= setTimeout(look, checkMs).unref();
  }
  function look(): void {
    timer = null;
    const now = changes();
    const isIdle = now === seen;
    seen = now;
    if (!isIdle) {
      noteWork();
      return;
    }
    if (now === copied) return;
    try {
      // Waits for nobody: what a reader still needs is copied by the next one.
      database.pragma('wal_checkpoint(PASSIVE)');
      copied = now;
    } catch {
      // The disk is full or gone, which every write reports.
    }
  }
  return {
    noteWork,
    end: () => {
      if (timer !== null) clearTimeout(timer);
    },
  };
}
