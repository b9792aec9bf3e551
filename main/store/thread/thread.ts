import { Worker } from 'node:worker_threads';
import { FailureError } from '../../../preload/contract/failures.ts';
import { compiledFolder } from '../../platform/system/compiled.ts';
import { answerSchema, endMessage, everyCall, type Request, type ThreadData } from './messages.ts';

type Method = (...args: never[]) => unknown;
type MethodName<Of> = { [Name in keyof Of]: Of[Name] extends Method ? Name : never }[keyof Of] & string;
type MethodOf<Of, Name extends keyof Of> = Extract<Of[Name], Method>;

/** A thread of the store, seen from the main thread. */
export interface Thread<Of> {
  /** Calls a method of the thread itself. */
  call<Name extends MethodName<Of>>(
    name: Name,
    ...args: Parameters<MethodOf<Of, Name>>
  ): Promise<Awaited<ReturnType<MethodOf<Of, Name>>>>;
  /** Calls the method that a path names: of an open cache, or of the thread itself where `cache` is null. */
  send(cache: string | null, path: readonly string[], args: readonly unknown[]): Promise<unknown>;
  /**
   * Calls off what was asked last, or everything: a call that reads is rejected with `cancelled` as soon as it looks, one that
   * writes goes on to its end.
   */
  callOff(which: 'last' | 'all'): void;
  /**
   * Lets the thread end by itself, once what was asked before has its answer. It is never terminated: a thread that is stopped
   * in the middle of native code may take the process with it.
   */
  end(): Promise<void>;
}

/** Answers are texts that live for a moment: a small nursery keeps them from piling up. */
const youngGenerationMb = 12;

interface Waiting {
  resolve(value: unknown): void;
  reject(error: Error): void;
}

export function startThread<Of>(
  workerUrl: URL,
  start: Omit<ThreadData, 'cancelled' | 'compiled'>,
): Thread<Of> {
  const cancelled = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const data = { ...start, cancelled: cancelled.buffer, compiled: compiledFolder() } satisfies ThreadData;
  const worker = new Worker(workerUrl, {
    workerData: data,
    name: `store ${data.role}`,
    resourceLimits: { maxYoungGenerationSizeMb: youngGenerationMb },
  });
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  let stopped: Error | undefined;

  worker.on('message', (message: unknown) => {
    const answer = answerSchema.parse(message);
    const asked = waiting.get(answer.id);
    waiting.delete(answer.id);
    if ('failure' in answer) asked?.reject(new FailureError(answer.failure));
    else if ('error' in answer) asked?.reject(new Error(answer.error));
    else asked?.resolve(answer.value);
  });
  worker.on('error', (error) => {
    stop(error);
  });
  const { promise: exited, resolve: onExited } = Promise.withResolvers<undefined>();
  let hasExited = false;
  worker.on('exit', () => {
    hasExited = true;
    onExited(undefined);
    stop(new Error('The thread has ended.'));
  });

  function stop(cause: unknown): void {
    stopped ??= new FailureError(
      {
        code: 'storage',
        message: 'The part of the app that keeps its data has stopped. Start the app again.',
        detail: cause instanceof Error ? cause.message : String(cause),
      },
      { cause },
    );
    for (const { reject } of waiting.values()) reject(stopped);
    waiting.clear();
  }

  function send(cache: string | null, path: readonly string[], args: readonly unknown[]): Promise<unknown> {
    if (stopped !== undefined) return Promise.reject(stopped);
    lastId += 1;
    const request: Request = { id: lastId, cache, path: [...path], args: [...args] };
    return new Promise((resolve, reject) => {
      waiting.set(request.id, { resolve, reject });
      worker.postMessage(request);
    });
  }

  return {
    // Both sides of the thread are compiled from one list of calls, so an answer has the type of its call.
    call: (name, ...args) =>
      send(null, [name], args) as Promise<Awaited<ReturnType<MethodOf<Of, typeof name>>>>,
    send,
    callOff(which) {
      Atomics.store(cancelled, 0, which === 'all' ? everyCall : lastId);
    },
    async end() {
      if (hasExited) return;
      worker.postMessage(endMessage);
      await exited;
    },
  };
}
