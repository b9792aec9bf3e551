import { setPriority } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { isMainThread } from 'node:worker_threads';
import { errorText } from '../../preload/contract/failures.ts';
import { connectToParent } from '../platform/system/parentProcess.ts';
import { answerCalls, type OwnThread } from '../platform/threads/answerCalls.ts';
import { startThread } from '../platform/threads/thread.ts';
import { makeFile, type MissingFile } from './data/database.ts';
import { makeHistories } from './data/histories.ts';
import { sampleLimits, serviceOptionsSchema, type ServiceOptionsInput } from './options.ts';
import { runService, type Service } from './service.ts';

/** The entry of the process, or of the thread, in which the sample data service lives, and of the thread that helps it to make its data. */

export type SampleCalls = ReturnType<typeof open>['calls'];

function open({ throwIfCancelled, notify }: OwnThread) {
  let service: Service | undefined;
  const calls = {
    /** Serves until the thread ends. Notices say how far the making of the data has come, from 0 to 1. */
    async serve(options: ServiceOptionsInput): Promise<{ url: string; key: string }> {
      const onProgress = (part: number): void => {
        throwIfCancelled();
        notify(part);
      };
      service = await runService(serviceOptionsSchema.parse(options), onProgress, makeElsewhere);
      return { url: service.url, key: service.key };
    },
    make(file: MissingFile): void {
      // Behind what is answered meanwhile. Elsewhere this would be the priority of the whole process.
      if (process.platform === 'linux') setPriority(nice);
      makeFile(file, makeHistories(file.size), () => undefined, throwIfCancelled);
    },
  };
  return { calls, end: () => service?.close() };
}

/** Out of the way of answers, and yet done in time where other programs are busy. */
const nice = 5;

/** Runs this same entry on a thread of its own. */
async function makeElsewhere(file: MissingFile, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const helper = startThread<SampleCalls>(new URL(import.meta.url), {
    name: 'sample data',
    limits: sampleLimits,
    signal,
  });
  try {
    await helper.call('make', file);
  } finally {
    await helper.end();
  }
}

/** Serves with the options of the first and only message, until the process is ended: see `startSampleProcess`. */
function serveParent(): void {
  // Its garbage would be three times what it lives in.
  setFlagsFromString('--heap-growing-percent=50');
  const parent = connectToParent();
  parent.onMessage((options) => {
    void Promise.resolve()
      .then(() => runService(serviceOptionsSchema.parse(options), () => undefined, makeElsewhere))
      .then(
        ({ url, key }) => {
          parent.post({ url, key });
        },
        (error: unknown) => {
          parent.post({ error: errorText(error) });
        },
      );
  });
}

if (isMainThread) serveParent();
else answerCalls(open);
