import { FailureError } from '../../../preload/contract/failures.ts';
import { createSerialQueue } from '../../platform/serialQueue.ts';
import type { ReaderCalls } from './readerCalls.ts';
import type { Thread } from '../../platform/threads/thread.ts';

export type QueryThread = ReturnType<typeof startQueryThread>;

/** Nearly all canceled queries end in this time, which is cheaper than a new thread. */
const graceMs = 150;

/** Maximum abandoned threads that have not ended yet, each with its memory. */
const maxGivenUp = 2;

/**
 * Starts the thread of long queries, which run one after the other. A canceled query ends at its next check.
 * If it does not check for a while, for example while SQLite sorts, it continues to its next check on an
 * abandoned thread, and another thread takes the next query.
 */
export function startQueryThread(start: () => Thread<ReaderCalls>) {
  const opened = new Set<string>();
  const givenUp = new Set<Promise<void>>();
  /** Started with the first query: a start that shows cached pages needs none. */
  let thread: Thread<ReaderCalls> | undefined;
  let isClosing = false;
  const enqueue = createSerialQueue();

  /** Abandons a thread, which ends at its query's next check, and reopens the databases in a new one. */
  async function replace(old: Thread<ReaderCalls>): Promise<void> {
    const ending = old.end().finally(() => givenUp.delete(ending));
    givenUp.add(ending);
    thread = undefined;
    if (givenUp.size > maxGivenUp) await Promise.race(givenUp);
  }

  async function running(): Promise<Thread<ReaderCalls>> {
    if (thread !== undefined) return thread;
    const started = start();
    try {
      for (const id of opened) await started.call('openCache', id);
    } catch (error) {
      void started.end();
      throw error;
    }
    thread = started;
    return started;
  }

  return {
    openCache: (id: string) =>
      enqueue(async () => {
        await thread?.call('openCache', id);
        opened.add(id);
      }),
    closeCache: (id: string) =>
      enqueue(async () => {
        opened.delete(id);
        await thread?.call('closeCache', id);
      }),
    /** Rejects with `canceled` as soon as the signal is aborted, whether the query runs or waits. */
    ask(signal: AbortSignal | undefined, ...call: Parameters<Thread<ReaderCalls>['send']>): Promise<unknown> {
      const left = Promise.withResolvers<never>();
      const leave = (): void => {
        left.reject(canceled());
      };
      const isCanceled = (): boolean => isClosing || signal?.aborted === true;
      if (isCanceled()) leave();
      else signal?.addEventListener('abort', leave, { once: true });
      left.promise.catch(() => undefined);

      const answered = enqueue(async () => {
        if (isCanceled()) throw canceled();
        const current = await running();
        if (isCanceled()) throw canceled();
        const answer = current.send(...call);
        await Promise.race([answer, left.promise]).catch(() => undefined);
        if (!isCanceled()) return answer;
        current.cancel('last');
        if (!(await endsSoon(answer))) await replace(current);
        throw canceled();
      });
      return Promise.race([answered, left.promise]).finally(() =>
        signal?.removeEventListener('abort', leave),
      );
    },
    close() {
      isClosing = true;
      thread?.cancel('last');
      return enqueue(async () => {
        await thread?.call('close');
      });
    },
    async end() {
      await Promise.all([thread?.end(), ...givenUp]);
    },
  };
}

function canceled(): FailureError {
  return new FailureError({ code: 'canceled', message: 'The query was canceled.' });
}

async function endsSoon(work: Promise<unknown>): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), graceMs);
  const ended = (): void => {
    resolve(true);
  };
  work.then(ended, ended);
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
  }
}
