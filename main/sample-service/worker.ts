import { parentPort, Worker, workerData } from 'node:worker_threads';
import { makeFile, type MissingFile } from './data/database.ts';
import { makeHistories } from './data/histories.ts';
import {
  makeStop,
  messageFromWorkerSchema,
  messageToWorkerSchema,
  taskSchema,
  type MessageFromWorker,
  type Task,
} from './messages.ts';
import type { ServiceOptions } from './options.ts';
import { runService } from './service.ts';

/** The entry of the thread in which the sample data service lives, and of the one that helps it to make its data. */

if (parentPort === null) throw new Error('This is the entry of a worker thread.');
const port = parentPort;

try {
  const task = taskSchema.parse(workerData);
  const stop = new Int32Array(task.stop);
  const checkGoesOn = (): void => {
    if (Atomics.load(stop, 0) !== 0) throw new Error('The making of the sample data was stopped.');
  };
  if (task.kind === 'make') makeFile(task, makeHistories(task.size), () => undefined, checkGoesOn);
  else await serve(task.options, checkGoesOn);
} catch (error) {
  tell({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
  port.close();
}

async function serve(options: ServiceOptions, checkGoesOn: () => void): Promise<void> {
  const service = await runService(
    options,
    (part) => {
      checkGoesOn();
      tell({ kind: 'progress', part });
    },
    makeElsewhere,
  );
  port.on('message', (message) => {
    messageToWorkerSchema.parse(message);
    void service.close().then(() => {
      port.close();
    });
  });
  tell({ kind: 'listening', url: service.url, key: service.key });
}

/** Runs this same entry on a thread of its own. */
async function makeElsewhere(file: MissingFile, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const stop = makeStop();
  const helper = new Worker(new URL(import.meta.url), {
    workerData: { kind: 'make', stop, ...file } satisfies Task,
    resourceLimits: { maxYoungGenerationSizeMb: 64 },
  });
  signal.addEventListener('abort', () => Atomics.store(new Int32Array(stop), 0, 1), { once: true });
  await new Promise<void>((resolve, reject) => {
    helper.once('message', (data) => {
      const message = messageFromWorkerSchema.parse(data);
      reject(
        new Error(message.kind === 'failed' ? message.message : 'The thread said something unexpected.'),
      );
    });
    helper.once('error', reject);
    helper.once('exit', (code) => {
      if (code === 0) resolve();
      else reject(new Error('The making of the sample data was stopped.'));
    });
  });
}

function tell(message: MessageFromWorker): void {
  port.postMessage(message);
}
