import { Worker, type ResourceLimits } from 'node:worker_threads';
import { FailureError } from '../../../preload/contract/failures.ts';
import { compiledFolder } from '../system/compiled.ts';
import { endMessage, everyCall, isAnswer, isNotice, type Call, type ThreadStart } from './messages.ts';

type Method = (...args: never[]) => unknown;
type MethodName<Of> = { [Name in keyof Of]: Of[Name] extends Method ? Name : never }[keyof Of] & string;
type MethodOf<Of, Name extends keyof Of> = Extract<Of[Name], Method>;

export interface Thread<Calls> {
  call<Name extends MethodName<Calls>>(
    name: Name,
    ...args: Parameters<MethodOf<Calls, Name>>
  ): Promise<Awaited<ReturnType<MethodOf<Calls, Name>>>>;
  /** `target`: an opened object; null for the thread itself. */
  send(target: string | null, path: readonly string[], args: readonly unknown[]): Promise<unknown>;
  /** Cancels the last call, or all. A reading call rejects with `canceled`; a writing one completes. */
  cancel(which: 'last' | 'all'): void;
  /** Lets the thread end after pending calls. Terminating it in native code may end the process. */
  end(): Promise<void>;
  readonly ended: Promise<void>;
}

interface ThreadOptions {
  readonly name: string;
  readonly data?: unknown;
  readonly limits?: ResourceLimits;
  readonly signal?: AbortSignal | undefined;
  readonly onNotice?: (notice: unknown) => void;
  readonly explainEnd?: (cause: Error) => Error;
}

export async function onThread<Calls, Value>(
  workerUrl: URL,
  name: string,
  work: (thread: Thread<Calls>) => Promise<Value>,
): Promise<Value> {
  const thread = startThread<Calls>(workerUrl, { name });
  try {
    return await work(thread);
  } finally {
    await thread.end();
  }
}

export function startThread<Calls>(workerUrl: URL, options: ThreadOptions): Thread<Calls> {
  const { name, data, limits, signal, onNotice, explainEnd = (cause) => cause } = options;
  const canceled = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const worker = new Worker(workerUrl, {
    workerData: { data, canceled, compiled: compiledFolder() } satisfies ThreadStart,
    name,
    ...(limits === undefined ? {} : { resourceLimits: limits }),
  });
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  const { promise: ended, resolve: onEnded } = Promise.withResolvers<undefined>();
  let lastId = 0;
  let hasExited = false;
  let broken: Error | undefined;

  worker.on('message', (message: unknown) => {
    if (isNotice(message)) onNotice?.(message.notice);
    if (!isAnswer(message)) return;
    const call = waiting.get(message.id);
    waiting.delete(message.id);
    if ('failure' in message) call?.reject(new FailureError(message.failure));
    else if ('error' in message)
      call?.reject(Object.assign(new Error(message.error), { code: message.code }));
    else call?.resolve(message.value);
  });
  worker.on('error', (error) => stop(error instanceof Error ? error : new Error(String(error))));
  worker.on('exit', () => {
    hasExited = true;
    signal?.removeEventListener('abort', cancelAll);
    stop(new Error(`The thread “${name}” has ended.`));
    onEnded(undefined);
  });

  function stop(cause: Error): void {
    broken ??= explainEnd(cause);
    for (const { reject } of waiting.values()) reject(broken);
    waiting.clear();
  }

  function cancel(which: 'last' | 'all'): void {
    Atomics.store(canceled, 0, which === 'all' ? everyCall : lastId);
  }

  function cancelAll(): void {
    cancel('all');
  }

  if (signal?.aborted === true) cancelAll();
  else signal?.addEventListener('abort', cancelAll, { once: true });

  function send(target: string | null, path: readonly string[], args: readonly unknown[]): Promise<unknown> {
    if (broken !== undefined) return Promise.reject(broken);
    lastId += 1;
    const answer = Promise.withResolvers<unknown>();
    waiting.set(lastId, answer);
    worker.postMessage({ id: lastId, target, path, args } satisfies Call);
    return answer.promise;
  }

  return {
    // One declaration of the calls compiles both ends, so an answer has the type of its call.
    call: (method, ...args) =>
      send(null, [method], args) as Promise<Awaited<ReturnType<MethodOf<Calls, typeof method>>>>,
    send,
    cancel,
    async end() {
      if (hasExited) return;
      worker.postMessage(endMessage);
      await ended;
    },
    ended,
  };
}
