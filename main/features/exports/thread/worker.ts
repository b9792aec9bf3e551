import { parentPort, workerData } from 'node:worker_threads';
import { FailureError } from '../../../../preload/contract/failures.ts';
import { storageFailure } from '../../../platform/sqlite/failures.ts';
import { countCached } from '../../../store/cache/cacheScan.ts';
import { eachWithOthers } from '../../../store/cache/membersBeside.ts';
import { FurtherFields, nothingFurther } from '../furtherFields.ts';
import type { About } from '../formats/format.ts';
import { Gathered } from './gathered.ts';
import { sha256OfExport } from './hashing.ts';
import {
  endMessage,
  isCommand,
  isThreadData,
  type Answer,
  type Command,
  type Progress,
  type ThreadData,
} from './messages.ts';
import { progressIntervalMs, Writing } from './writing.ts';

/** Entry of a thread that writes one file. It answers each command in turn; between blocks it checks whether to stop. */

const { stop } = threadData(workerData);
let writing: Writing | undefined;
let waiting: Gathered | undefined;

function threadData(data: unknown): ThreadData {
  if (!isThreadData(data)) throw new Error('The thread was started without its data.');
  return data;
}

function tell(answer: Answer): void {
  parentPort?.postMessage(answer);
}

function checkStopped(): void {
  if (Atomics.load(stop, 0) === 0) return;
  throw new FailureError({ code: 'cancelled', message: 'The work was cancelled.' });
}

function opened(): Writing {
  if (writing === undefined) throw new Error('No file is open.');
  return writing;
}

function perform(command: Command): unknown {
  checkStopped();
  switch (command.do) {
    case 'open': {
      const { path, shape, about } = command;
      const onProgress = (progress: Progress): void => {
        tell({ progress });
      };
      writing = new Writing({ path, shape, about, onProgress, checkStopped });
      return undefined;
    }
    case 'gather':
      waiting ??= new Gathered(command.path, command.known);
      waiting.add(command.text);
      return undefined;
    case 'gathered':
      return waiting?.found() ?? nothingFurther;
    case 'write-gathered':
      for (const text of waiting?.texts() ?? []) opened().addRecords(text);
      return undefined;
    case 'further':
      return furtherOf(command);
    case 'records':
      opened().addRecords(command.text);
      return undefined;
    case 'count':
      return countCached(command.database, command.resource, command.query);
    case 'cached':
      return opened().addCached(command);
    case 'finish':
      return finish(command.about);
    case 'hash':
      return hash(command.path);
  }
}

function furtherOf({ database, resource, query, known }: Extract<Command, { do: 'further' }>): unknown {
  const further = new FurtherFields(known);
  eachWithOthers(database, { resource, filter: query.filter, known }, (members) => {
    checkStopped();
    further.add(members);
  });
  return further.found();
}

function hash(path: string): string {
  let toldAt = performance.now();
  const onProgress = (bytes: number, total: number): void => {
    if (performance.now() - toldAt < progressIntervalMs) return;
    toldAt = performance.now();
    tell({ progress: { rows: 0, total, bytes } });
  };
  return sha256OfExport(path, { onProgress, checkStopped });
}

function finish(about: About | null): unknown {
  const finished = opened().finish(about);
  writing = undefined;
  return finished;
}

function end(): void {
  writing?.abandon();
  waiting?.close();
  // Without its port nothing keeps the thread alive.
  parentPort?.close();
}

function answerTo(message: unknown): Answer {
  try {
    if (!isCommand(message)) throw new Error('This is no command.');
    return { value: perform(message) };
  } catch (error) {
    const known = storageFailureOf(error);
    if (known instanceof FailureError) return { failure: known.failure };
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error), code };
  }
}

/** Faults of SQLite get the store's sentences; those of the file system are told by the main thread, which knows the file. */
function storageFailureOf(error: unknown): unknown {
  const isSqlite = error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_');
  return isSqlite ? storageFailure(error) : error;
}

parentPort?.on('message', (message: unknown) => {
  if (message === endMessage) end();
  else tell(answerTo(message));
});
