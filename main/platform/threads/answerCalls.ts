import { parentPort, workerData } from 'node:worker_threads';
import { FailureError, errorCode } from '../../../preload/contract/failures.ts';
import { collectGarbage, makeCollections, type CollectionTimes } from '../system/memory.ts';
import { endMessage, everyCall, isCall, isThreadStart, type Answer } from './messages.ts';

export interface OwnThread {
  readonly data: unknown;
  readonly throwIfCanceled: () => void;
  readonly notify: (notice: unknown) => void;
}

export interface Answering<Calls extends object> {
  readonly calls: Calls;
  readonly target?: (name: string) => object;
  readonly end?: () => void | Promise<void>;
}

type Method = (...args: never[]) => unknown;

/**
 * Answers the calls of the main thread, one after the other; `Thread` is the other end. An error of `open`
 * answers each of them.
 * @param explain turns an error into a `FailureError` if it is an expected one
 * @param times times of garbage collection
 */
export function answerCalls<Calls extends object>(
  open: (thread: OwnThread) => Answering<Calls> | Promise<Answering<Calls>>,
  explain: (error: unknown) => unknown = (error) => error,
  times?: CollectionTimes,
): void {
  if (!isThreadStart(workerData)) throw new Error('This is the entry of a thread.');
  const { data, canceled } = workerData;
  let runningId = 0;
  let turn = Promise.resolve();
  const collections = makeCollections(collectGarbage, times);
  const opening = tryToOpen();

  async function tryToOpen(): Promise<Answering<Calls> | { readonly problem: unknown }> {
    try {
      return await open({ data, throwIfCanceled, notify: (notice) => parentPort?.postMessage({ notice }) });
    } catch (problem) {
      return { problem };
    }
  }

  function throwIfCanceled(): void {
    const id = Atomics.load(canceled, 0);
    if (id !== everyCall && id !== runningId) return;
    throw new FailureError({ code: 'canceled', message: 'The work was canceled.' });
  }

  async function answerTo(call: unknown): Promise<Answer> {
    if (!isCall(call)) throw new Error('This is no call.');
    const { id, target, path, args } = call;
    runningId = id;
    try {
      throwIfCanceled();
      const opened = await opening;
      if ('problem' in opened) throw opened.problem;
      const object = target === null ? opened.calls : (opened.target?.(target) ?? {});
      return { id, value: await Reflect.apply(methodAt(object, path), undefined, args) };
    } catch (error) {
      const explained = explain(error);
      if (explained instanceof FailureError) return { id, failure: explained.failure };
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
      return { id, error: text, code: errorCode(error) };
    }
  }

  parentPort?.on('message', (message: unknown) => {
    turn = turn.then(async () => {
      collections.hold();
      if (message !== endMessage) {
        parentPort?.postMessage(await answerTo(message));
        collections.worked();
        return;
      }
      const opened = await opening;
      if ('calls' in opened) await opened.end?.();
      // Without its port the thread ends.
      parentPort?.close();
    });
  });
}

/** Returns the method of a path. Only own members count, so no name reaches inherited ones. */
export function methodAt(object: object, path: readonly string[]): Method {
  let found: unknown = object;
  for (const name of path) {
    found =
      typeof found === 'object' && found !== null && Object.hasOwn(found, name)
        ? Reflect.get(found, name)
        : undefined;
  }
  if (!isMethod(found)) throw new Error(`The thread has no call “${path.join('.')}”.`);
  return found;
}

function isMethod(value: unknown): value is Method {
  return typeof value === 'function';
}
