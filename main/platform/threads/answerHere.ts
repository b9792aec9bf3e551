import { once } from '../once.ts';
import { createSerialQueue } from '../serialQueue.ts';
import { methodAt, type Answering, type OwnThread } from './answerCalls.ts';
import type { Thread } from './thread.ts';

export interface ThreadCalls {
  readonly open: (thread: Pick<OwnThread, 'data' | 'throwIfCanceled'>) => Promise<Answering<object>>;
  readonly explain: (error: unknown) => unknown;
}

/** For programs that a thread would only slow down. Loads the code at the first call; no cancellation. */
export function answerHere<Calls>(load: () => Promise<ThreadCalls>, data: unknown): Thread<Calls> {
  const loaded = once(load);
  const opened = once(async () => (await loaded()).open({ data, throwIfCanceled: () => undefined }));
  const enqueue = createSerialQueue();
  const { promise: ended, resolve: end } = Promise.withResolvers<undefined>();

  function send(target: string | null, path: readonly string[], args: readonly unknown[]): Promise<unknown> {
    return enqueue(async () => {
      // Lets signals and timers run between two calls.
      await new Promise(setImmediate);
      try {
        const { calls, target: find } = await opened();
        const object = target === null ? calls : (find?.(target) ?? {});
        const answer: unknown = await Reflect.apply(methodAt(object, path), undefined, args);
        return answer;
      } catch (error) {
        throw (await loaded()).explain(error);
      }
    });
  }

  return {
    call: (method, ...args) => send(null, [method], args) as ReturnType<Thread<Calls>['call']>,
    send,
    cancel: () => undefined,
    end: () => Promise.resolve(end(undefined)),
    ended,
  };
}
