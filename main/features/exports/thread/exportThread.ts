import { Worker } from 'node:worker_threads';
import type { z } from 'zod';
import { FailureError } from '../../../../preload/contract/failures.ts';
import { fileFailure } from '../wholeFile.ts';
import { answerSchema } from './answers.ts';
import { endMessage, type Command, type Progress, type ThreadData } from './messages.ts';

/** The thread that writes one file, seen from the main thread. */
export interface ExportThread {
  /** One command at a time. @throws FailureError where it fails in an expected way. */
  perform<Value>(command: Command, value: z.ZodType<Value>): Promise<Value>;
  /**
   * Cancels what the thread does and lets it end by itself. It is never terminated: a thread that is stopped in the middle of
   * SQLite may take the process with it.
   */
  end(): Promise<void>;
}

export interface ExportThreadOptions {
  /** Where `worker.ts`, or its bundle, lies. */
  readonly workerUrl: URL;
  /** The file as the user knows it, for sentences. */
  readonly path: string;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
}

/** Blocks come and go in moments; what stays is small. */
const limits = { maxYoungGenerationSizeMb: 12, maxOldGenerationSizeMb: 512 };

export function startExportThread(options: ExportThreadOptions): ExportThread {
  const stop = new Int32Array(new SharedArrayBuffer(4));
  const data: ThreadData = { stop };
  const worker = new Worker(options.workerUrl, {
    workerData: data,
    name: 'export',
    resourceLimits: limits,
  });
  let waiting: { resolve: (value: unknown) => void; reject: (error: Error) => void } | undefined;
  let broken: Error | undefined;

  function settle(how: (asked: NonNullable<typeof waiting>) => void): void {
    const asked = waiting;
    waiting = undefined;
    if (asked !== undefined) how(asked);
  }
  function fail(error: Error): void {
    broken = error;
    settle(({ reject }) => {
      reject(error);
    });
  }
  const cancel = (): void => {
    Atomics.store(stop, 0, 1);
  };

  worker.on('message', (message: unknown) => {
    const answer = answerSchema.parse(message);
    if ('progress' in answer) options.onProgress(answer.progress);
    else if ('failure' in answer) {
      settle(({ reject }) => {
        reject(new FailureError(answer.failure));
      });
    } else if ('error' in answer) {
      settle(({ reject }) => {
        reject(errorOf(answer, options.path));
      });
    } else {
      settle(({ resolve }) => {
        resolve(answer.value);
      });
    }
  });
  worker.on('error', fail);
  const { promise: exited, resolve: onExited } = Promise.withResolvers<undefined>();
  worker.on('exit', () => {
    onExited(undefined);
    fail(new Error('The thread that writes the file has ended.'));
  });
  if (options.signal.aborted) cancel();
  else options.signal.addEventListener('abort', cancel, { once: true });

  return {
    async perform(command, value) {
      if (broken !== undefined) throw broken;
      const answer = await new Promise<unknown>((resolve, reject) => {
        waiting = { resolve, reject };
        worker.postMessage(command);
      });
      return value.parse(answer);
    },
    async end() {
      cancel();
      options.signal.removeEventListener('abort', cancel);
      worker.postMessage(endMessage);
      await exited;
    },
  };
}

function errorOf({ error, code }: { error: string; code: string }, path: string): Error {
  const cause = Object.assign(new Error(error), { code });
  return /^E[A-Z]+$/.test(code) ? new FailureError(fileFailure(cause, path), { cause }) : cause;
}
