import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { FailureError, type Failure } from '../../../preload/contract/failures.ts';
import { cacheDamaged, storageFailure } from '../../platform/sqlite/failures.ts';
import type { StartChildProcess } from '../../platform/system/childProcess.ts';
import {
  memoryMark,
  type SqlColumns,
  type SqlDone,
  type SqlMessage,
  type SqlStart,
} from './process/messages.ts';

export interface Ran extends Omit<SqlDone, 'kind'>, Omit<SqlColumns, 'kind'> {
  readonly rows: number;
  readonly batches: readonly { readonly rows: number; readonly bytes: number }[];
}

interface RunOptions {
  readonly start: SqlStart;
  readonly processUrl: URL;
  readonly startProcess: StartChildProcess;
  readonly signal: AbortSignal | undefined;
  readonly onReads: (reads: SqlColumns['reads']) => void;
}

/**
 * Runs a statement in its own process, which has ended when this settles.
 * @throws FailureError `bad-query` if SQLite, the guard or a limit refuses, `canceled`, `storage`,
 * `damaged`, and `internal` if the process breaks
 */
export function runInProcess({ start, processUrl, startProcess, signal, onReads }: RunOptions): Promise<Ran> {
  const { promise, resolve, reject } = Promise.withResolvers<Ran>();
  if (signal?.aborted === true) return Promise.reject(new FailureError(canceled));
  const child = startProcess(processUrl);
  const batches: { rows: number; bytes: number }[] = [];
  let columns: Omit<SqlColumns, 'kind'> = { names: [], reads: {} };
  let outcome: { readonly ran: Ran } | { readonly failure: Failure } | undefined;

  const end = (ended: NonNullable<typeof outcome>): void => {
    outcome ??= ended;
    child.kill();
  };
  const cancel = (): void => {
    end({ failure: canceled });
  };
  const timer = setTimeout(() => {
    end({ failure: tooSlow(start.limits.seconds) });
  }, start.limits.seconds * 1000);
  signal?.addEventListener('abort', cancel, { once: true });

  child.onMessage((message) => {
    if (!isSqlMessage(message)) return;
    if (message.kind === 'columns') {
      columns = { names: message.names, reads: message.reads };
      onReads(columns.reads);
    } else if (message.kind === 'rows') batches.push({ rows: message.rows, bytes: message.bytes });
    else if (message.kind === 'failed') end({ failure: failureOf(message, dirname(start.databasePath)) });
    else {
      const { kind: _, ...done } = message;
      end({ ran: { ...done, ...columns, batches, rows: batches.at(-1)?.rows ?? 0 } });
    }
  });
  child.onExit(() => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', cancel);
    const ended = outcome ?? { failure: existsSync(memoryMark(start)) ? tooLarge : crashed };
    if ('ran' in ended) resolve(ended.ran);
    else reject(new FailureError(ended.failure));
  });
  child.post(start);
  return promise;
}

const canceled: Failure = { code: 'canceled', message: 'The statement was stopped.' };
const tooLarge: Failure = {
  code: 'bad-query',
  message:
    'The statement needed more memory than it may have (1 GB). Select fewer columns, or add conditions.',
};
const crashed: Failure = {
  code: 'internal',
  message: 'The process that runs SQL ended unexpectedly. Nothing was changed. Run the statement again.',
};

function tooSlow(seconds: number): Failure {
  return {
    code: 'bad-query',
    message: `The statement was stopped after ${seconds.toString()} s. Add conditions, or allow it more time (ten minutes at most).`,
  };
}

function failureOf(
  { why, message, code = '' }: Extract<SqlMessage, { kind: 'failed' }>,
  folder: string,
): Failure {
  switch (why) {
    case 'statement':
      return { code: 'bad-query', message };
    case 'memory':
      return { ...tooLarge, detail: message };
    case 'room':
      return { code: 'storage', message };
    case 'storage': {
      const known = storageFailure(Object.assign(new Error(message), { code }), folder);
      if (known instanceof FailureError)
        return { ...known.failure, message: `The result needs room on the disk. ${known.failure.message}` };
      return {
        code: 'storage',
        message:
          'The statement could not be run: the cache or its result could not be read or written. Try again.',
        detail: message,
      };
    }
    case 'damaged':
      return cacheDamaged;
    case 'missing':
      return {
        code: 'internal',
        message:
          'SQL is not available: this version of the app was built without it. Run `rwa-explorer sql` with Node 24.15 or newer.',
        detail: message,
      };
  }
}

function isSqlMessage(message: unknown): message is SqlMessage {
  return typeof message === 'object' && message !== null && 'kind' in message;
}
