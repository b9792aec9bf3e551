import { Worker } from 'node:worker_threads';
import { makeStop, messageFromWorkerSchema, type MessageToWorker, type Task } from './messages.ts';
import type { ServiceOptionsInput } from './options.ts';

export interface SampleServiceOptions extends ServiceOptionsInput {
  /** The worker's entry: `worker.ts` unbuilt, `sample-worker.js` bundled. */
  readonly workerUrl: URL;
  /** Ends the service, also while its data are being made. */
  readonly signal?: AbortSignal;
  /** Told from 0 to 1 while data are made, which happens on the first start of a day. */
  readonly onProgress?: (part: number) => void;
}

export interface SampleService {
  /** Without a slash at the end. */
  readonly url: string;
  readonly key: string;
  /** Resolves when the service has ended, by `close` or by a fault. */
  readonly ended: Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts the sample data service on a thread of its own, so that neither the making of its data nor its answers ever hold up
 * the caller. Rejects with a sentence where it cannot start.
 */
export async function startSampleService({
  workerUrl,
  signal,
  onProgress,
  ...options
}: SampleServiceOptions): Promise<SampleService> {
  const stop = makeStop();
  const worker = new Worker(workerUrl, {
    workerData: { kind: 'serve', stop, options } satisfies Task,
    // Making the data leaves much garbage: room for it halves the time it takes to clear away.
    resourceLimits: { maxYoungGenerationSizeMb: 64 },
  });
  const exited = new Promise<void>((resolve) => {
    worker.once('exit', () => {
      resolve();
    });
  });
  // A fault ends the thread; those who wait for its start or its end are told below.
  worker.on('error', () => undefined);
  const end = (): void => {
    Atomics.store(new Int32Array(stop), 0, 1);
    worker.postMessage({ kind: 'close' } satisfies MessageToWorker);
  };
  if (signal?.aborted === true) end();
  else signal?.addEventListener('abort', end, { once: true });
  const { url, key } = await new Promise<{ url: string; key: string }>((resolve, reject) => {
    worker.once('error', reject);
    worker.once('exit', () => {
      reject(new Error('The sample data service ended before it was ready.'));
    });
    worker.on('message', (data) => {
      const message = messageFromWorkerSchema.parse(data);
      if (message.kind === 'progress') onProgress?.(message.part);
      else if (message.kind === 'listening') resolve(message);
      else reject(new Error(message.message));
    });
  });
  return {
    url,
    key,
    ended: exited,
    close: async () => {
      worker.postMessage({ kind: 'close' } satisfies MessageToWorker);
      await exited;
    },
  };
}
