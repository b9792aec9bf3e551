import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { FailureError, hasCode } from '../../../preload/contract/failures.ts';
import { readDatabaseVersion } from '../../platform/sqlite/migrations.ts';
import { quarantine } from '../../platform/sqlite/openDatabase.ts';
import { enter } from '../../platform/sqlite/openMarks.ts';
import { listCopies, momentOf, nameOf, newestSound, restoreCopy } from './copies.ts';

interface Restored {
  readonly notices: readonly string[];
  readonly damaged: string | null;
}

/** Restores the newest sound copy if a file cannot be the database. */
export function restoreIfUnusable(path: string): Restored {
  const exists = existsSync(path) && statSync(path).size > 0;
  // Read without opening: SQLite replays the journal when it opens the file, which may not be the database.
  const ofFile = exists ? readDatabaseVersion(path) : null;
  const nothing: Restored = { notices: [], damaged: null };
  if (exists && (ofFile ?? 0) !== 0) return nothing;
  const copy = newestSound(path);
  if (exists && ofFile === null && copy === null) return nothing;
  const what = `Settings, connections and saved items were ${exists ? 'damaged' : 'missing'}`;
  if (copy === null) {
    const wasUsed =
      listCopies(path).length > 0 || readdirSync(dirname(path)).some((name) => /^cache-.*\.db$/.test(name));
    const damaged = exists ? quarantine(path) : null;
    if (damaged !== null)
      return { notices: [`${what}, and no copy is intact. They were set aside as ${damaged}.`], damaged };
    return wasUsed
      ? { notices: [`${what}, and no copy is intact: the app starts with new ones.`], damaged }
      : nothing;
  }
  refuseWhileOpen(path);
  const damaged = restoreCopy(path, copy);
  const where = damaged === null ? '' : `. They were set aside as ${damaged}`;
  return { notices: [`${what}${where} and were restored from the copy of ${momentOf(copy)}.`], damaged };
}

/** Restores a copy and sets the current database aside. `wanted`: the copy's name, or `newest`. */
export function restoreNow(path: string, wanted: string): string[] {
  const copy =
    wanted === 'newest' ? newestSound(path) : listCopies(path).find((one) => nameOf(one) === wanted);
  if (copy === undefined || copy === null) {
    throw new FailureError({
      code: 'not-found',
      message: wanted === 'newest' ? 'There is no intact copy to restore.' : `There is no copy “${wanted}”.`,
    });
  }
  refuseWhileOpen(path);
  const aside = restoreCopy(path, copy, 'replaced');
  const message = `Settings, connections and saved items were restored from the copy of ${momentOf(copy)}.`;
  return [aside === null ? message : `${message} The previous ones were set aside as ${aside}.`];
}

export function withCopy(error: unknown, path: string): unknown {
  if (!hasCode(error, 'newer-data')) return error;
  const copy = newestSound(path);
  if (copy === null) return error;
  return new FailureError({ ...error.failure, copyMadeAt: copy.madeAt }, { cause: error });
}

/** @throws FailureError `storage` if another process has the database open and would write to the old file */
function refuseWhileOpen(path: string): void {
  const { marks, mark } = enter(path);
  mark.remove();
  if (marks.running === 0) return;
  throw new FailureError({
    code: 'storage',
    message:
      'Settings and saved items can only be restored while nothing uses them. Close all windows of the app and end its commands, then try again.',
  });
}
