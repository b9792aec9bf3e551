import type Database from 'better-sqlite3';
import { z } from 'zod';

/** How long the database rests before it is looked at. */
const checkMs = 500;
/** What the write-ahead log may hold while one write follows the other, in pages of 4 KiB: 256 MB. */
const maxLogPages = 65_536;

/** What `wal_checkpoint` returns: the pages in the log, and those of them that the file has. */
const logSchema = z.tuple([z.object({ log: z.number(), checkpointed: z.number() })]);

/**
 * Copies the write-ahead log into the file between two calls, and never inside of a commit, for which somebody waits: once nothing is
 * written any more, and before that where the log has become long. `noteWork` is to be called before what may write: without it there is
 * no timer. Source: https://sqlite.org/wal.html, “Application-Initiated Checkpoints”.
 */
export function checkpointWhenIdle(
  database: Database.Database,
  maxPages = maxLogPages,
): { noteWork: () => void; end: () => void } {
  database.pragma('wal_autocheckpoint = 0');
  const countChanges = database.prepare<[], number>('SELECT total_changes()').pluck();
  const changes = (): number => countChanges.get() ?? 0;
  /** Looks at the log, or copies what no reader still needs without waiting for any. Returns how many pages are left. */
  const log = (mode: 'NOOP' | 'PASSIVE'): number => {
    const [pages] = logSchema.parse(database.pragma(`wal_checkpoint(${mode})`));
    return pages.log - pages.checkpointed;
  };
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
    try {
      if (now !== copied && (isIdle || log('NOOP') > maxPages) && log('PASSIVE') === 0) copied = now;
    } catch {
      // The disk is full or gone, which every write reports.
      return;
    }
    if (now !== copied) noteWork();
  }
  return {
    noteWork,
    end: () => {
      if (timer !== null) clearTimeout(timer);
    },
  };
}
