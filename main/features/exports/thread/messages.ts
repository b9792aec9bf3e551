import type { Failure } from '../../../../preload/contract/failures.ts';
import type { CachedRecords } from '../cached/cachedRecords.ts';
import type { About, FileShape } from '../formats/format.ts';

/**
 * What crosses between the main thread and the threads that write a file. Both ends are this app's own and every request was
 * checked where it came in, so the threads check its kind alone: the code that checks more would weigh more than all of theirs.
 */

/** Commands to a thread. Each is answered by a value before the next one is sent. */
export type Command =
  /** `about` goes before the rows in CSV and JSON Lines. */
  | { readonly do: 'open'; readonly path: string; readonly shape: FileShape; readonly about: About | null }
  /** The JSON text of a list of records that waits in a file at `path` until all have come. */
  | {
      readonly do: 'gather';
      readonly path: string;
      readonly known: readonly string[];
      readonly text: string;
    }
  /** What those records hold beside the known fields. */
  | { readonly do: 'gathered' }
  /** Writes those records to the open file. */
  | { readonly do: 'write-gathered' }
  /** What cached records hold beside the known fields. */
  | ({ readonly do: 'further'; readonly known: readonly string[] } & CachedRecords)
  /** The JSON text of a list of records. */
  | { readonly do: 'records'; readonly text: string }
  /** How many records are cached. */
  | ({ readonly do: 'count' } & CachedRecords)
  /** Writes cached records to the open file. */
  | ({ readonly do: 'cached' } & CachedRecords)
  | { readonly do: 'finish'; readonly about: About | null }
  /** The SHA-256 of a file, or of a folder with a file for each day. Progress is told in bytes. */
  | { readonly do: 'hash'; readonly path: string };

/** Instead of a command: the thread ends, and closes what it has not finished. */
export const endMessage = 'end';

/** What a thread is started with. `stop` is 1 once the work is cancelled. */
export interface ThreadData {
  readonly stop: Int32Array;
}

export interface Progress {
  readonly rows: number;
  /** Rows in all, of `hash` bytes in all; null while unknown. */
  readonly total: number | null;
  readonly bytes: number;
}

export type Answer =
  | { readonly progress: Progress }
  | { readonly failure: Failure }
  | { readonly error: string; readonly code: string }
  | { readonly value: unknown };

const commands: ReadonlySet<unknown> = new Set<Command['do']>([
  'open',
  'gather',
  'gathered',
  'write-gathered',
  'further',
  'records',
  'count',
  'cached',
  'finish',
  'hash',
]);

export function isCommand(message: unknown): message is Command {
  return typeof message === 'object' && message !== null && 'do' in message && commands.has(message.do);
}

export function isThreadData(data: unknown): data is ThreadData {
  return typeof data === 'object' && data !== null && 'stop' in data && data.stop instanceof Int32Array;
}
