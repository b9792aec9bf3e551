import { parentPort, workerData } from 'node:worker_threads';
import { FailureError } from '../../../preload/contract/failures.ts';
import { isDamage, storageFailure } from '../../platform/sqlite/failures.ts';
import { openReader, openWriter } from './calls.ts';
import { endMessage, everyCall, requestSchema, threadDataSchema, type Answer } from './messages.ts';
import { methodAt } from './remote.ts';

/** What the store's threads do: everything that touches SQLite runs here, never on the main thread. */

/** Of each database, in memory: queries walk along indexes, lookups touch a few pages. */
const cacheKiB = { lookups: 8 * 1024, queries: 32 * 1024 };

const { role, folder, restore, cancelled } = threadDataSchema.parse(workerData);
const calledOffId = new Int32Array(cancelled);
let runningId = 0;
const opened = open();

function open(): ReturnType<typeof openReader | typeof openWriter> | { problem: unknown } {
  try {
    return role === 'writer'
      ? openWriter(folder, restore)
      : openReader(folder, { cacheKiB: cacheKiB[role], checkGoesOn });
  } catch (error) {
    return { problem: error };
  }
}

/** Throws in the middle of a query that was called off meanwhile. */
function checkGoesOn(): void {
  const id = Atomics.load(calledOffId, 0);
  if (id !== everyCall && id !== runningId) return;
  throw new FailureError({ code: 'cancelled', message: 'The query was called off.' });
}

async function answerTo(message: unknown): Promise<Answer> {
  const { id, cache, path, args } = requestSchema.parse(message);
  runningId = id;
  try {
    if ('problem' in opened) throw opened.problem;
    const method = methodAt(cache === null ? opened.calls : opened.cacheCalls(cache), path);
    const value: unknown = await Reflect.apply(method, undefined, args);
    return { id, value };
  } catch (error) {
    if (isDamage(error) && 'calls' in opened) opened.noteDamage();
    const failure = storageFailure(error);
    if (failure instanceof FailureError) return { id, failure: failure.failure };
    return { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

/** Each call waits for the one before: two of them load code first. */
let turn = Promise.resolve();
parentPort?.on('message', (message: unknown) => {
  turn = turn.then(async () => {
    // Without its port nothing keeps the thread alive.
    if (message === endMessage) parentPort?.close();
    else parentPort?.postMessage(await answerTo(message));
  });
});
