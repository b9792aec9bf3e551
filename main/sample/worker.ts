import { parentPort, Worker, workerData } from 'node:worker_threads';
import { makeFile, type MissingFile } from './data/database.ts';
import { messageToWorkerSchema, taskSchema, type MessageFromWorker, type Task } from './messages.ts';
import type { ServiceOptions } from './options.ts';
import { runService } from './service.ts';

/** The entry of the thread in which the sample data service lives, and of the one that helps it to make its data. */

if (parentPort === null) throw new Error('This is the entry of a worker thread.');
const port = parentPort;

try {
  const task = taskSchema.parse(workerData);
  if (task.kind === 'make') makeFile(task, () => undefined);
  else await serve(task.options);
} catch (error) {
  tell({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
  port.close();
}

async function serve(options: ServiceOptions): Promise<void> {
  const service = await runService(
    options,
    (part) => {
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
async function makeElsewhere(file: MissingFile): Promise<void> {
  const helper = new Worker(new URL(import.meta.url), {
    workerData: { kind: 'make', ...file } satisfies Task,
  });
  await new Promise<void>((resolve, reject) => {
    helper.once('message', ({ message }: { message: string }) => {
      reject(new Error(message));
    });
    helper.once('error', reject);
    helper.once('exit', () => {
      resolve();
    });
  });
}

function tell(message: MessageFromWorker): void {
  port.postMessage(message);
}
