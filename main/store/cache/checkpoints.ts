import type Database from 'better-sqlite3';

/** How often it is looked whether the database rests. */
const checkMs = 500;
/** The write-ahead log that is copied into the file inside of a commit, in pages of 4 KiB: 64 MB. */
const maxLogPages = 16_384;

/**
 * Copies the write-ahead log into the file while nothing is written, instead of inside of every commit of a few megabytes, for which
 * somebody waits. Returns how to end it. Source: https://sqlite.org/wal.html, “Application-Initiated Checkpoints”.
 */
export function checkpointWhenIdle(database: Database.Database): () => void {
  database.pragma(`wal_autocheckpoint = ${maxLogPages.toString()}`);
  const countChanges = database.prepare<[], number>('SELECT total_changes()').pluck();
  const changes = (): number => countChanges.get() ?? 0;
  let seen = changes();
  let copied = seen;
  const timer = setInterval(() => {
    const now = changes();
    const isIdle = now === seen;
    seen = now;
    if (!isIdle || now === copied) return;
    try {
      // Waits for nobody: what a reader still needs is copied by the next one.
      database.pragma('wal_checkpoint(PASSIVE)');
      copied = now;
    } catch {
      // The disk is full or gone, of which every write tells.
    }
  }, checkMs).unref();
  return () => {
    clearInterval(timer);
  };
}
