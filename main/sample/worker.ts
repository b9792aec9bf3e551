import { parentPort, workerData } from 'node:worker_threads';
import { runService } from './service.ts';
import { messageToWorkerSchema, type MessageFromWorker } from './messages.ts';
import { serviceOptionsSchema } from './options.ts';

/** The entry of the thread in which the sample data service lives. */

if (parentPort === null) throw new Error('This is the entry of a worker thread.');
const port = parentPort;
const tell = (message: MessageFromWorker): void => {
  port.postMessage(message);
};

try {
  const service = await runService(serviceOptionsSchema.parse(workerData), (part) => {
    tell({ kind: 'progress', part });
  });
  port.on('message', (message) => {
    messageToWorkerSchema.parse(message);
    void service.close().then(() => {
      port.close();
    });
  });
  tell({ kind: 'listening', url: service.url, key: service.key });
} catch (error) {
  tell({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
  port.close();
}
