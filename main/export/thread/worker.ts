import { parentPort, workerData } from 'node:worker_threads';
import { FailureError } from '../../../preload/contract/failures.ts';
import { storageFailure } from '../../store/files/failures.ts';
import type { About, FileShape } from '../formats/format.ts';
import { helpWriting } from './helping.ts';
import {
  commandSchema,
  endMessage,
  threadDataSchema,
  type Answer,
  type Command,
  type ShapeMessage,
} from './messages.ts';
import { Writing } from './writing.ts';

/** Entry of a thread that writes one file, or helps to. It answers each command in turn; between blocks it looks whether to stop. */

const { stop, pair } = threadDataSchema.parse(workerData);
let writing: Writing | undefined;

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
      const onProgress = (progress: { rows: number; total: number | null; bytes: number }): void => {
        tell({ progress });
      };
      writing = new Writing({ path, shape: shapeOf(shape), about, onProgress, checkStopped });
      return undefined;
    }
    case 'records':
      opened().addRecords(command.text);
      return undefined;
    case 'cached':
      return opened().addCached(command, pair);
    case 'help':
      if (pair === null) throw new Error('There is no thread to help.');
      helpWriting(shapeOf(command.shape), command, pair, checkStopped);
      return undefined;
    case 'finish':
      return finish(command.about);
  }
}

function finish(about: About | null): unknown {
  const finished = opened().finish(about);
  writing = undefined;
  return finished;
}

function end(): void {
  writing?.abandon();
  // Without its port nothing keeps the thread alive.
  parentPort?.close();
}

function shapeOf(shape: ShapeMessage): FileShape {
  return {
    ...shape,
    columns: shape.columns.map((column) => ({ ...column, unit: column.unit, member: column.member })),
  };
}

function answerTo(message: unknown): Answer {
  try {
    return { value: perform(commandSchema.parse(message)) };
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
